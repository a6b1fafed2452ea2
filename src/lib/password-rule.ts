const MIN_CHARACTERS = 12
const MIN_DIFFERENT_CHARACTERS = 5

/**
 * Why a new password is not accepted, one sentence each, with the path of its field (NIST SP 800-63B: length
 * counts, not kinds of characters).
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
    ...(isCommon(lower) ? ['is among the most common ones'] : []),
  ]
  return reasons.map((reason) => `${field} ${reason}`)
}

/** What most guessed passwords consist of, whatever digits and signs are put around it. */
const commonWords = new Set(
  (
    'password passwort passwords passwordpassword mypassword admin administrator administration adminadmin root ' +
    'superuser welcome welcomehome letmein letmeinplease changeme changemenow changeit default secret secretsecret ' +
    'topsecret guest login master iloveyou iloveyouforever trustno sunshine princess princesses football baseball ' +
    'basketball dragon monkey shadow superman batman starwars michael jordan jessica charlie computer internet ' +
    'whatever freedom mustang liverpool chocolate summer winter spring autumn qwerty qwertyqwerty qwertyuiop asdfgh ' +
    'asdfghjkl zxcvbn zxcvbnm qwertyuiopasdfghjkl qazwsx qazwsxedc qazwsxedcrfv qwerasdf asdfasdf abcabc abcdef test ' +
    'testtest testing temporary temppassword company headrace headraceadmin'
  ).split(' '),
)

const rows = [
  '01234567890123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]
const reversed = rows.map((row) => [...row].reverse().join(''))
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}

/** Whether a password in lower case is a common word in disguise, or a walk along the keyboard. */
function isCommon(lower: string): boolean {
  if ([...rows, ...reversed].some((row) => row.includes(lower))) return true
  const letters = (text: string) => text.replace(/[^a-z]/g, '')
  const disguised = lower.replace(/(?<=[a-z]|^)[0134@$5](?=[a-z$@])/g, (sign) => lookAlikes[sign] ?? sign)
  return [letters(lower), letters(disguised)].some((word) => commonWords.has(word))
}
