import type { operations } from '../../../../openapi/types.generated.ts'

export type Principal =
  operations['listUsers']['responses'][200]['content']['application/json']['results'][number]
