/** Percent-encodes everything but the unreserved characters (RFC 3986 §2.3). */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The text that is percent-encoded; undefined where a `%` begins nothing, or the bytes are not UTF-8. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
