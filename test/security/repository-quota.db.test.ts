import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { useApi } from '../support/api.ts'
import { aProject } from '../support/factories.ts'
import { aWorkingCopy, git, useFolder, withToken } from '../support/git.ts'

const folder = useFolder()
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const api = useApi({ HEADRACE_GIT_DIR: gitDir, HEADRACE_MAX_REPOSITORY_MIB: '1' })

test('many small pushes do not make a hosted repository larger than it may be', async () => {
  const { projectId } = await aProject(api)
  const made = await api.call<{ cloneUrl: string }>('POST', `/v1/projects/${projectId}/repositories`, {
    body: { provider: 'hosted' },
  })
  const env = withToken(await api.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'copy'))
  const push = async (name: string, bytes: number) => {
    await writeFile(join(copy, name), randomBytes(bytes))
    await git(copy, ['add', '.'])
    await git(copy, ['commit', '--quiet', '--message', name])
    return git(copy, ['push', made.body.cloneUrl, 'main'], env)
  }
  await push('one.bin', 700_000)
  await expect(push('two.bin', 500_000)).rejects.toThrow(
    /a repository may have 1 MiB and this one has 0\.[67] MiB/,
  )
  await git(copy, ['reset', '--quiet', '--hard', 'HEAD~'])
  await push('three.bin', 1_000)
})
