import { formatValue } from '../../../pipeline/expressions/format.ts'
import { failure, success } from '../../common/outcome.ts'
import { unknownVariable } from '../../common/variables.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** One line for each variable: prefix, `name = ` unless unwanted, value (a grid as JSON). */
export const run = component(declaration, async (context, parameters) => {
  const { variablesToPrint, prefixText = '', includeVariableName = 'Yes' } = parameters
  const names = variablesToPrint.map(([name = '']) => name).filter((name) => name !== '')
  const unknown = names.filter((name) => context.variables.get(name) === undefined)
  if (unknown.length > 0) return failure(unknown.map(unknownVariable).join('. '))

  const lines = names.map((name) => {
    const value = formatValue(context.variables.get(name))
    return `${prefixText}${includeVariableName === 'Yes' ? `${name} = ` : ''}${value}`
  })
  for (const line of lines.flatMap((one) => one.split('\n'))) context.log(line)
  return success(lines.join('\n'))
})
