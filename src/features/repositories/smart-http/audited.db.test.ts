import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject } from '../../../../test/support/factories.ts'
import { aWorkingCopy, commit, git, useFolder, withToken } from '../../../../test/support/git.ts'
import { gitWithInput } from '../../../../test/support/repositories.ts'
import { aPerson, aPersonalToken } from '../../../../test/support/users.ts'
import { newId } from '../../../lib/ids.ts'
import type { Event } from '../../audit/schema.ts'

const folder = useFolder()
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

async function aHostedProject() {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}/repositories`
  const { body } = await t.call<{ cloneUrl: string }>('POST', path, { body: { provider: 'hosted' } })
  return { projectId, cloneUrl: body.cloneUrl }
}

const eventsOf = async (projectId: string, operation: string) =>
  (
    await t.call<{ results: Event[] }>(
      'GET',
      `/v1/events?size=100&projectId=${projectId}&operation=${operation}`,
    )
  ).body.results

const head = async (copy: string, revision = 'HEAD') => (await git(copy, ['rev-parse', revision])).trim()

async function aContributor(projectId: string) {
  const person = await aPerson(t)
  await t.db
    .insertInto('project_role')
    .values({ project_id: projectId, principal_id: person.id, role: 'CONTRIBUTOR' })
    .execute()
  return person
}

test('a push leaves one entry: who, from where, and each ref with the commit before and after', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const person = await aContributor(projectId)
  const env = withToken(person.token)
  const copy = await aWorkingCopy(join(folder.path, 'audited'))
  const first = await head(copy)
  await git(copy, ['push', '--quiet', cloneUrl, 'main', 'main:refs/heads/token-fix'], env)
  await commit(copy, { 'a.txt': 'a' }, 'Second')
  await git(copy, ['push', '--quiet', cloneUrl, 'main', ':refs/heads/token-fix'], env)
  const [second, made, ...others] = await eventsOf(projectId, 'pushToRepository')
  expect(others).toEqual([])
  expect(made).toMatchObject({
    outcome: 'SUCCEEDED',
    actor: { kind: 'USER', id: person.id },
    method: 'POST',
    path: `/git/${projectId}.git/git-receive-pack`,
    from: { address: '127.0.0.1', userAgent: expect.stringContaining('git/') },
    before: { refs: [] },
    after: {
      refs: [
        { ref: 'refs/heads/main', commit: first },
        { ref: 'refs/heads/token-fix', commit: first },
      ],
    },
  })
  expect(second).toMatchObject({
    before: {
      refs: expect.arrayContaining([
        { ref: 'refs/heads/main', commit: first },
        { ref: 'refs/heads/token-fix', commit: first },
      ]),
    },
    after: { refs: [{ ref: 'refs/heads/main', commit: await head(copy) }] },
  })
  expect(await t.db.selectFrom('audit_intent').selectAll().execute()).toEqual([])
  expect((await t.call('GET', '/v1/events/verification')).body).toMatchObject({ intact: true })
})

test('a push of which Git takes one ref and refuses another tells of the one only', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'partly'))
  const first = await head(copy)
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], env)
  await git(copy, ['tag', 'v1'])
  // A branch below a branch cannot be, which only the remote knows.
  await expect(git(copy, ['push', cloneUrl, 'main:refs/heads/main/below', 'v1'], env)).rejects.toThrow(
    /main\/below/,
  )
  const [event] = await eventsOf(projectId, 'pushToRepository')
  expect(event).toMatchObject({ after: { refs: [{ ref: 'refs/tags/v1', commit: first }] } })
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], env) // nothing to do
  expect(await eventsOf(projectId, 'pushToRepository')).toHaveLength(2)
})

test('a push of very many refs leaves every one of them in the trail', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const copy = await aWorkingCopy(join(folder.path, 'many'))
  const tags = Array.from({ length: 250 }, (_, i) => `create refs/tags/t${i} HEAD\n`)
  await gitWithInput(copy, ['update-ref', '--stdin'], Buffer.from(tags.join('')))
  await git(copy, ['push', '--quiet', '--tags', cloneUrl], withToken(await t.adminToken()))
  const events = await eventsOf(projectId, 'pushToRepository')
  const refs = events.flatMap(({ after }) =>
    (after as { refs: { ref: string }[] }).refs.map(({ ref }) => ref),
  )
  expect(new Set(refs).size).toBe(250)
})

test('simultaneous pushes are recorded separately', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const copy = await aWorkingCopy(join(folder.path, 'apart'))
  const contributors = await Promise.all([1, 2, 3].map(() => aContributor(projectId)))
  await Promise.all(
    contributors.map(({ id, token }) =>
      git(copy, ['push', '--quiet', cloneUrl, `main:refs/heads/${id}`], withToken(token)),
    ),
  )
  const events = await eventsOf(projectId, 'pushToRepository')
  expect(events).toHaveLength(3)
  for (const { actor, after } of events)
    expect(after).toMatchObject({ refs: [{ ref: `refs/heads/${actor!.id}` }] })
})

test('a token that may only read does not push, and the attempt is recorded', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const person = await aContributor(projectId)
  const copy = await aWorkingCopy(join(folder.path, 'reading'))
  const reading = withToken(await aPersonalToken(t, person.id, ['read']))
  await expect(git(copy, ['push', cloneUrl, 'main'], reading)).rejects.toThrow(/403/)
  // Not by the second request alone either.
  const direct = await fetch(`${cloneUrl}/git-receive-pack`, {
    method: 'POST',
    headers: {
      authorization: reading.GIT_CONFIG_VALUE_0.slice('Authorization: '.length),
      'content-type': 'application/x-git-receive-pack-request',
    },
    body: '0000',
  })
  expect([direct.status, await direct.text()]).toEqual([
    403,
    'The personal access token lacks the scope write\n',
  ])
  expect(await git(copy, ['ls-remote', cloneUrl], reading)).toBe('')
  const refused = { outcome: 'REFUSED', status: 403, actor: { kind: 'USER', id: person.id } }
  expect(await eventsOf(projectId, 'pushToRepository')).toMatchObject([refused, refused])
})

test('a wrong secret is recorded, a challenge is not', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const login = cloneUrl.replace('//', '//test-admin:wrong@')
  await expect(git(folder.path, ['ls-remote', login])).rejects.toThrow(/Authentication failed/)
  const events = await eventsOf(projectId, 'fetchFromRepository')
  expect(events).toMatchObject([{ outcome: 'REFUSED', status: 401 }])
  expect(JSON.stringify(events)).not.toContain('wrong')
})
