import type { Variable } from '../../../client/resources.ts'
import type { CommonOptions } from '../../terminal/context.ts'

/** The formats of a file of variables, and their media types. */
export const mediaTypes = { json: 'application/json', yaml: 'application/yaml', csv: 'text/csv' } as const
export type FileFormat = keyof typeof mediaTypes

interface InProject extends CommonOptions {
  readonly project: string
}

export interface ListOptions extends InProject {
  readonly environment?: string | undefined
}

export interface SetOptions extends InProject {
  readonly type?: Variable['type'] | undefined
  readonly behaviour?: Variable['behaviour'] | undefined
  readonly description?: string | undefined
  readonly grid?: string | undefined
  readonly column?: readonly string[] | undefined
}

export interface UnsetOptions extends ListOptions {
  readonly yes?: boolean | undefined
}

export interface OverrideOptions extends InProject {
  readonly dryRun?: boolean | undefined
}

export interface FileOptions extends InProject {
  readonly replace?: boolean | undefined
  readonly yes?: boolean | undefined
  readonly format?: FileFormat | undefined
}
