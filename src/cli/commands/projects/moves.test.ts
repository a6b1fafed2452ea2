import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const demo = { id: '0195b1c2-0000-7000-8000-000000000001', name: 'Demo' }
const moveId = '0195b1c2-0000-7000-8000-000000000009'
const path = `/v1/projects/${demo.id}/environments/Production/moves`
const move = {
  moveId,
  environmentName: 'Production',
  connectionName: 'lake',
  tablesDone: 0,
  tablesTotal: 0,
  rows: 0,
  createdAt: '2026-01-01T00:00:00Z',
}
const finished = { ...move, finishedAt: '2026-01-01T00:01:00Z', tablesTotal: 2 }
const waiting = { ...move, status: 'WAITING', waitingFor: 'one execution that runs in the environment' }

/** An API that answers with these states of the move, one after the other. */
function start(...states: readonly object[]) {
  const left = [...states]
  return startApi({
    'GET /v1/projects': paged([demo]),
    [`POST ${path}`]: (_, response) => json(response, 202, waiting),
    [`GET ${path}`]: paged(states as object[]),
    [`GET ${path}/${moveId}`]: (_, response) => json(response, 200, left.length > 1 ? left.shift() : left[0]),
    [`DELETE ${path}/${moveId}`]: (_, response) => response.writeHead(204).end(),
  })
}

const given = ['environments', 'move', 'Production', '-p', 'Demo', '--to', 'lake']

test('a move is begun after a confirmation', async () => {
  await using api = await start(waiting)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const unconfirmed = await terminal.run(...given)
  expect([unconfirmed.code, unconfirmed.err]).toEqual([1, expect.stringContaining('pass --yes to confirm')])
  const { code, out } = await terminal.run(...given, '--yes')
  expect({ code, out }).toEqual({
    code: 0,
    out: 'Moving environment Production to lake: Waiting for one execution that runs in the environment.\n',
  })
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({ connectionName: 'lake' })
})

test('it is watched to its end, with what the lake does not have', async () => {
  await using api = await start(
    { ...move, status: 'COPYING', tablesDone: 1, tablesTotal: 2, rows: 1500 },
    { ...move, status: 'COMMITTING' },
    {
      ...finished,
      status: 'SUCCEEDED',
      rows: 1501,
      views: 1,
      notKept: ['PRIMARY KEY(id) of main.t'],
      file: '/data/production.duckdb',
    },
  )
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, out, err } = await terminal.run(...given, '--yes', '--wait')
  expect({ code, out }).toEqual({
    code: 0,
    out: 'Moved Production to lake: 2 tables, 1 view, 1,501 rows.\nThe lake does not have:\n  PRIMARY KEY(id) of main.t\nThe file stays at /data/production.duckdb of the runner.\n',
  })
  expect(err).toBe(
    'Waiting for one execution that runs in the environment\nCopying: 1 of 2 tables, 1,500 rows\nCommitting\n',
  )
})

test('a server that is away is waited for, until Ctrl-C', async () => {
  const at = `GET ${path}/${moveId}`
  const fates = [false, true]
  await using api = await startApi({
    'GET /v1/projects': paged([demo]),
    [`POST ${path}`]: (_, response) => json(response, 202, waiting),
    [at]: (_, response) =>
      fates.shift() ? json(response, 200, { ...finished, status: 'SUCCEEDED' }) : response.destroy(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect(await terminal.run(...given, '--yes', '--wait')).toMatchObject({ code: 0 })
  using left = openTerminal({
    env: loginTo(api, credential),
    onWait: () => left.waits.length > 1 && left.interrupt(),
  })
  const { code, err } = await left.run(...given, '--yes', '--wait')
  expect([code, err]).toEqual([1, expect.stringMatching(/Waiting up to 10 minutes[\s\S]*The move goes on/)])
})

test('a move that fails ends the command with 1 and says why', async () => {
  await using api = await start({ ...finished, status: 'FAILED', message: 'The lake already has main.t' })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, out } = await terminal.run(...given, '--yes', '--wait')
  expect({ code, out }).toEqual({
    code: 1,
    out: 'Production was not moved; SQL runs on its file as before: The lake already has main.t\n',
  })
})

test('the one that is under way is cancelled', async () => {
  await using api = await start(waiting)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, out } = await terminal.run('environments', 'cancel-move', 'Production', '-p', 'Demo')
  expect({ code, out }).toEqual({
    code: 0,
    out: 'Cancelled the move of Production; SQL runs on its file as before.\n',
  })
  const listed = await terminal.run('environments', 'moves', 'Production', '-p', 'Demo')
  expect(listed.out).toContain('Waiting for one execution')
})

test('there is nothing to cancel when the latest has ended', async () => {
  await using api = await start({ ...finished, status: 'CANCELLED' })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, err } = await terminal.run('environments', 'cancel-move', 'Production', '-p', 'Demo')
  expect([code, err]).toEqual([1, expect.stringContaining('No move of Production is under way')])
})
