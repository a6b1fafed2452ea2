const secretWord =
  /(^|[_-])(pass(word|wd|phrase)?|pwd|secret|token|credentials?|(api|private|access|secret)[_-]?key)s?([_-]|$)/i

const MAX_REMEMBERED = 10_000
const remembered = new Map<string, boolean>()

/**
 * Pipelines refer to secrets by name (pipelines.md §3); a variable that is named like a secret may still hold
 * one. Every step asks about the same few names, so the answers are remembered.
 */
export function isSecretName(name: string): boolean {
  const known = remembered.get(name)
  if (known !== undefined) return known
  const isSecret = secretWord.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(name, isSecret)
  return isSecret
}
