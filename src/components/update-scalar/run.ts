import type { VariableUpdate } from '../../pipeline/flow-events.ts'
import { component } from '../component.ts'
import { failure, success } from '../shared/outcome.ts'
import { scalarUpdate } from '../shared/variables.ts'
import { updateScalar } from './properties.ts'

/**
 * Sets the variables in the order of the rows; a variable that stands in two rows ends with the later value. Every
 * row's value is worked out from the values the step began with.
 */
export const updateScalarRun = component(updateScalar, async (context, { scalarsToUpdate }) => {
  const updates: VariableUpdate[] = []
  const faults: string[] = []
  for (const [variable = '', value = ''] of scalarsToUpdate) {
    const made = scalarUpdate(context.variables, variable, value)
    if ('fault' in made) faults.push(made.fault)
    else updates.push(made.update)
  }
  if (faults.length > 0) return failure(faults.join('. '))
  return success(updates.map(({ variable, value }) => `${variable} = ${value}`).join('\n'), { updates })
})
