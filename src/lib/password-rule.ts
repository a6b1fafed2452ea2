const MIN_CHARACTERS = 12
const MIN_DIFFERENT_CHARACTERS = 5

/**
 * Why a new password is not accepted, one sentence each, with the path of its field (NIST SP 800-63B: length counts, not
 * kinds of characters).
 */
export function passwordViolations(password: string, userName: string, field: string): string[] {
  const lower = password.toLowerCase()
  const name = userName.toLowerCase().split('@')[0]!
  const reasons = [
    ...(password.length < MIN_CHARACTERS ? [`must have at least ${MIN_CHARACTERS} characters`] : []),
    ...(new Set(password).size < MIN_DIFFERENT_CHARACTERS
      ? [`must have at least ${MIN_DIFFERENT_CHARACTERS} different characters`]
      : []),
    ...(name.length >= 3 && lower.includes(name) ? ['must not contain the user name'] : []),
  ]
  return reasons.map((reason) => `${field} ${reason}`)
}
