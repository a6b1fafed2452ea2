const sentences = new Map([['\\S', 'must not be blank']])

/**
 * For a schema: the pattern of a text, with what it means in words. Violations are sentences, never patterns.
 */
export function matching(pattern: string, must: string): { readonly pattern: string } {
  sentences.set(pattern, must)
  return { pattern }
}

/** What a text that does not match must be. */
export const patternSentence = (pattern: string): string =>
  sentences.get(pattern) ?? 'has characters that are not allowed'
