import { clarityRules } from './clarity-rules.ts'
import { flowRules } from './flow-rules.ts'
import { namingRules } from './naming-rules.ts'
import type { ReviewRule } from './rule.ts'
import { secretRules } from './secret-rules.ts'
import { sqlRules } from './sql-rules.ts'

/** Every rule of a review, in the order of its documentation. */
export const reviewRules: readonly ReviewRule[] = [
  ...flowRules,
  ...secretRules,
  ...sqlRules,
  ...namingRules,
  ...clarityRules,
]
