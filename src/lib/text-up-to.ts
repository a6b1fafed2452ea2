/**
 * The body of a response as text, or its first `maxBytes`: the rest is not read. Counted after decompression,
 * for what is packed small may be large. Throws what reading the body throws.
 */
export async function textUpTo(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let left = maxBytes
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece.subarray(0, left), { stream: true })
    left -= piece.byteLength
    if (left <= 0) break
  }
  return text + decoder.decode()
}
