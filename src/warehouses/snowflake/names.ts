/**
 * A name as Snowflake keeps it: sessions ignore the letter case of names in quotes too, and keep capital
 * letters.
 */
export const keptName = (name: string): string => name.toUpperCase()

/**
 * A text as Snowflake reads it: a backslash takes the meaning from the sign behind it, so each is doubled
 * like a quote.
 */
export const quoteText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
