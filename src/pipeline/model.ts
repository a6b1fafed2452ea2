/** The pipeline language as data (pipelines.md §1). Everything here is plain, immutable and free of I/O. */

export type PipelineKind = 'orchestration' | 'transformation'
export type VariableType = 'TEXT' | 'NUMBER' | 'GRID'
/** COPIED: each branch and iteration has its own copy. SHARED: one value for the run. */
export type VariableScope = 'COPIED' | 'SHARED'
export type Visibility = 'PUBLIC' | 'PRIVATE'
export type Condition = 'unconditional' | 'success' | 'failure' | 'true' | 'false'

/** Rows of cells, in the order of the variable's columns. */
export type Grid = readonly (readonly string[])[]
export type Value = string | number | Grid

/** A parameter as the file states it: nearly every scalar is a string, an empty key is null. */
export type ParameterValue =
  | null
  | string
  | number
  | boolean
  | readonly ParameterValue[]
  | { readonly [key: string]: ParameterValue }
export type Parameters = { readonly [key: string]: ParameterValue }

/**
 * From a component's parameters to a value in them: keys of blocks, rows and cells from 0, e.g.
 * `['condition', 0, 2]`.
 */
export type ParameterPath = readonly [key: string, ...(string | number)[]]

export interface VariableDeclaration {
  readonly name: string
  readonly type: VariableType
  readonly scope: VariableScope
  readonly visibility: Visibility
  readonly description: string
  /** Names of a GRID's columns, in order; empty for scalars. */
  readonly columns: readonly string[]
  readonly defaultValue: Value
}

/** A grid and the rows it gets, as the file states them: rows of cells, or a block with `fromGrid`. */
export interface GridUpdate {
  readonly variable: string
  readonly values: ParameterValue
}

export interface PostProcessing {
  /** Rows of [variable, expression]. */
  readonly updateScalarVariables: readonly (readonly [string, string])[]
  readonly updateGridVariables?: readonly GridUpdate[]
  /** A template whose value is appended to the step's message. */
  readonly updateOutputMessage: string | undefined
}

export interface Component {
  readonly name: string
  readonly type: string
  readonly parameters: Parameters
  readonly transitions: Partial<Readonly<Record<Condition, readonly string[]>>>
  readonly sources: readonly string[]
  readonly iterationTarget: string | undefined
  readonly postProcessing: PostProcessing | undefined
  readonly skipped: boolean
  /** Line of the component's name in its file, from 1. */
  readonly line: number
  /** Lines of its parameters by their keys, where the component was read from a file. */
  readonly parameterLines?: Readonly<Record<string, number>>
}

export interface Pipeline {
  /** Path in the repository without its ending. */
  readonly name: string
  readonly kind: PipelineKind
  readonly description: string
  readonly components: ReadonlyMap<string, Component>
  readonly variables: ReadonlyMap<string, VariableDeclaration>
  /** Lines of the variables by their names, where the pipeline was read from a file. */
  readonly variableLines?: Readonly<Record<string, number>>
}

/** What is wrong with a file, and where. `warning`: it still runs, or only this component fails. */
export interface Fault {
  readonly severity: 'error' | 'warning'
  readonly file: string
  /** From 1; 1 when the place is not known. */
  readonly line: number
  readonly component?: string | undefined
  /** The parameters of the component that it is about; undefined: none of them, or that is not known. */
  readonly paths?: readonly ParameterPath[] | undefined
  /** A stable word for programs, e.g. `unknown-component-type`. */
  readonly rule: string
  readonly message: string
  /** What to do about it. */
  readonly hint?: string | undefined
  /** Of `undefined-variable`: the variable; a project that has it cures the fault. */
  readonly variable?: string | undefined
}
