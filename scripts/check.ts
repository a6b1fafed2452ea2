import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The static checks: what `npm run check` runs, and `npm test` before the tests. */
const checks: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'check', '.'],
  ['types', 'tsc', '--noEmit'],
  ['types of the web interface', 'tsc', '--noEmit', '-p', 'web'],
  ['import rule', 'depcruise', 'src', 'web', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ['dead code', 'knip', '--no-progress'],
]

/** Runs every check and prints what it finds. Returns how many passed and failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0
  for (const [name, program, ...args] of checks) {
    console.log(`\n── ${name}`)
    if ((await runProgram(program, args)) !== 0) failed++
  }
  return { passed: checks.length - failed, failed }
}

/** Runs a program of our packages; resolves with its exit code. */
export function runProgram(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join('node_modules', '.bin', program), args, { stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (exitCode) => resolve(exitCode ?? 1))
  })
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1
