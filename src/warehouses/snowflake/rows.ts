import { WarehouseError } from '../warehouse-error.ts'

const [QUOTE, BACKSLASH, CLOSE] = [0x22, 0x5c, 0x5d]

export type WireRow = readonly (string | null)[]

/**
 * The rows of a part of a result as they arrive, without the whole of it in memory. A part is JSON arrays
 * with commas between them; cells are texts or null.
 */
export async function* rowsOfPart(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly WireRow[]> {
  const decoder = new TextDecoder()
  let text = ''
  let at = 0
  let isText = false
  for await (const piece of bytes) {
    text += decoder.decode(piece, { stream: true })
    let end = 0
    while (at < text.length) {
      const sign = text.charCodeAt(at++)
      if (isText) {
        if (sign === BACKSLASH) at++
        else if (sign === QUOTE) isText = false
      } else if (sign === QUOTE) isText = true
      else if (sign === CLOSE) end = at
    }
    if (end === 0) continue
    yield JSON.parse(`[${text.slice(0, end).replace(/^\s*,/, '')}]`) as WireRow[]
    text = text.slice(end)
    at -= end
  }
  if (text.trim() !== '') throw new WarehouseError('A part of the result ended in the middle of a row')
}
