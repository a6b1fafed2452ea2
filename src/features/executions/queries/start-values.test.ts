import { expect, test } from 'vitest'
import type { VariableDeclaration } from '../../../pipeline/model.ts'
import { isSecretName } from '../../../pipeline/secret-names.ts'
import type { WireVariable } from '../../../protocol/shapes.ts'
import { startValues } from './start-values.ts'

const text = (name: string, value: string): WireVariable => ({
  name,
  type: 'TEXT',
  scope: 'COPIED',
  columns: [],
  value,
})
const declared = (name: string, visibility: 'PUBLIC' | 'PRIVATE', defaultValue: string) =>
  [name, { ...text(name, ''), description: '', visibility, defaultValue } as VariableDeclaration] as const

const start = (variables: WireVariable[], more: object = {}) => ({
  artifactId: 'a',
  pipelineName: 'p',
  scalarVariables: {},
  gridVariables: {},
  snapshot: { variables, overridden: ['b'] },
  ...more,
})

test('each variable comes with its value and where that came from, lowest to highest', () => {
  const given = start(
    ['a', 'b', 'c', 'd', 'e'].map((name) => text(name, `project ${name}`)),
    {
      scalarVariables: { d: 'caller d', e: 'refused' },
    },
  )
  const pipeline = new Map([
    declared('c', 'PUBLIC', 'pipeline c'),
    declared('d', 'PUBLIC', 'pipeline d'),
    declared('e', 'PRIVATE', 'pipeline e'),
  ])
  expect(startValues(given, pipeline).map(({ value, source }) => [value, source])).toEqual([
    ['project a', 'PROJECT_VARIABLE'],
    ['project b', 'ENVIRONMENT_OVERRIDE'],
    ['pipeline c', 'PIPELINE_VARIABLE'],
    ['caller d', 'CALLER'],
    ['pipeline e', 'PIPELINE_VARIABLE'],
  ])
})

test('secrets are masked where they are named, and wherever else their text appears', () => {
  const rows = [['user', 'hunter22']]
  const found = startValues(
    start([
      text('db_password', 'hunter22'),
      text('dsn', 'postgres://me:hunter22@host'),
      text('pin', 'x'),
      { name: 'grid', type: 'GRID', scope: 'SHARED', columns: ['k', 'v'], value: rows },
      { name: 'tokenCount', type: 'NUMBER', scope: 'SHARED', columns: [], value: 7 },
    ]),
    new Map(),
  )
  expect(Object.fromEntries(found.map(({ name, value }) => [name, value]))).toEqual({
    db_password: '***',
    dsn: 'postgres://me:***@host',
    pin: 'x',
    grid: [['user', '***']],
    tokenCount: 7,
  })
})

test.each([
  'password',
  'DB_PASSWORD',
  'dbPassword',
  'apiKey',
  'api-key',
  'access_key',
  'secret',
  'clientSecret',
  'tokens',
  'pwd',
  'DBPassword',
  'AWSSecretKey',
  'APIToken',
  'APIKey',
  'SSHPrivateKey',
  'SFTPCredentials',
  'password2',
  'token1_new',
])('%s is named like a secret', (name) => expect(isSecretName(name)).toBe(true))
test.each([
  'region',
  'passenger_count',
  'tokenizer',
  'key',
  'secretary',
  'compass',
  'APIKeyboard',
  'token2d',
])('%s is not named like a secret', (name) => expect(isSecretName(name)).toBe(false))
