import { expect, test } from 'vitest'
import { meets, type Need, type Rights, sentenceOfNeed } from './needs.ts'

const environment = (environmentName: string, permissions: string[]) =>
  ({ environmentName, access: 'RUNNER', because: 'DEFAULT', accessFrom: [], permissions }) as never
const project = (projectId: string, permissions: string[], environments: never[] = []) =>
  ({ projectId, name: projectId, role: 'CONTRIBUTOR', roleFrom: [], permissions, environments }) as never
const user = (...projects: never[]): Rights => ({ isAdministrator: false, accountPermissions: [], projects })
const run = { projectId: 'a', permission: 'executions:run', access: 'environment:run' } as const

test('an administrator has everything, a user without a role nothing', () => {
  const nobody = user()
  const needs = [
    'administrator',
    'projectCreator',
    'member',
    { permissionInSomeProject: 'connectors:write' },
  ] as const
  for (const need of needs) {
    expect(meets({ ...nobody, isAdministrator: true }, need)).toBe(true)
    expect(meets(nobody, need)).toBe(false)
  }
  expect(meets({ ...nobody, accountPermissions: ['PROJECT_CREATOR'] }, 'projectCreator')).toBe(true)
})

test('a member has the permissions of its role in that project, and no other', () => {
  const reader = user(project('a', ['schedules:read']), project('b', ['schedules:read', 'schedules:write']))
  expect(meets(reader, { projectId: 'a', permission: 'schedules:write' })).toBe(false)
  expect(meets(reader, { projectId: 'b', permission: 'schedules:write' })).toBe(true)
  expect(meets(reader, { permissionInSomeProject: 'schedules:write' })).toBe(true)
  expect(meets(reader, 'member')).toBe(true)
  expect(meets(reader, 'administrator')).toBe(false)
})

test('running needs the permission of the project and access to the environment', () => {
  const at = (...permissions: string[]) =>
    user(project('a', ['executions:run'], [environment('Test', permissions)]))
  expect(meets(at('environment:read'), { ...run, environmentName: 'Test' })).toBe(false)
  expect(meets(at('environment:read', 'environment:run'), { ...run, environmentName: 'Test' })).toBe(true)
  expect(meets(at('environment:read'), run)).toBe(false)
  expect(meets(at('environment:run'), run)).toBe(true)
})

test('what is not known is left to the API', () => {
  expect(meets({ ...user(), projects: undefined }, run)).toBe(true)
  expect(meets(user(project('b', [])), run)).toBe(true)
  const withTest = user(project('a', ['executions:run'], [environment('Test', [])]))
  expect(meets(withTest, { ...run, environmentName: 'Made just now' })).toBe(true)
})

test.each<[Need, RegExp]>([
  ['administrator', /SUPER_ADMIN. Ask an administrator of this installation.$/],
  ['projectCreator', /PROJECT_CREATOR. Ask an administrator of this installation.$/],
  ['member', /a role in a project. Ask .* to add you as a member.$/],
  [{ permissionInSomeProject: 'connectors:write' }, /connectors:write in a project. Ask/],
  [
    { projectId: 'a', permission: 'alerts:write' },
    /alerts:write in this project. Ask an administrator of the project/,
  ],
  [{ ...run, environmentName: 'Test' }, /executions:run in this project and environment:run in Test. Ask/],
])('who lacks %j learns what it is and whom to ask', (need, sentence) => {
  expect(sentenceOfNeed(need)).toMatch(sentence)
})
