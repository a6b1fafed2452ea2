import type { Execution } from '../../../../components/executions/shapes.ts'
import type { changedValues, Entered } from '../../../../components/run-fields/values.ts'

type Given = NonNullable<Execution['variables']>

/** What the API shows in the place of a secret. */
const MASK = '***'

/** The values that the execution was started with, as the fields hold them. */
export const givenAtStart = (variables: Given = []): Entered =>
  Object.fromEntries(
    variables
      .filter(({ source }) => source === 'CALLER')
      .map(({ name, value }) => [name, typeof value === 'object' ? value : String(value)]),
  )

/**
 * Names of values that hide a secret and were changed without entering it: they would be sent as stars. A
 * value that stays as it was is not sent, and keeps what it hides.
 */
export const hiddenIn = (changed: Replacements): string[] =>
  Object.entries({ ...changed.scalarVariables, ...changed.gridVariables })
    .filter(([, value]) => JSON.stringify(value).includes(MASK))
    .map(([name]) => name)

interface Replacements {
  readonly scalarVariables: Record<string, string | number | null>
  readonly gridVariables: Record<string, string[][] | null>
}

/**
 * What the rerun has in place of the earlier execution's values: null where the default is wanted again, and
 * for variables of the earlier version that the new one has no more. What is the same is left out.
 */
export function replacedValues(
  given: Entered,
  wanted: Pick<ReturnType<typeof changedValues>, keyof Replacements>,
  names: { readonly now: readonly string[]; readonly earlier: readonly string[] },
): Replacements {
  const isKept = (name: string, value: unknown) =>
    Object.hasOwn(given, name) && JSON.stringify(plain(value)) === JSON.stringify(given[name])
  const changed = <T>(values: Readonly<Record<string, T>>) =>
    Object.entries(values).filter(([name, value]) => !isKept(name, value))
  const isWanted = (name: string) =>
    Object.hasOwn(wanted.scalarVariables, name) || Object.hasOwn(wanted.gridVariables, name)
  const dropped = Object.keys(given)
    .filter((name) => !isWanted(name) && (names.now.includes(name) || names.earlier.includes(name)))
    .map((name) => [name, null] as const)
  return {
    scalarVariables: Object.fromEntries([...changed(wanted.scalarVariables), ...dropped]),
    gridVariables: Object.fromEntries(changed(wanted.gridVariables)),
  }
}

const plain = (value: unknown) => (typeof value === 'object' ? value : String(value))

/** Whether version and values are those of the earlier execution, so that it can be repeated as it was. */
export const isRepeat = (
  { versionName, variables }: Pick<Execution, 'versionName' | 'variables'>,
  wanted: { readonly version: string; readonly entered: Entered },
): boolean => wanted.version === versionName && isSame(wanted.entered, givenAtStart(variables))

const isSame = (a: Entered, b: Entered): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (values: Entered) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
