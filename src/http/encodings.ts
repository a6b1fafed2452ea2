import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** What is smaller goes into one packet either way. */
export const MIN_COMPRESSED_BYTES = 1_400
const encodings: readonly Encoding[] = ['br', 'gzip']
const byBrotli = promisify(brotliCompress)
const byGzip = promisify(gzip)

/**
 * The encoding that a client likes best, of those that we have (RFC 9110 §12.5.3); undefined when it takes
 * none. Of two that it likes as well the smaller one.
 */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(weighted))
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  return weightOf(best!) > 0 ? best : undefined
}

function weighted(one: string): [string, number] {
  const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  const value = Number(weight)
  return [name, value >= 0 && value <= 1 ? value : 0]
}

/** How hard to try: `now` while a client waits, `once` for what is sent many times. */
export type Effort = 'now' | 'once'

/** Compresses on a thread of its own. */
export function compressed(text: string, encoding: Encoding, effort: Effort): Promise<Buffer> {
  const once = effort === 'once'
  if (encoding === 'gzip') return byGzip(text, { level: once ? 9 : 6 })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: once ? 9 : 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  }
  return byBrotli(text, { params })
}
