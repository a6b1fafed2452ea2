import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aConnection, aPublishedProject } from '../../../test/support/factories.ts'
import { connectAs, type WireRunner } from '../../../test/support/wire-runner.ts'

/** What a runner that holds an execution learns about connections. */
const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>
let project: string
let runner: WireRunner
beforeAll(async () => {
  place = await aPublishedProject(api)
  project = `/v1/projects/${place.projectId}`
  const body = aConnection('Warehouse', { schema: { value: 'sales' } })
  await api.call('POST', `${project}/data-platform-connections`, { body })
  await api.call('PATCH', `${project}/environments/Development`, {
    body: {
      defaultConnections: { DWH: 'warehouse' },
      connectionOverrides: [
        { connectionName: 'WAREHOUSE', connectionProperties: { host: { value: 'dev.example.com' } } },
      ],
    },
  })
  runner = await connectAs(api, place.agentId)
  runner.say({ kind: 'credit', total: 1 })
})

const expected = {
  name: 'Warehouse',
  authProvider: 'POSTGRES',
  authType: 'USER_PASSWORD',
  properties: {
    host: { value: 'dev.example.com' },
    database: { value: 'orders' },
    user: { value: 'etl' },
    password: { secretName: 'orders_password' },
    schema: { value: 'sales' },
  },
}

test('SQL runs on the default connection of the environment, and a component finds it by name, each with its overrides', async () => {
  await api.call('POST', `${project}/pipeline-executions`, {
    body: { pipelineName: 'P', environmentName: 'Development' },
  })
  const run = await runner.heard('run')
  expect(run.connection).toEqual({
    type: 'NAMED',
    definition: expected,
    databases: {},
    dialectFunctions: true,
  })
  runner.say({ kind: 'connection-wanted', ask: 1, root: run.execution, connection: 'warehouse' })
  expect(await runner.heard('connection')).toEqual({ kind: 'connection', ask: 1, definition: expected })
})

test('neither a connection of another project nor one of an execution that the session does not hold is told', async () => {
  const other = await aPublishedProject(api)
  await api.call('POST', `/v1/projects/${other.projectId}/data-platform-connections`, {
    body: aConnection('foreign'),
  })
  const { execution: root } = await runner.heard('run')
  runner.say({ kind: 'connection-wanted', ask: 2, root, connection: 'foreign' })
  await expect
    .poll(() => runner.received.find((one) => 'ask' in one && one.ask === 2))
    .toEqual({
      kind: 'connection',
      ask: 2,
    })
  runner.say({
    kind: 'connection-wanted',
    ask: 3,
    root: '00000000-0000-4000-8000-000000000000',
    connection: 'warehouse',
  })
  expect(await runner.heard('unanswered')).toMatchObject({ ask: 3 })
})
