import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { useApi } from '../support/api.ts'
import { aProject } from '../support/factories.ts'
import { aWorkingCopy, git, useFolder, withToken } from '../support/git.ts'

vi.setConfig({ testTimeout: 120_000 })
const folder = useFolder()
const api = useApi()

/** A tree of ten million files in seven objects: every folder has the one below it ten times. */
async function manyFiles(copy: string): Promise<string> {
  const file = join(folder.path, randomBytes(8).toString('hex'))
  let below = (await git(copy, ['rev-parse', 'HEAD:README.md'])).trim()
  for (let depth = 0; depth < 7; depth++) {
    const names = Array.from({ length: 10 }, (_, n) => (depth === 0 ? `100644 f${n}` : `40000 d${n}`))
    await writeFile(
      file,
      Buffer.concat(names.flatMap((name) => [Buffer.from(`${name}\0`), Buffer.from(below, 'hex')])),
    )
    below = (await git(copy, ['hash-object', '-w', '-t', 'tree', file])).trim()
  }
  return below
}

test('a small push with very many files is refused wherever its files would be read, compared or joined', async () => {
  const { projectId } = await aProject(api)
  const repository = `/v1/projects/${projectId}/repositories`
  const made = await api.call<{ cloneUrl: string }>('POST', repository, { body: { provider: 'hosted' } })
  const env = withToken(await api.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'copy'))
  const commitOn = async (tree: string) =>
    (await git(copy, ['commit-tree', '-m', 'many', '-p', 'main', tree])).trim()
  const many = await commitOn(await manyFiles(copy))
  const few = await commitOn('main^{tree}')
  const refs = ['main', `${many}:refs/heads/many`, `${few}:refs/heads/few`]
  await git(copy, ['push', '--quiet', made.body.cloneUrl, ...refs], env)

  const answers = [
    await api.call('GET', `${repository}/files?ref=many`),
    await api.call('GET', `${repository}/diff?from=main&to=many`),
    await api.call('POST', `${repository}/merges`, { body: { source: 'many', target: 'few' } }),
    await api.call('POST', `/v1/projects/${projectId}/artifacts/from-git`, {
      body: { environmentName: 'Development', versionName: '1', ref: 'many' },
    }),
  ]
  const detail = 'The commit has too many files: their list has more than 32.0 MiB'
  for (const { status, body } of answers) expect([status, body['detail']]).toEqual([409, detail])
})
