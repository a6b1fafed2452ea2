/** PostgreSQL stores neither U+0000 nor half of a surrogate pair, in any text. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The text without U+0000, and with the replacement character for half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
