import type { operations } from '../../../openapi/types.generated.ts'
import { fitValue } from '../../../src/pipeline/variables.ts'

/** A variable as the file of a pipeline declares it. */
export type DeclaredVariable =
  operations['getPipelineDetails']['responses'][200]['content']['application/json']['variables'][number]

/** What was written into the dialog, by variable: the text of a scalar, the rows of a grid. */
export type Entered = Readonly<Record<string, string | readonly (readonly string[])[]>>

type Declared = Pick<DeclaredVariable, 'name' | 'type' | 'defaultValue' | 'visibility'>

interface Values {
  readonly scalarVariables: Record<string, string | number>
  readonly gridVariables: Record<string, string[][]>
  /** By variable; nothing is to be sent while there are any. */
  readonly faults: Record<string, string>
}

/** The variables that a caller may set: the private ones are the pipeline's own (pipelines.md §2.8). */
export const settable = <V extends Pick<Declared, 'visibility'>>(variables: readonly V[]): V[] =>
  variables.filter(({ visibility }) => visibility === 'PUBLIC')

/**
 * What is sent: only values that differ from the defaults, so that the defaults of the version stay in force.
 */
export function changedValues(variables: readonly Declared[], entered: Entered): Values {
  const values: Values = { scalarVariables: {}, gridVariables: {}, faults: {} }
  for (const { name, type, defaultValue } of settable(variables)) {
    const value = Object.hasOwn(entered, name) ? entered[name] : undefined
    if (value === undefined || isSame(value, defaultValue)) continue
    if (typeof value !== 'string')
      define(
        values.gridVariables,
        name,
        value.map((row) => [...row]),
      )
    else {
      const fitted = fitValue({ name, type, columns: [] }, value)
      if ('value' in fitted) define(values.scalarVariables, name, fitted.value as string | number)
      else define(values.faults, name, isNumber(value) ? fitted.fault : NOT_A_NUMBER)
    }
  }
  return values
}

/** The value shown in the field of a variable: what was entered, else its default. */
export function fieldValue({ name, type, defaultValue }: Declared, entered: Entered) {
  const value = Object.hasOwn(entered, name) ? entered[name] : undefined
  if (type === 'GRID')
    return typeof value === 'object' ? value : typeof defaultValue === 'object' ? defaultValue : []
  if (typeof value === 'string') return value
  return typeof defaultValue === 'object' ? '' : String(defaultValue)
}

const isSame = (value: Entered[string], defaultValue: Declared['defaultValue']): boolean =>
  typeof value === 'string'
    ? value === String(defaultValue)
    : JSON.stringify(value) === JSON.stringify(defaultValue)

const NOT_A_NUMBER = 'This must be a number, e.g. 3 or 0.25'

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** A variable may be named `__proto__`. */
function define<T>(target: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
