/** One step of a path: a member's name, an element's number, or every element. */
export type PathStep = string | number | '*every*'
export const everyElement = '*every*' as const

const step = /\.([^.[\]'"*]+)|\[(\d+)\]|\[\*\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y

/**
 * Reads a place in a JSON document: `$.data.items[*].id`, `$['odd name']`, `$[0]`; the `$.` in front may be
 * left out. Undefined when the text is no such path. A subset of JSONPath (RFC 9535).
 */
export function readPath(text: string): readonly PathStep[] | undefined {
  const given = text.trim()
  if (given === '' || given === '$') return []
  const rest = given.startsWith('$') ? given.slice(1) : given.startsWith('[') ? given : `.${given}`
  const steps: PathStep[] = []
  step.lastIndex = 0
  while (step.lastIndex < rest.length) {
    const found = step.exec(rest)
    if (found === null) return undefined
    const [whole, name, number, single, double] = found
    if (whole === '[*]') steps.push(everyElement)
    else if (number !== undefined) steps.push(Number(number))
    else steps.push(name ?? (single ?? double!).replaceAll(/\\(.)/g, '$1'))
  }
  return steps
}

/** The path as text, in the form that `readPath` reads. */
export const writePath = (steps: readonly PathStep[]): string =>
  `$${steps.map((one) => (one === everyElement ? '[*]' : typeof one === 'number' ? `[${one}]` : writeName(one))).join('')}`

const writeName = (name: string): string =>
  /^[^.[\]'"*\s\\]+$/.test(name) ? `.${name}` : `['${name.replaceAll(/[\\']/g, '\\$&')}']`

/** Where the list is that a path means, which may say so by `[*]` at its end. */
export const listPath = (path: readonly PathStep[]): readonly PathStep[] =>
  path.at(-1) === everyElement ? path.slice(0, -1) : path

/** Every value at a path; the ones that have none there are left out. */
export function valuesAt(document: unknown, path: readonly PathStep[]): unknown[] {
  let values = [document]
  for (const step of path) {
    values = values.flatMap((one) => {
      if (step === everyElement) return Array.isArray(one) ? one : []
      const value = valueAt(one, [step])
      return value === undefined ? [] : [value]
    })
  }
  return values
}

/** The elements of every list at a path; any other value there is one itself, but for null. */
export const elementsAt = (document: unknown, path: readonly PathStep[]): unknown[] =>
  valuesAt(document, listPath(path)).flatMap((one) => (Array.isArray(one) ? one : one === null ? [] : [one]))

/** The value at a path that names one value; undefined when there is no such value. */
export function valueAt(document: unknown, steps: readonly PathStep[]): unknown {
  let value = document
  for (const one of steps) {
    if (typeof value !== 'object' || value === null) return undefined
    if (!Object.hasOwn(value, one)) return undefined
    value = (value as Record<string | number, unknown>)[one]
  }
  return value
}
