import { quoteText as standardText } from '../sql-text.ts'

/**
 * A text as PostgreSQL reads it with and without `standard_conforming_strings`, which a server, a database or
 * a user may have switched off: there a backslash in a plain text takes the meaning from the quote behind it.
 */
export const quoteText = (text: string): string =>
  text.includes('\\') ? ` e${standardText(text.replaceAll('\\', '\\\\'))}` : standardText(text)
