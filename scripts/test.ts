import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Everything CI runs: the static checks, then every test. Each check counts as one test. The last line is
 * `N passed, N failed`, and the exit code says the same.
 */
const checks: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'check', '.'],
  ['types', 'tsc', '--noEmit'],
  ['types of the web interface', 'tsc', '--noEmit', '-p', 'web'],
  ['import rule', 'depcruise', 'src', 'web', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ['dead code', 'knip', '--no-progress'],
]

let passed = 0
let failed = 0

for (const [name, program, ...args] of checks) {
  console.log(`\n── ${name}`)
  if ((await run(program, args)) === 0) passed++
  else failed++
}

console.log('\n── tests')
const folder = await mkdtemp(join(tmpdir(), 'headrace-test-'))
const report = join(folder, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const code = await run('vitest', ['run', ...reporters, ...process.argv.slice(2)])
const result = await readFile(report, 'utf8').then(
  (text) => JSON.parse(text) as { numPassedTests: number; numFailedTests: number; success: boolean },
  () => undefined,
)
await rm(folder, { recursive: true, force: true })
passed += result?.numPassedTests ?? 0
failed += result?.numFailedTests ?? 0
// A file that does not load, or an error between tests, is no failed test but a failure all the same.
if (code !== 0 && failed === 0) failed++

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function run(program: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join('node_modules', '.bin', program), args, { stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (exitCode) => resolve(exitCode ?? 1))
  })
}
