export const LINE_FEED = 10
const RETURN = 13

/** Removes the carriage returns that Windows writes before line feeds. */
export interface LineEnds {
  /**
   * Undefined where a carriage return is data, or may be. Pieces end anywhere; one that ends in a carriage
   * return keeps it for the next.
   */
  take(piece: Buffer): Buffer | undefined
  /** Whether the text may end here: behind a carriage return it may not. */
  mayEnd(): boolean
}

/** Of a text whose fields stand between pairs of `quote`, if one is given: what is inside stays as it is. */
export function createLineEnds(quote: string | undefined): LineEnds {
  const mark = quote?.charCodeAt(0)
  let isInside = false
  let isBehindReturn = false
  /**
   * Pieces without a carriage return are not read byte by byte, so after them it is not known whether quotes
   * are open.
   */
  let isTracked = false
  let hasQuotes = false

  function take(piece: Buffer): Buffer | undefined {
    if (!isTracked && !piece.includes(RETURN)) {
      hasQuotes ||= quote !== undefined && piece.includes(quote)
      return piece
    }
    if (!isTracked && hasQuotes) return undefined
    isTracked = true
    return withoutReturns(piece)
  }

  function withoutReturns(piece: Buffer): Buffer | undefined {
    const kept = Buffer.allocUnsafe(piece.length)
    let length = 0
    // By index: an iterator takes three times as long.
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!
      if (isBehindReturn && byte !== LINE_FEED) return undefined
      isBehindReturn = byte === RETURN
      if (isBehindReturn) {
        if (isInside) return undefined
        continue
      }
      if (byte === mark) isInside = !isInside
      kept[length++] = byte
    }
    return kept.subarray(0, length)
  }

  return { take, mayEnd: () => !isBehindReturn }
}
