type Identified = { logo_id: number }

/**
 * Whether a profile shows its chosen logos above the wall of all: only if they are fewer than all, and not the same
 * ones that the wall begins with.
 */
export const hasStrip = (chosen: readonly Identified[], wall: readonly Identified[], count: number) =>
  chosen.length > 0 && chosen.length < count && chosen.some((logo, i) => logo.logo_id !== wall[i]?.logo_id)
