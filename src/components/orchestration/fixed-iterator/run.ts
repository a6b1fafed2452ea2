import { iterationsOf } from '../../common/iterations.ts'
import { iterator } from '../../component.ts'
import { fixedIterator } from './properties.ts'

/** One iteration for each row; its cells go to `variablesToIterate` by position. */
export const fixedIteratorRun = iterator(
  fixedIterator,
  async (context, { variablesToIterate, iterationValues }) =>
    iterationsOf(context.variables, variablesToIterate, iterationValues),
)
