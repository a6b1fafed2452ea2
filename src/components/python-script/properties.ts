import Type from 'typebox'
import type { ComponentProperties } from '../component.ts'
import { wholeNumberFault } from '../shared/numbers.ts'
import { text } from '../shared/properties.ts'
import { timeoutRange } from '../shared/script-limits.ts'

const properties = Type.Object({
  script: text('Script'),
  interpreter: Type.Optional(text('Interpreter', 'Python 3')),
  timeout: Type.Optional(text('Timeout', 'Seconds, 3600 unless stated')),
})

export const pythonScript: ComponentProperties<typeof properties> = {
  types: ['python-script'],
  title: 'Python Script',
  summary: 'Runs a Python 3 script on the runner, with the variables as globals',
  properties,
  verbatim: ['script'],
  effects: 'outside',
  validate: ({ timeout, interpreter }) => [
    ...wholeNumberFault('Timeout ("timeout")', timeout, timeoutRange),
    ...(typeof interpreter !== 'string' || /^\s*(python ?3(\.\d+)?)?\s*$/i.test(interpreter)
      ? []
      : [`Interpreter ("interpreter") is "${interpreter}"; scripts run in Python 3`]),
  ],
}
