/** Removes secrets from messages and logs. */
export interface Masking {
  /**
   * From now on `secret` and its usual encodings are masked. Values under 4 characters are not: they hide too
   * much.
   */
  add(secret: string): void
  /** `text` with every known secret replaced by `***`. */
  mask(text: string): string
}

const replacement = '***'
const leastCharacters = 4
/** Lines of a key or certificate are long; a short line of a secret may be an ordinary word. */
const leastLineCharacters = 8

/**
 * A masking that knows no secret yet. Masked are a secret as it is, as JSON text, between the quotes of SQL
 * and shells, URL-encoded and in base64 (also inside a longer encoded text, such as `user:secret`), and the
 * lines of a secret of several lines.
 */
export function createMasking(): Masking {
  const forms = new Set<string>()
  let pattern: RegExp | undefined

  return {
    add: (secret) => {
      if (secret.length < leastCharacters) return
      for (const form of formsOf(secret)) forms.add(form)
      pattern = undefined
    },
    mask: (text) => {
      if (forms.size === 0) return text
      pattern ??= patternOf(forms)
      return text.replace(pattern, replacement)
    },
  }
}

function formsOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= leastLineCharacters)
  const texts = lines.length > 1 ? [secret, ...lines] : [secret, ...lines.map((line) => line.trim())]
  return texts
    .flatMap((text) => [text, ...jsonTexts(text), ...quoted(text), ...urlEncoded(text), ...base64Forms(text)])
    .filter((form) => form.length >= leastCharacters)
}

/** Python writes JSON in ASCII. */
function jsonTexts(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return [json, json.replace(/[\u007f-\uffff]/g, codeOf)]
}

/** As SQL has it between quotes, and as `set -x` of a shell shows it. */
const quoted = (text: string): readonly string[] => [
  text.replaceAll("'", "''"),
  text.replaceAll('"', '""'),
  text.replaceAll("'", () => String.raw`'\''`),
]

/**
 * As browsers, forms, Python and curl write it: they leave other characters as they are, and some write small
 * digits. encodeURIComponent throws on half a surrogate pair; toWellFormed keeps the rest of such a text.
 */
function urlEncoded(text: string): readonly string[] {
  const browser = encodeURIComponent(text.toWellFormed())
  const strict = browser.replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const form = new URLSearchParams([['', text]]).toString().slice(1)
  const large = [browser, strict, strict.replaceAll('%2F', '/'), form]
  return [...large, ...large.map((one) => one.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))]
}

/**
 * Base64 depends on where in a group of three bytes the secret begins: one form for each place, without the
 * characters at both ends that the neighbours share. URL-safe spellings besides.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const shared = (before + bytes.length) % 3 === 0 ? 0 : 1
    const inner = whole.slice(Math.ceil((before * 8) / 6), whole.length - shared)
    return inner.length < 2 * leastCharacters ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Longer forms first, so that a secret that contains another one is replaced as a whole. */
function patternOf(forms: ReadonlySet<string>): RegExp {
  const ordered = [...forms].sort((a, b) => b.length - a.length)
  return new RegExp(ordered.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g')
}
