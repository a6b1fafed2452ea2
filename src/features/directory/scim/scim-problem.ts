import { Problem, type ProblemKind } from '../../../lib/problem.ts'

/** RFC 7644 §3.12, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'

/** A problem that SCIM has a keyword for. */
export class ScimProblem extends Problem {
  readonly scimType: ScimType

  constructor(kind: ProblemKind, scimType: ScimType, detail: string, violations: readonly string[] = []) {
    super(kind, detail, { violations })
    this.scimType = scimType
  }
}

/** Attributes that cannot have the values that were given. */
export const invalidValues = (violations: readonly string[]) =>
  new ScimProblem('bad-request', 'invalidValue', 'The request is not valid; see violations', violations)

export const scimFault = (scimType: ScimType, detail: string) =>
  new ScimProblem('bad-request', scimType, detail, [detail])
