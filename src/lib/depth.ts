/** Whether a JSON value has more levels than that. Without recursion: it may be as deep as it is long. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/**
 * Whether the text of a JSON document opens more than `levels` brackets within each other; of a broken one,
 * whatever.
 */
export function isDeeperText(json: string, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(json, at)
        break
      case OPENING_BRACKET:
      case OPENING_BRACE:
        if (++depth > levels) return true
        break
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth--
    }
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where the quote is that ends the string which begins at `from`; behind the text when none does. */
export function endOfString(json: string, from: number): number {
  let at = json.indexOf('"', from + 1)
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at === -1 ? json.length : at
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1
  while (json.charCodeAt(before) === BACKSLASH) before--
  return (at - before) % 2 === 0
}
