import type { CommonOptions } from '../../terminal/context.ts'

interface InProject extends CommonOptions {
  readonly project: string
}

export interface ListOptions extends InProject {
  readonly environment?: string | undefined
}

export interface SetOptions extends InProject {
  readonly type?: string | undefined
  readonly behaviour?: string | undefined
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
  readonly format?: string | undefined
}
