import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks, runProgram } from './check.ts'

/**
 * Everything CI runs: the static checks, then every test. Each check counts as one test. The last line is
 * `N passed, N failed`, and the exit code says the same.
 */
let { passed, failed } = await runChecks()

console.log('\n── tests')
const folder = await mkdtemp(join(tmpdir(), 'headrace-test-'))
const report = join(folder, 'report.json')
process.env.HEADRACE_TEST_REPORT = report
const code = await runProgram('vitest', ['run', ...process.argv.slice(2)])
const result = await readFile(report, 'utf8').then(
  (text) => JSON.parse(text) as { numPassedTests: number; numFailedTests: number; success: boolean },
  () => undefined,
)
await rm(folder, { recursive: true, force: true })
passed += result?.numPassedTests ?? 0
failed += result?.numFailedTests ?? 0
// A file that does not load, or an error between tests, fails no test but fails the run.
if (code !== 0 && failed === 0) failed++

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
