/** The pattern of LIKE for texts that contain these words as they stand. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`
