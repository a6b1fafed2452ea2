import type { Fault, ParameterPath, ParameterValue } from './model.ts'
import type { ExactValue, YamlMapping } from './parse-yaml.ts'

interface FaultDetails {
  readonly component?: string | undefined
  readonly paths?: readonly ParameterPath[] | undefined
  readonly hint?: string | undefined
  readonly variable?: string | undefined
}

/** The faults of one file, in the order they are found. */
export class FaultList {
  readonly all: Fault[] = []
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  error(line: number, rule: string, message: string, details: FaultDetails = {}): void {
    this.all.push({ severity: 'error', file: this.#file, line, rule, message, ...details })
  }

  warning(line: number, rule: string, message: string, details: FaultDetails = {}): void {
    this.all.push({ severity: 'warning', file: this.#file, line, rule, message, ...details })
  }
}

export const isMapping = (value: ParameterValue | undefined): value is YamlMapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: ParameterValue | undefined): value is readonly ParameterValue[] =>
  Array.isArray(value)

/** A scalar as text, null and nothing as the empty text; a list or block as JSON. */
export function textOrJson(value: ExactValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A list of names; a single name is a list of one, and empty entries are left out. */
export function namesOf(value: ParameterValue | undefined): readonly string[] {
  const items = isList(value) ? value : [value]
  return items
    .filter((item) => !isMapping(item) && !isList(item))
    .map(textOrJson)
    .filter((name) => name !== '')
}
