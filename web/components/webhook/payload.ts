/** The specification's words for a payload that is not JSON (Webhook Post, Errors 5). */
export const invalidPayload = 'Payload is not valid JSON'

const expression = /(?:\$\{(?:[^{}]|\{[^{}]*\})*\})+/y
const variable = /\{\{[^{}]*\}\}/y

/**
 * Whether a payload can become JSON: `${…}` (and `{{…}}` where a webhook has payload variables) are assumed
 * to fit where they occur, as validation does. Only the values of a run are certain.
 */
export function isPayload(text: string, withPayloadVariables: boolean): boolean {
  try {
    JSON.parse(filledIn(text, withPayloadVariables))
    return true
  } catch {
    return false
  }
}

/** The names that a payload encloses in double curly braces, each once, in the order of the text. */
export function payloadNames(text: string): readonly string[] {
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name]) => name!.trim())
  return [...new Set(names)].filter((name) => name !== '')
}

interface Reading {
  result: string
  inText: boolean
  readonly open: string[]
}

function filledIn(text: string, withPayloadVariables: boolean): string {
  const reading: Reading = { result: '', inText: false, open: [] }
  for (let at = 0; at < text.length; ) {
    const found =
      matchAt(expression, text, at) ?? (withPayloadVariables ? matchAt(variable, text, at) : undefined)
    if (found !== undefined) {
      at += found.length
      reading.result += reading.inText ? 'x' : standIn(reading, text.slice(at))
    } else if (reading.inText && text[at] === '\\') {
      reading.result += text.slice(at, at + 2)
      at += 2
    } else {
      take(reading, text[at]!)
      at += 1
    }
  }
  return reading.result
}

function take(reading: Reading, character: string): void {
  if (character === '"') reading.inText = !reading.inText
  if (!reading.inText && '{['.includes(character)) reading.open.push(character)
  if (!reading.inText && '}]'.includes(character)) reading.open.pop()
  reading.result += character
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** A member where an object expects one, its name before a colon, a number elsewhere. */
function standIn({ open, result }: Reading, after: string): string {
  const isMember = open.at(-1) === '{' && /[{,]\s*$/.test(result)
  if (!isMember) return '1'
  return /^\s*:/.test(after) ? '"x"' : '"x":1'
}
