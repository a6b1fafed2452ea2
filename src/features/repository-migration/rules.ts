import type { Check, ProviderKind } from '../../git/providers/provider.ts'
import type { NewMigration } from './schema.ts'

/** Migrations of one process at the same time. */
export const MAX_PARALLEL = 2
/** A migration whose process was lost this often is given up. */
export const MAX_ATTEMPTS = 3

export interface Counts {
  readonly refs: number
  readonly objects?: number | undefined
  readonly bytes?: string | undefined
}

const number = new Intl.NumberFormat('en')
const plural = (count: number, noun: string): string =>
  `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** `12 refs, 5,000 objects, 3.2 MiB` */
export function countsText({ refs, objects, bytes }: Counts): string {
  const parts = [plural(refs, 'ref')]
  if (objects !== undefined) parts.push(plural(objects, 'object'))
  if (bytes !== undefined) parts.push(bytes)
  return parts.join(', ')
}

/** `Pushing: 1,200 of 5,000 objects, 3.2 MiB` */
export function progressText(what: string, done: number, total: number, bytes: string | undefined): string {
  const amount = bytes === undefined ? '' : `, ${bytes}`
  return `${what}: ${number.format(done)} of ${plural(total, 'object')}${amount}`
}

/** The first few of many differences, and how many more there are. */
export function someOf(all: readonly string[], most = 5): string {
  const shown = all.slice(0, most).join('; ')
  return all.length > most ? `${shown}; and ${all.length - most} more` : shown
}

/**
 * What the checks of a source mean: they are named as those of the repository the project has. RECONFIGURE
 * reads nothing from it, so there they refuse nothing but what the specification requires (prerequisites 3
 * and 6).
 */
export function asSource(
  provider: ProviderKind,
  mode: NewMigration['mode'],
  checks: readonly Check[],
): Check[] {
  return namedAsSource(checks).map((check) => {
    const isRequired =
      mode === 'MIRROR_PUSH' ||
      (provider === 'azure-devops' && check.name !== 'SOURCE_READABLE') ||
      (provider === 'gitlab' && check.name === 'SOURCE_TOKEN')
    return isRequired || check.passed !== false ? check : { ...check, passed: undefined }
  })
}

function namedAsSource(checks: readonly Check[]): Check[] {
  return checks.map((check) => {
    if (check.name === 'TARGET_EXISTS') return { ...check, name: 'SOURCE_READABLE' }
    if (check.name !== 'ACCESS_TOKEN') return check
    if (check.passed !== false)
      return {
        name: 'SOURCE_TOKEN',
        passed: check.passed,
        detail: 'The stored access token of the source is valid',
      }
    const detail =
      'The stored access token of the source is no longer valid and was not rotated automatically: create a new one and store it ' +
      `with PUT …/repositories/access-token before the migration starts. ${check.detail}`
    return { name: 'SOURCE_TOKEN', passed: false, detail }
  })
}
