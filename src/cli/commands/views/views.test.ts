import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const id = (n: number) => `0195b1c2-0000-7000-8000-00000000000${n}`
const demo = { id: id(1), name: 'Demo', warehouse: 'DUCKDB', description: '' }
const mine = {
  savedViewId: id(2),
  list: 'EXECUTIONS',
  name: 'Failed',
  filter: { status: 'FAILED,CANCELLED', environmentName: 'Production', sort: 'queuedAt' },
  owner: 'ada',
  isOwn: true,
  updatedAt: '2025-03-01T11:00:00.000Z',
}
const shared = { ...mine, savedViewId: id(3), owner: 'bob', isOwn: false, projectId: id(1), filter: {} }
const all = '/v1/saved-views'
const echo: Answer = ({ body }, response) => json(response, 200, { ...mine, ...JSON.parse(body.toString()) })
const routes = {
  'GET /v1/projects': paged([demo]),
  [`GET ${all}`]: paged([shared, mine]),
  [`POST ${all}`]: echo,
  [`PATCH ${all}/${mine.savedViewId}`]: echo,
  [`DELETE ${all}/${mine.savedViewId}`]: ((_, response) => void response.writeHead(204).end()) as Answer,
  'GET /v1/pipeline-executions': ((_, response) => json(response, 200, { results: [] })) as Answer,
  [`GET /v1/projects/${demo.id}/schedules`]: paged([]),
}

async function run(...words: string[]) {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const outcome = await terminal.run(...words)
  return { ...outcome, requests: api.requests.filter(({ path }) => !path.includes('oauth')) }
}

const bodyOf = ({ requests }: Awaited<ReturnType<typeof run>>) => JSON.parse(requests.at(-1)!.body.toString())

test('views are listed with their filters, and those of a project on request', async () => {
  const { out, requests } = await run('views', '-p', 'Demo', '--list', 'executions')
  expect(out).toContain('status=FAILED,CANCELLED environmentName=Production sort=queuedAt')
  expect(requests.at(-1)!.path).toMatch(/list=EXECUTIONS.*projectId=/)
})

test('a view of a name is the own one before a shared one', async () => {
  const { out } = await run('views', 'show', 'failed', '-p', 'Demo', '--json')
  expect(JSON.parse(out)).toEqual(mine)
})

test('executions are listed by a view, and options take precedence over its filters', async () => {
  const { code, requests } = await run('executions', '--view', 'Failed', '-e', 'Development')
  expect(code).toBe(0)
  const { searchParams } = new URL(requests.at(-1)!.path, 'http://api')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    status: 'FAILED,CANCELLED',
    environmentName: 'Development',
    sort: 'queuedAt',
  })
  const ordered = await run('executions', '--view', 'Failed', '--sort', '-queuedAt')
  expect(ordered.requests.at(-1)!.path).toContain('sort=-queuedAt')
})

test('a view of another list, and one that does not exist, are refused by name', async () => {
  const other = await run('schedules', '-p', 'Demo', '--view', 'Failed')
  expect(other).toMatchObject({ code: 1, err: expect.stringContaining('is of another list') })
  const unknown = await run('executions', '--view', 'Faild')
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean Failed?') })
})

test('a view is saved, changed and no longer shared with what was written', async () => {
  const saved = await run(
    ...['views', 'create', 'Mine', '--list', 'executions', '--share', 'Demo'],
    ...['--filter', 'status=FAILED', '--filter', 'sort=queuedAt'],
  )
  expect(saved.out).toBe(`Saved view Mine: ${mine.savedViewId}\n`)
  expect(bodyOf(saved)).toEqual({
    name: 'Mine',
    list: 'EXECUTIONS',
    filter: { status: 'FAILED', sort: 'queuedAt' },
    projectId: demo.id,
  })
  expect(bodyOf(await run('views', 'update', 'Failed', '--unshare'))).toEqual({ projectId: null })
  for (const words of [
    ['update', 'Failed'],
    ['update', 'Failed', '--share', 'Demo', '--unshare'],
    ['create', 'Mine', '--list', 'executions', '--filter', 'FAILED'],
  ])
    expect(await run('views', ...words)).toMatchObject({ code: 1 })
})

test('a view is deleted once that is confirmed', async () => {
  const refused = await run('views', 'delete', 'Failed')
  expect([refused.code, refused.requests.some(({ method }) => method === 'DELETE')]).toEqual([1, false])
  expect((await run('views', 'delete', 'Failed', '--yes')).out).toBe('Deleted view Failed.\n')
})
