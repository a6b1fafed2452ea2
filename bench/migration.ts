import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MigrationRun, mirrorPush } from '../src/features/repository-migration/run.ts'
import { createProviders } from '../src/git/providers/providers.ts'
import { aWorkingCopy, git, refsOf } from '../test/support/git.ts'
import { mirror } from '../test/support/mirror.ts'
import { startPlainServer } from '../test/support/providers/git-server.ts'
import { fill } from '../test/support/repositories.ts'

/**
 * What does a migration cost beyond moving the bytes? All of MIRROR_PUSH (copying, looking for foreign
 * history, pushing, comparing) against bare `git clone --mirror && git push --mirror` between the same two
 * servers.
 */
const OBJECTS = 50_000
const CHARACTERS = 1_000
const ROUNDS = 5
const LIMIT = 1.3

const folder = await mkdtemp(join(tmpdir(), 'headrace-bench-'))
const server = await startPlainServer()
const policy = { allowPrivateAddresses: true }

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function bare(round: number, target: string): Promise<void> {
  const copy = join(folder, `bare-${round}.git`)
  await git(folder, ['clone', '--quiet', '--mirror', `${server.origin}/source.git`, copy])
  await git(copy, ['push', '--quiet', '--mirror', `${server.origin}/${target}`])
}

function ours(round: number, target: string): Promise<string> {
  const root = join(folder, `root-${round}`)
  const place = (name: string) => ({
    projectId: `p${round}`,
    provider: 'git' as const,
    repositoryName: name,
    providerParameters: { url: `${server.origin}/${name}` },
    token: undefined,
  })
  const run: MigrationRun = {
    source: place('source.git'),
    target: place(target),
    providers: createProviders({
      root,
      policy,
      fetch,
      now: Date.now,
      githubApp: undefined,
      azureApplication: undefined,
      githubApiUrl: '',
      githubUrl: '',
      gitlabUrl: '',
      azureUrl: '',
      azureLoginUrl: '',
    }),
    policy,
    root,
    limits: { transferTimeoutMs: 600_000, maxRepositoryBytes: 2 ** 34, silenceSeconds: 60 },
    signal: new AbortController().signal,
    enter: async () => undefined,
    progress: () => undefined,
    publishedCommits: async () => [],
  }
  return mirrorPush(run)
}

/** The quickest round: what neighbours on the machine do only ever adds. */
const best = (numbers: readonly number[]) => Math.min(...numbers)

try {
  const source = await server.create('source.git')
  const copy = await aWorkingCopy(join(folder, 'copy'))
  await fill(copy, OBJECTS, CHARACTERS)
  await mirror(copy, source)
  await git(source, ['repack', '--quiet', '-a', '-d'])
  const bareMs: number[] = []
  const oursMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [one, two] = [`bare-${round}.git`, `ours-${round}.git`]
    for (const name of [one, two]) await server.create(name)
    bareMs.push(await timed(() => bare(round, one)))
    oursMs.push(await timed(() => ours(round, two)))
    if ((await refsOf(server.folderOf(two))) !== (await refsOf(source))) throw new Error('The copy differs')
  }
  const ratio = best(oursMs) / best(bareMs)
  const times = `${Math.round(best(oursMs))} ms against ${Math.round(best(bareMs))} ms`
  console.log(
    `${OBJECTS} objects, best of ${ROUNDS}: ${times} for git alone, ratio ${ratio.toFixed(2)} (limit ${LIMIT})`,
  )
  if (ratio > LIMIT) process.exitCode = 1
} finally {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
