import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PROTOCOL_VERSION } from '../src/protocol/messages.ts'

/**
 * `npm run test:upgrade [-- REF]`: an older build of the program and this one over one database. Without a
 * REF the older one is that of the newest release tag before this commit, or of the last commit that spoke
 * the runner protocol before and has no migration that is another one here.
 *
 * `npm run test:upgrade:packed [-- REF]` does the same with the packages that users install: both are built,
 * packed, and installed from their tarballs into folders of their own.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { packed: { type: 'boolean', default: false } },
})
const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

function olderCommit(): string {
  const [given] = positionals
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
  return withMigrationsAsHere(older.stdout.trim(), head)
}

/**
 * The commit, or an earlier one: what was changed before any release keeps this build from the older one's
 * database.
 */
function withMigrationsAsHere(commit: string, head: string): string {
  const [changed] = git('diff', '--name-only', '--diff-filter=MD', commit, head, '--', 'db/migrations').split(
    '\n',
  )
  if (!changed) return commit
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', commit, '--', changed)
  return withMigrationsAsHere(git('rev-parse', `${added}^`), head)
}

/** The files of the commit in a folder of their own, with the packages that its lock file names. */
function build(commit: string, folder: string): void {
  const archive = join(folder, 'build.tar')
  git('archive', '--format=tar', `--output=${archive}`, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock('.')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  else {
    // To pack it takes what builds it.
    const omitted = values.packed ? [] : ['--omit=dev']
    execFileSync('npm', ['ci', ...omitted, '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  }
}

/**
 * Packs the sources in a folder as a release does and installs the tarball into another; answers where the
 * program is then.
 */
function installPacked(source: string, into: string): string {
  if (!existsSync(join(source, 'scripts/build-package.ts')))
    throw new Error(`The commit in ${source} builds no package yet; name a later one`)
  execFileSync(process.execPath, ['scripts/build-package.ts'], { cwd: source, stdio: 'inherit' })
  mkdirSync(into)
  writeFileSync(join(into, 'package.json'), '{}')
  const report = execFileSync('npm', ['pack', resolve(source, 'dist'), '--json'], {
    cwd: into,
    encoding: 'utf8',
  })
  const [packed] = Object.values(JSON.parse(report) as Record<string, { filename: string }>)
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', [...args, join(into, packed!.filename)], { cwd: into, stdio: 'inherit' })
  return join(into, 'node_modules/headrace')
}

const commit = olderCommit()
console.log(`upgrade: from ${git('log', '-1', '--format=%h %cs %s', commit)}`)
const folder = mkdtempSync(join(tmpdir(), 'headrace-older-'))
try {
  const source = join(folder, 'source')
  mkdirSync(source)
  build(commit, source)
  const builds = values.packed
    ? {
        HEADRACE_TEST_OLDER: installPacked(source, join(folder, 'older')),
        HEADRACE_TEST_NEWER: installPacked('.', join(folder, 'newer')),
      }
    : { HEADRACE_TEST_OLDER: source }
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--config', 'vitest.long.config.ts', 'test/upgrade'],
    {
      stdio: 'inherit',
      env: { ...process.env, ...builds },
    },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
