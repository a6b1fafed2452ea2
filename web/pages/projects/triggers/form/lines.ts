/** The values in what happened, each with the JSON path that leads a variable to it. A list is one value. */
export function linesOf(
  facts: Readonly<Record<string, unknown>>,
  root = '$',
): [path: string, value: string][] {
  return Object.entries(facts).flatMap(([name, value]): [string, string][] => {
    const path = isWord.test(name) ? `${root}.${name}` : `${root}[${JSON.stringify(name)}]`
    if (isRecord(value)) return linesOf(value, path)
    return [[path, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}

const isWord = /^[\p{L}_][\p{L}\p{N}_-]*$/u

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
