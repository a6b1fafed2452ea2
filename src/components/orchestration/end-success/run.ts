import { success } from '../../common/outcome.ts'
import { component } from '../../component.ts'
import { endSuccess } from './properties.ts'

/** pipelines.md §2: there is nothing to do, being reached is all. */
export const endSuccessRun = component(endSuccess, async () => success())
