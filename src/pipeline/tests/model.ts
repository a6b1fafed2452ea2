import type { RawJson } from '../../lib/json-numbers.ts'
import type { Pipeline, PipelineKind } from '../model.ts'
import type { CallerValues, RunVariable } from '../variables.ts'

/**
 * A test of pipelines as data (pipelines.md §7): what is there before, what runs, and what is to be true
 * afterwards.
 */
export interface PipelineTest {
  /** Path in the repository without its ending. */
  readonly name: string
  readonly file: string
  readonly description: string
  readonly subject: TestSubject
  /** What `sysvar.environment.name` says. */
  readonly environment: string
  /** The variables of the project, with their values in this environment. */
  readonly projectVariables: readonly RunVariable[]
  /** Values by the names that pipelines use. */
  readonly secrets: Readonly<Record<string, string>>
  /** The time at which the run begins; the true one, unless stated. */
  readonly nowMs: number | undefined
  readonly timeoutSeconds: number
  readonly tables: readonly TableFixture[]
  /** Files of the environment: where each is copied from, relative to the test, by its name there. */
  readonly files: readonly FileFixture[]
  readonly webhooks: readonly WebhookFixture[]
  readonly expected: Expected
}

/** A pipeline of the project, run as its users run it, or a flow that the test itself has. */
export type TestSubject =
  | {
      readonly kind: 'run'
      readonly pipelineKind: PipelineKind
      readonly reference: string
      readonly line: number
      readonly values: CallerValues
    }
  | { readonly kind: 'flow'; readonly pipeline: Pipeline }

/** A cell as the test states it: a number, which may have more digits than JavaScript keeps, or a text. */
export type TestCell = string | number | boolean | null | RawJson
export type TestRow = readonly TestCell[]

export interface FileFixture {
  readonly name: string
  /** Path from the top of the repository. */
  readonly path: string
  readonly line: number
}

/** A table that is there before the run. */
export interface TableFixture {
  /** `table` or `schema.table`. */
  readonly name: string
  /** Types by the names of columns, in order; with a file those that are not texts. */
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly rows: readonly TestRow[]
  /** A CSV file with the rows, from the top of the repository. */
  readonly path: string | undefined
  readonly line: number
}

/** An address that the test answers in place of the world. */
export interface WebhookFixture {
  readonly name: string
  readonly url: string
  readonly status: number
  readonly body: string
  readonly line: number
}

export interface Expected {
  readonly status: Assertion<'SUCCESS' | 'FAILED'>
  /** A part of the message that the run ends with. */
  readonly message: Assertion<string> | undefined
  readonly tables: readonly Named<ExpectedRows & { readonly exists: boolean }>[]
  readonly queries: readonly Named<ExpectedRows>[]
  readonly variables: readonly Named<{ readonly value: TestCell | readonly TestRow[] }>[]
  readonly steps: readonly Named<ExpectedStep>[]
  readonly webhooks: readonly Named<ExpectedRequests>[]
}

/** Something expected, and the line that says so. */
interface Assertion<T> {
  readonly value: T
  readonly line: number
}
/** `name` is that of the table, the variable, the step or the webhook; of a query its SQL. */
export type Named<T> = T & { readonly name: string; readonly line: number }

export interface ExpectedRows {
  /** The columns that are compared, in the order of the cells; undefined are all. */
  readonly columns: readonly string[] | undefined
  readonly rows: readonly TestRow[] | undefined
  readonly count: number | undefined
  /** Whether the order of the rows counts. */
  readonly isOrdered: boolean
}

export interface ExpectedStep {
  /** Of which pipeline; undefined is any. */
  readonly pipeline: string | undefined
  readonly status: string | undefined
  /** A part of the step's message. */
  readonly message: string | undefined
  readonly rowCount: number | undefined
  /** What its gates found, by their names. */
  readonly gates: readonly { readonly name: string; readonly result: 'PASSED' | 'FAILED' }[]
  /** How often it ran; undefined is at least once. */
  readonly runs: number | undefined
}

export interface ExpectedRequests {
  readonly count: number | undefined
  /**
   * JSON that the bodies have, in the order of the requests: members that are not named here may have any
   * value.
   */
  readonly bodies: readonly unknown[] | undefined
}
