const secretWord =
  /(^|[_-])(pass(word|wd|phrase)?|pwd|secret|token|credentials?|(api|private|access|secret)[_-]?key)s?\d*([_-]|$)/i
/** Where the next word of a name in camel case begins; an acronym is one word: `DBPassword`. */
const wordStart = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g

const MAX_REMEMBERED = 10_000
const remembered = new Map<string, boolean>()

/**
 * Pipelines refer to secrets by name (pipelines.md §3); a variable that is named like a secret may still hold
 * one. Every step asks about the same few names, so the answers are remembered.
 */
export function isSecretName(name: string): boolean {
  const known = remembered.get(name)
  if (known !== undefined) return known
  const isSecret = secretWord.test(name.replaceAll(wordStart, '_'))
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(name, isSecret)
  return isSecret
}
