export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** `value` escaped for use inside the quotes of a JSON text. */
export const escapeJsonText = (value: string): string => JSON.stringify(value).slice(1, -1)

/**
 * Replaces every `{{name}}` by the value of its row, in one pass: a value that itself contains `{{…}}` stays
 * as it is. Names without a row stay too, for payloads whose receiver has a template language of its own.
 */
export function replacePayloadVariables(
  payload: string,
  variables: readonly (readonly string[])[],
  escapeValue: (value: string) => string = (value) => value,
): string {
  const values = new Map(variables.map(([name = '', value = '']) => [name, value]))
  return payload.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => {
    const value = values.get(name) ?? values.get(name.trim())
    return value === undefined ? whole : escapeValue(value)
  })
}

/**
 * The payload with something that fits in place of each `${…}` (and `{{…}}`): a text's part inside quotes, a
 * member where an object expects one, a number elsewhere. What is then no JSON cannot become JSON by ordinary
 * values.
 */
export function withoutExpressions(payload: string, withPayloadVariables: boolean): string {
  const expression = /(?:\$\{(?:[^{}]|\{[^{}]*\})*\})+/y
  const variable = /\{\{[^{}]*\}\}/y
  let result = ''
  let inText = false
  const open: string[] = []
  for (let at = 0; at < payload.length; ) {
    const found =
      matchAt(expression, payload, at) ?? (withPayloadVariables ? matchAt(variable, payload, at) : undefined)
    if (found !== undefined) {
      at += found.length
      result += inText ? 'x' : standIn(open.at(-1), result, payload.slice(at))
      continue
    }
    const character = payload[at]!
    if (inText && character === '\\') {
      result += payload.slice(at, at + 2)
      at += 2
      continue
    }
    if (character === '"') inText = !inText
    if (!inText && (character === '{' || character === '[')) open.push(character)
    if (!inText && (character === '}' || character === ']')) open.pop()
    result += character
    at += 1
  }
  return result
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function standIn(around: string | undefined, before: string, after: string): string {
  const isMember = around === '{' && /[{,]\s*$/.test(before)
  if (!isMember) return '1'
  return /^\s*:/.test(after) ? '"x"' : '"x":1'
}
