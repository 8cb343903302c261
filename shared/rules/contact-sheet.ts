/** Logos on a page of a contact sheet, as the address says them. */
export const sheetCounts = ['6', '12', '20', '24', '30', '48'] as const
export type SheetCount = (typeof sheetCounts)[number]

export const sheetPapers = ['a4', 'letter'] as const
export type SheetPaper = (typeof sheetPapers)[number]

/** Logos in a contact sheet. */
export const mostSheetLogos = 200
