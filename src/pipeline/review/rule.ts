import type { ComponentCatalog } from '../catalog.ts'
import type { Fault, Pipeline } from '../model.ts'
import type { ProjectFile } from '../validate-references.ts'

export type Severity = Fault['severity']

/** A setting of a rule. Its type is that of its default. */
export interface RuleOption {
  readonly default: OptionValue
  readonly description: string
  /** The values that it may have, where not every one of its type is allowed. */
  readonly choices?: readonly string[]
}
export type OptionValue = number | string | readonly string[]
export type Options = Readonly<Record<string, OptionValue>>

/** What a rule looks at: one pipeline, and the project around it. */
export interface Subject {
  readonly path: string
  readonly pipeline: Pipeline
  /** What validation says of this file. */
  readonly faults: readonly Fault[]
  readonly project: ReadonlyMap<string, ProjectFile>
  /** Names of the pipelines that others call. */
  readonly called: ReadonlySet<string>
  /**
   * Names of the pipelines that tests run, directly or through others; undefined in a project without tests.
   */
  readonly tested: ReadonlySet<string> | undefined
  readonly catalog: ComponentCatalog
}

export interface Found extends Pick<Fault, 'line' | 'message' | 'component' | 'variable'> {
  /** Only where it differs from the rule's advice. */
  readonly hint?: string | undefined
}

/** One rule of a review. Rules are pure and know no other rule. */
export interface ReviewRule {
  readonly id: string
  /** What a pipeline is to be like, as a heading. */
  readonly title: string
  /** Why, and what exactly is looked at; Markdown. */
  readonly description: string
  /** What to do about a finding. */
  readonly advice: string
  /** Unless the rules file says otherwise. */
  readonly severity: Severity
  readonly options?: Readonly<Record<string, RuleOption>>
  /**
   * Contents of the block `pipeline` of an orchestration: one with a finding of the rule, and one without.
   */
  readonly examples: { readonly bad: string; readonly good: string }
  /** A file that has to be beside the examples. */
  readonly beside?: { readonly path: string; readonly text: string }
  check(subject: Subject, options: Options): Iterable<Found>
}
