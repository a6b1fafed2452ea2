/**
 * A text as Redshift reads it: a backslash takes the meaning from the sign behind it, so each is doubled like
 * a quote.
 */
export const quoteText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
