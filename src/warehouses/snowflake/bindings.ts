import type { Statement } from './client.ts'

/** The text of a statement has 1 MB at most; what stands for a `?` is no part of it. */
const LONG_CHARACTERS = 32 * 1024

const text =
  /'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'|"[^"]*(?:""[^"]*)*"|\$\$[\s\S]*?\$\$|(?:--|\/\/)[^\n]*|\/\*[\s\S]*?\*\//gs

/** A statement whose long texts are sent beside it. */
export function boundTexts(sql: string): Statement {
  if (sql.length < LONG_CHARACTERS) return { sql }
  const bindings: { type: 'TEXT'; value: string }[] = []
  const shortened = sql.replaceAll(text, (found) => {
    if (found.length < LONG_CHARACTERS || !found.startsWith("'")) return found
    bindings.push({ type: 'TEXT', value: plainText(found) })
    return '?'
  })
  return { sql: shortened, bindings }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '0': '\0' }

/** What a text in quotes says. */
const plainText = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replaceAll(/''|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\(.)/gis, (all, unicode, hex, sign) => {
      if (all === "''") return "'"
      const code = unicode ?? hex
      return code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16))
    })
