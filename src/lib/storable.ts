/** PostgreSQL stores neither U+0000 nor half of a surrogate pair, in any text. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
