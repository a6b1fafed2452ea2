/**
 * The position of a visit among the iterations and attempts around it. `suffix` ends its key: `[3]` for an
 * iteration, `#2` for an attempt, from the outside in.
 */
export interface Position {
  readonly suffix: string
  readonly attempt: number
  readonly iteration: number | undefined
}

export const outermost: Position = { suffix: '', attempt: 1, iteration: undefined }

export const iterationPosition = (around: Position, iteration: number): Position => ({
  suffix: `${around.suffix}[${iteration}]`,
  attempt: around.attempt,
  iteration,
})

/**
 * Leading first attempts are left out (`Name`, `Name[3]`); after a written attempt every attempt is written,
 * so that a retry inside a retry cannot make the same suffix in two ways.
 */
export const attemptPosition = (around: Position, attempt: number): Position => ({
  suffix: attempt > 1 || around.suffix.includes('#') ? `${around.suffix}#${attempt}` : around.suffix,
  attempt,
  iteration: around.iteration,
})

/**
 * The key of a visit. The signs that suffixes are made of are escaped in the name, so that keys stay unique.
 */
export const visitKey = (name: string, position: Position) => escaped(name) + position.suffix

const escaped = (name: string): string => name.replace(/[\\#[\]]/g, '\\$&')

/** The key of the retry right around a visit of the component `name`. */
export const keyOfRetry = (key: string, name: string, retry: string): string =>
  escaped(retry) + key.slice(escaped(name).length).replace(/#\d+$/, '')

/**
 * The key of a part of a visit, which another program did: `Build[model.shop.orders]`. Names of parts are no
 * numbers.
 */
export const partKey = (key: string, part: string): string => `${key}[${escaped(part)}]`

/** The key of the visit that a part belongs to; undefined for the key of a visit. */
export function ownerOfPart(key: string): string | undefined {
  const [suffix = '', part = ''] = /(?<=(?:^|[^\\])(?:\\\\)*)\[((?:[^\\#[\]]|\\.)*)\]$/s.exec(key) ?? []
  return suffix === '' || /^\d+$/.test(part) ? undefined : key.slice(0, -suffix.length)
}

/**
 * The key of a visit without the attempts of the retries right around it: the same for all of them. Attempts
 * further out, of a retry around an iterator, stay: each evaluates the iterations again.
 */
export const keyOfAllAttempts = (key: string): string =>
  key.replace(/(?<=(?:^|[^\\])(?:\\\\)*)(?:#\d+)+$/, '')
