import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { textOf } from '../../common/blocks.ts'
import { rows, text } from '../../common/properties.ts'
import { timeoutOf } from '../../common/script-limits.ts'
import { scriptSecretFaults, scriptSecrets } from '../../common/script-secrets.ts'
import type { ComponentProperties } from '../../component.ts'
import { commandWords, environmentFaults } from './command.ts'

const properties = Type.Object({
  command: text('Command', 'Such as dbt build --select orders+'),
  gitFolderPath: Type.Optional(
    text('Project Folder', 'The folder of dbt_project.yml; found automatically by default'),
  ),
  schema: Type.Optional(text('Schema', "The environment's by default")),
  threads: Type.Optional(text('Threads', '4 by default')),
  mapDbtEnvironmentVariables: Type.Optional(rows('Environment Variables', 'name', 'value')),
  ...scriptSecrets,
  timeout: Type.Optional(text('Timeout (seconds)', '3600 by default')),
  dbtUrl: Type.Optional(text('Git Repository', 'Has no effect: the project is one of this repository')),
  branch: Type.Optional(text('Branch', 'Has no effect')),
  userName: Type.Optional(text('Git Username', 'Has no effect')),
  gitPassword: Type.Optional(text('Git Password', 'Has no effect')),
  config: Type.Optional(Type.Unsafe<unknown>({ title: 'Config', description: 'Has no effect' })),
  profileConfig: Type.Optional(
    Type.Unsafe<unknown>({ title: 'Profile Config', description: 'Has no effect' }),
  ),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['commands-for-dbt-core', 'dbt-core', 'dbt'],
  title: 'dbt Core',
  summary: 'Runs a command of dbt on a dbt project of the repository and the database of the environment',
  properties,
  effects: 'outside',
  validate: dbtFaults,
}

/** What is wrong with the parameters, one sentence each. */
export function dbtFaults(parameters: Parameters): readonly string[] {
  const command = textOf(parameters['command'])
  const words = command === '' || command.includes('${') ? undefined : commandWords(command)
  const limit = timeoutOf(textOf(parameters['timeout']))
  const threads = textOf(parameters['threads'])
  return [
    ...(words !== undefined && 'fault' in words ? [words.fault] : []),
    ...environmentFaults(parameters['mapDbtEnvironmentVariables']),
    ...scriptSecretFaults(parameters),
    ...('fault' in limit ? [limit.fault] : []),
    ...(threads === '' || threads.includes('${') || /^[1-9]\d?$/.test(threads)
      ? []
      : [`Threads ("threads") is "${threads}"; it must be a whole number from 1 to 99`]),
  ]
}
