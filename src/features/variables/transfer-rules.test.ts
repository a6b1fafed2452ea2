import { expect, test } from 'vitest'
import type { FileVariable, Variable } from './schema.ts'
import { type PresentVariable, planImport } from './transfer-rules.ts'

const anywhere = { exists: () => true, edit: () => true }
const text = (name: string, fields: Partial<Variable> = {}): Variable => ({
  id: `id-${name}`,
  name,
  type: 'TEXT',
  behaviour: 'COPIED',
  description: '',
  value: 'x',
  supportsDoubleResolution: false,
  ...fields,
})
const present = (variable: Variable, overrides: Record<string, string> = {}): PresentVariable => ({
  variable,
  overrides: Object.entries(overrides).map(([environmentName, value]) => ({
    environmentName,
    value,
    visible: environmentName !== 'hidden',
  })),
})
const wanted = (name: string, fields: Partial<FileVariable> = {}): FileVariable => ({
  name,
  type: 'TEXT',
  behaviour: 'COPIED',
  ...fields,
})
const over = (overrides: Record<string, string | number>) =>
  Object.entries(overrides).map(([environmentName, value]) => ({ environmentName, value }))
const summary = ({ changes }: ReturnType<typeof planImport>) =>
  changes.map(({ action, variableName, environmentName }) =>
    [action, variableName, environmentName].filter(Boolean).join(' '),
  )

test('a file that says what is there changes nothing', () => {
  const there = [present(text('a'), { dev: 'd' })]
  const plan = planImport(
    there,
    [wanted('a', { value: 'x', overrides: over({ dev: 'd' }) })],
    'REPLACE',
    anywhere,
  )
  expect(plan).toEqual({ changes: [], unchanged: 1, failedOverride: [], violations: [] })
})

test('what a file leaves out stays, unless it replaces', () => {
  const there = [
    present(text('a', { value: 'kept', description: 'd' }), { dev: 'd', prod: 'p' }),
    present(text('b')),
  ]
  const file = [wanted('a', { behaviour: 'SHARED', overrides: over({ dev: 'new' }) })]
  const merged = planImport(there, file, 'MERGE', anywhere)
  expect(summary(merged)).toEqual(['UPDATED a', 'UPDATED a dev'])
  expect(merged.changes[0]!.after).toMatchObject({ value: 'kept', description: 'd', behaviour: 'SHARED' })
  expect(summary(planImport(there, file, 'REPLACE', anywhere))).toEqual([
    ...summary(merged),
    'DELETED a prod',
    'DELETED b',
  ])
  expect(summary(planImport(there, [wanted('a'), wanted('b')], 'REPLACE', anywhere))).toEqual([])
})

test('replacing leaves overrides alone that the caller may not edit', () => {
  const there = [present(text('a'), { dev: 'd', prod: 'p' })]
  const reach = { exists: () => true, edit: (name: string) => name === 'dev' }
  const plan = planImport(there, [wanted('a', { overrides: [] })], 'REPLACE', reach)
  expect(summary(plan)).toEqual(['DELETED a dev'])
})

test('overrides of a file fail alone', () => {
  const reach = { exists: (name: string) => name !== 'nowhere', edit: (name: string) => name !== 'prod' }
  const file = [wanted('a', { overrides: over({ nowhere: 'x', prod: 'x', dev: 5, test: 'x' }) })]
  const plan = planImport([], file, 'MERGE', reach)
  expect(summary(plan)).toEqual(['CREATED a', 'CREATED a test'])
  expect(plan.failedOverride.map(({ variableName, reason }) => `${variableName} ${reason}`)).toEqual([
    'a ENVIRONMENT_NOT_FOUND',
    'a FORBIDDEN',
    'a INCOMPATIBLE_TYPE',
  ])
})

test('all violations of a file are reported with their location, and a hidden override is not named', () => {
  const there = [present(text('Region')), present(text('typed'), { dev: 'd', hidden: 'h' })]
  const file = [
    wanted('if'),
    wanted('region'),
    wanted('twice'),
    wanted('TWICE'),
    wanted('odd', { type: 'NUMBER', value: 'x' }),
    wanted('long', { type: 'NUMBER', value: '9007199254740993' }),
    wanted('typed', { type: 'NUMBER', value: 1, overrides: over({ dev: 2 }) }),
  ]
  expect(planImport(there, file, 'MERGE', anywhere).violations).toEqual([
    'body/variables/3/name is the same as in body/variables/2 (case is ignored)',
    'body/variables/0/name must not be the JavaScript reserved word if',
    'body/variables/1/name: the variable is named Region, and names cannot be changed',
    'body/variables/4/value: the value of a NUMBER variable must be a finite number',
    'body/variables/5/value: the value 9007199254740993 would be read as 9007199254740992',
    'body/variables/6/type: the overrides in an environment that you may not see do not fit NUMBER',
  ])
})

test('a type changes together with its overrides', () => {
  const there = [present(text('a'), { dev: 'd' })]
  const file = [wanted('a', { type: 'NUMBER', value: 1, overrides: over({ dev: 2 }) })]
  const plan = planImport(there, file, 'MERGE', anywhere)
  expect([plan.violations, summary(plan)]).toEqual([[], ['UPDATED a', 'UPDATED a dev']])
})
