declare global {
  interface JSON {
    /** What `JSON.stringify` writes as this text. */
    rawJSON(text: string): RawJson
    isRawJSON(value: unknown): value is RawJson
  }
}

/** A number of JSON as it is written. */
export interface RawJson {
  readonly rawJSON: string
}

/**
 * Parses JSON with each number replaced by what `make` makes of how it is written: as numbers, long ones lose
 * digits.
 */
export function parseWithNumbers(json: string, make: (written: string) => unknown): unknown {
  const revive = (_key: string, value: unknown, { source }: { readonly source: string }) =>
    typeof value === 'number' ? make(source) : value
  // TypeScript does not know the third parameter of a reviver yet.
  return JSON.parse(json, revive as (key: string, value: unknown) => unknown)
}
