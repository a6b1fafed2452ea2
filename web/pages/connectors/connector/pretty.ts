const INDENT = '  '

/**
 * JSON with line ends and indents; every text and number stays as it was written, so that no digit is lost. What is
 * no JSON comes back as it is.
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

/** Texts as a whole, empty objects and lists, punctuation, white space, and everything else as it stands. */
const part = /"(?:[^"\\]|\\.)*"|[{[]\s*[\]}]|[{}[\],:]|\s+/g
