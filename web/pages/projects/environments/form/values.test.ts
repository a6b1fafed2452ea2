import { expect, test } from 'vitest'
import { connectionWords } from '../shapes.ts'
import { connectionOf, creationOf, emptyValues, faultsOf, patchOf, settingsOf, valuesOf } from './values.ts'

const postgres = {
  type: 'POSTGRES',
  host: 'db.example.com',
  port: 5433,
  database: 'sales',
  user: 'loader',
  passwordSecret: 'sales-password',
  schema: 'staging',
  ssl: true,
} as const
const environment = {
  name: 'Production',
  displayName: 'Production',
  description: '',
  defaultAgentId: '018f0000-0000-7000-8000-000000000000',
  defaultAgentName: 'local',
  defaultUserAccessLevel: 'runner',
  connection: postgres,
  defaultConnections: { DWH: 'lake' },
  onRunnerLoss: 'FAIL',
  reviewBeforePublishing: 'ERRORS',
  allowUnpublishedRuns: false,
  maxConcurrentExecutions: 4,
  databases: {
    ANALYTICS: {},
    RAW: { database: 'raw' },
    LAKE: { database: 'lake', schema: 'my schema' },
    OWN: { schema: 'x.y' },
  },
  dialectFunctions: false,
} as const

test('what was saved comes back from the form as it was', () => {
  expect(settingsOf(valuesOf(environment))).toEqual({
    displayName: 'Production',
    description: '',
    defaultAgentId: environment.defaultAgentId,
    defaultUserAccessLevel: 'runner',
    onRunnerLoss: 'FAIL',
    reviewBeforePublishing: 'ERRORS',
    allowUnpublishedRuns: false,
    connection: postgres,
    defaultConnections: { DWH: 'lake' },
    maxConcurrentExecutions: 4,
    databases: environment.databases,
    dialectFunctions: false,
  })
})

test('names of databases are lines of text', () => {
  expect(valuesOf(environment).databases).toBe('ANALYTICS\nRAW = raw\nLAKE = lake.my schema\nOWN = .x.y')
  const typed = { ...valuesOf(environment), databases: '\n A=b \n\nB =\n' }
  expect(settingsOf(typed).databases).toEqual({ A: { database: 'b' }, B: {} })
  expect(faultsOf({ ...typed, databases: 'A\nnot a name' }, false)).toEqual({
    databases: '"not a name" is not a name, or a name = database.schema',
  })
})

test('what is left empty is left to its default, and an emptied limit is taken away', () => {
  expect(connectionOf(emptyValues)).toEqual({ type: 'DUCKDB' })
  expect(connectionOf({ ...valuesOf(environment), connectionType: 'DUCKDB', schema: ' ' })).toEqual({
    type: 'DUCKDB',
  })
  expect(creationOf({ ...emptyValues, name: ' Test ' })).not.toHaveProperty('maxConcurrentExecutions')
  expect(creationOf({ ...emptyValues, name: ' Test ' })).toMatchObject({ name: 'Test' })
  expect(settingsOf({ ...valuesOf(environment), maxConcurrentExecutions: '' })).toMatchObject({
    maxConcurrentExecutions: null,
  })
})

test('only what was changed is sent, so that what others changed meanwhile stays', () => {
  const before = valuesOf(environment)
  expect(patchOf(before, before)).toEqual({})
  expect(patchOf(before, { ...before, description: 'Figures', maxConcurrentExecutions: '' })).toEqual({
    description: 'Figures',
    maxConcurrentExecutions: null,
  })
  expect(patchOf(before, { ...before, port: 5432 })).toEqual({ connection: { ...postgres, port: 5432 } })
})

test('a connection is said without its secret', () => {
  expect(connectionWords(postgres)).toBe('PostgreSQL sales at db.example.com:5433')
  expect(connectionWords({ type: 'DUCKDB' })).toBe('DuckDB')
})

test('what is missing is said at its field, and only what the chosen database needs', () => {
  expect(Object.keys(faultsOf(emptyValues, true))).toEqual(['name', 'defaultAgentId'])
  const isPostgres = { ...emptyValues, connectionType: 'POSTGRES' as const, defaultAgentId: 'x', name: 'a/b' }
  expect(faultsOf(isPostgres, true)).toMatchObject({ name: 'A name cannot contain slashes' })
  expect(Object.keys(faultsOf(isPostgres, true))).toEqual(['name', 'host', 'database', 'user'])
  expect(faultsOf(valuesOf(environment), false)).toEqual({})
})
