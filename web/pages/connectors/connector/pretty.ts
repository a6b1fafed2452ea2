const INDENT = '  '

/**
 * Indents JSON. Works on the tokens instead of parsed values, so that long numbers keep all their digits.
 * Text that is not JSON is returned unchanged.
 */
export function pretty(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  let depth = 0
  const line = () => `\n${INDENT.repeat(depth)}`
  return text.replaceAll(part, (token) => {
    if (/^\s/.test(token)) return ''
    if (/^[[{]\s*[\]}]$/.test(token)) return token.replace(/\s/g, '')
    if (token === '{' || token === '[') {
      depth++
      return `${token}${line()}`
    }
    if (token === '}' || token === ']') {
      depth--
      return `${line()}${token}`
    }
    if (token === ',') return `,${line()}`
    return token === ':' ? ': ' : token
  })
}

/**
 * A string, an empty object or list, a punctuation mark, or white space. Everything else is left as it is.
 */
const part = /"(?:[^"\\]|\\.)*"|[{[]\s*[\]}]|[{}[\],:]|\s+/g
