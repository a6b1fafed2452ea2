import { failure } from '../../common/outcome.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** pipelines.md §2: there is nothing to do, being reached is all. */
export const run = component(declaration, () => failure('The run reached an End Failure'))
