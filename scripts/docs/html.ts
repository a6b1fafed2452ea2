const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as HTML shows it, in an element or in an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character]!)

/** A sentence of the API document, which writes code in backticks. */
export const prose = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** What stays of HTML when its tags are taken away: for search and for headings. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<\/?(a|b|code|em|span|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The anchor of a heading as code hosts make it: lower case, blanks to hyphens, no other punctuation. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
