import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * The static checks: what `npm run check` runs, and `npm test` before the tests. Those that take longest come
 * first.
 */
const checks: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['types', 'tsc', '--noEmit'],
  ['types of the web interface', 'tsc', '--noEmit', '-p', 'web'],
  ['import rule', 'depcruise', 'src', 'web', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ['dead code', 'knip', '--no-progress'],
  ['format and lint', 'biome', 'check', '.'],
]
/** Most of them use one core. */
const AT_ONCE = 2

/** Runs every check and prints what each finds when it has ended. Returns how many passed and failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks]
  let failed = 0
  const runSome = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const [name, program, ...args] = check
      const { code, said } = await heard(program, args)
      console.log(`\n── ${name}\n${said}`)
      if (code !== 0) failed++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runSome))
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

/** The same for a program that runs beside others: its lines are answered, not printed between theirs. */
function heard(program: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(join('node_modules', '.bin', program), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk
      })
    }
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ code: exitCode ?? 1, said }))
  })
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1
