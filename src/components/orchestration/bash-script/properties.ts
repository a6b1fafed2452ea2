import Type from 'typebox'
import { wholeNumberFault } from '../../common/numbers.ts'
import { code, text } from '../../common/properties.ts'
import { timeoutRange } from '../../common/script-limits.ts'
import { scriptSecretFaults, scriptSecrets } from '../../common/script-secrets.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  script: code('Script', 'bash'),
  timeout: Type.Optional(text('Timeout', 'Seconds, 3600 by default')),
  ...scriptSecrets,
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['bash-script'],
  title: 'Bash Script',
  summary: 'Runs a Bash script on the runner, with the scalar variables in its environment',
  properties,
  verbatim: ['script'],
  effects: 'outside',
  preparesFirst: true,
  validate: (parameters) => [
    ...wholeNumberFault('Timeout ("timeout")', parameters['timeout'], timeoutRange),
    ...scriptSecretFaults(parameters),
  ],
}
