/**
 * `text` on one line, without control characters: one could move the cursor, hide text, or begin a line of
 * its own.
 */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
