import type { operations } from '../../../api/generated.ts'

export type Principal =
  operations['listUsers']['responses'][200]['content']['application/json']['results'][number]
