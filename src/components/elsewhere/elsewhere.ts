import type { PipelineKind } from '../../pipeline/model.ts'
import type { ComponentProperties } from '../component.ts'

/**
 * A component that pipeline files have and that no environment here can run. The language knows it, so its
 * parameters and links are checked like those of others; editors do not offer it, and a run fails at it with
 * `advice`.
 */
export interface ElsewhereComponent {
  readonly kind: PipelineKind
  readonly declaration: ComponentProperties
  /** Why it cannot run here, and what does its work instead; without a full stop at the end. */
  readonly advice: string
}
