import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PROTOCOL_VERSION } from '../src/protocol/messages.ts'

/**
 * `npm run test:upgrade [-- REF]`: an older build of the program and this one over one database. Without a REF the older one
 * is that of the newest release tag before this commit, or of the last commit that spoke the runner protocol before.
 */
const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

function olderCommit(): string {
  const [given] = process.argv.slice(2)
  if (given !== undefined) return git('rev-parse', '--verify', `${given}^{commit}`)
  const head = git('rev-parse', 'HEAD')
  const tags = git('tag', '--list', 'v*', '--merged', head, '--sort=-version:refname')
    .split('\n')
    .filter(Boolean)
  const release = tags.map((tag) => git('rev-parse', `${tag}^{commit}`)).find((commit) => commit !== head)
  if (release !== undefined) return release
  const declared = `PROTOCOL_VERSION = ${PROTOCOL_VERSION}`
  const since = git('log', '-1', '--format=%H', `-S${declared}`, '--', 'src/protocol/messages.ts')
  const older = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${since}^`], { encoding: 'utf8' })
  if (since === '' || older.status !== 0)
    throw new Error(
      'This clone has no history to take an older build from; run: git fetch --unshallow --tags',
    )
  return older.stdout.trim()
}

/** The files of the commit in a folder of their own, with the packages that its lock file names. */
function build(commit: string, folder: string): void {
  const archive = join(folder, 'build.tar')
  git('archive', '--format=tar', `--output=${archive}`, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock('.')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}

const commit = olderCommit()
console.log(`upgrade: from ${git('log', '-1', '--format=%h %cs %s', commit)}`)
const folder = mkdtempSync(join(tmpdir(), 'headrace-older-'))
try {
  build(commit, folder)
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--config', 'vitest.long.config.ts', 'test/upgrade'],
    {
      stdio: 'inherit',
      env: { ...process.env, HEADRACE_TEST_OLDER: folder },
    },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
