import Type from 'typebox'
import { wholeNumberFault } from '../../common/numbers.ts'
import { code, olderSpellings, text } from '../../common/properties.ts'
import { timeoutRange } from '../../common/script-limits.ts'
import { scriptSecretFaults, scriptSecrets } from '../../common/script-secrets.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  script: Type.Optional(code('Script', 'python')),
  ...olderSpellings({ script1: Type.Optional(code('Script', 'python', 'Used in older files')) }),
  interpreter: Type.Optional(text('Interpreter', 'Python 3')),
  timeout: Type.Optional(text('Timeout', 'Seconds, 3600 by default')),
  ...scriptSecrets,
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['python-script'],
  title: 'Python Script',
  summary: 'Runs a Python 3 script on the runner, with the variables as globals',
  properties,
  verbatim: ['script', 'script1'],
  effects: 'outside',
  preparesFirst: true,
  validate: ({ script, script1, timeout, interpreter, secretVariables = null }) => [
    ...scriptSecretFaults({ secretVariables }),
    ...((script ?? script1) === undefined ? ['Script ("script") is missing'] : []),
    ...wholeNumberFault('Timeout ("timeout")', timeout, timeoutRange),
    ...(typeof interpreter !== 'string' || /^\s*(python ?3(\.\d+)?)?\s*$/i.test(interpreter)
      ? []
      : [`Interpreter ("interpreter") is "${interpreter}"; scripts run in Python 3`]),
  ],
}
