import { cortex } from './cortex.ts'
import type { ElsewhereComponent } from './elsewhere.ts'
import { pythonPushdown } from './python-pushdown.ts'
import { snowflakeObjects } from './snowflake-objects.ts'

/** All components that the language knows and that run on other platforms only. */
export const elsewhereComponents: readonly ElsewhereComponent[] = [
  pythonPushdown,
  ...snowflakeObjects,
  ...cortex,
]
