import { failure } from '../../common/outcome.ts'
import { component } from '../../component.ts'
import { endFailure } from './properties.ts'

/** pipelines.md §2: there is nothing to do, being reached is all. */
export const endFailureRun = component(endFailure, async () => failure('The run reached an End Failure'))
