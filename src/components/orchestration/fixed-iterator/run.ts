import { iterationsOf } from '../../common/iterations.ts'
import { iterator } from '../../component.ts'
import { declaration } from './properties.ts'

/** One iteration for each row; its cells go to `variablesToIterate` by position. */
export const run = iterator(declaration, async (context, { variablesToIterate, iterationValues }) =>
  iterationsOf(context.variables, variablesToIterate, iterationValues),
)
