import type { Execution } from '../../../../components/executions/shapes.ts'
import type { Entered } from '../../../../components/run-fields/values.ts'

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
 * Names of values that hide a secret and were not entered again: started anew they would be sent as stars, while a
 * rerun of the same version keeps what they hide.
 */
export const hiddenIn = (entered: Entered): string[] =>
  Object.entries(entered)
    .filter(([, value]) => JSON.stringify(value).includes(MASK))
    .map(([name]) => name)

/** Whether version and values are those of the earlier execution, so that it can be repeated as it was. */
export const isRepeat = (
  { versionName, variables }: Pick<Execution, 'versionName' | 'variables'>,
  wanted: { readonly version: string; readonly entered: Entered },
): boolean => wanted.version === versionName && isSame(wanted.entered, givenAtStart(variables))

const isSame = (a: Entered, b: Entered): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (values: Entered) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
