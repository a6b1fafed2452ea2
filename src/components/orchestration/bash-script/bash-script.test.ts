import { readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { stepContext, type TestContext, type TestStep } from '../../testing/step-context.ts'
import { run as bashScriptRun } from './run.ts'

let context: TestContext
afterEach(() => context?.dispose())
vi.setConfig({ testTimeout: 20_000 })

/** Two seconds of grace and a busy machine. */
const soon = { timeout: 10_000 }

function run(script: string, step: TestStep = {}, timeout?: string) {
  context = stepContext(step)
  return bashScriptRun.run(context, { script, ...(timeout === undefined ? {} : { timeout }) })
}

test('the script runs word for word and its output is the log, errors included', async () => {
  const outcome = await run('for i in 1 2; do echo "line ${i}"; done\necho oops >&2\nprintf "no end"')
  expect(outcome.result).toBe('SUCCESS')
  expect(context.lines.toSorted()).toEqual(['line 1', 'line 2', 'no end', 'oops'])
})

test('variables are in the environment under names that a shell can use', async () => {
  const variables = { table: "a'b $HOME", 'my count': 3, '1st': 'one', PATH: '/nowhere', LD_PRELOAD: '/x.so' }
  await run('echo "$table|$my_count|$_1st|${LD_PRELOAD-unset}"; command -v env', { variables })
  expect(context.lines).toEqual(["a'b $HOME|3|one|unset", expect.stringMatching(/env$/)])
})

test("the runner's own environment is not inherited", async () => {
  vi.stubEnv('HEADRACE_MASTER_KEY', 'very secret')
  try {
    await run('env')
  } finally {
    vi.unstubAllEnvs()
  }
  const names = context.lines.map((line) => line.split('=')[0]).toSorted()
  expect(names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? ''))).toEqual([
    'HEADRACE_FILES',
    'HOME',
    'LANG',
    'PATH',
    'TMPDIR',
  ])
})

test('secrets are in the environment by name, and no variable of the pipeline comes before them', async () => {
  const secrets = { 'shop-token': 'to$ken `x`' }
  context = stepContext({ secrets, variables: { TOKEN: 'mine' } })
  const parameters = { script: 'echo "$TOKEN"', secretVariables: [['TOKEN', 'shop-token']] }
  expect((await bashScriptRun.run(context, parameters)).result).toBe('SUCCESS')
  expect(context.lines).toEqual(['to$ken `x`'])
  const wrong = [
    ['TOKEN', 'no-such'],
    ['PATH', 'shop-token'],
    ['LD_PRELOAD', 'shop-token'],
    ['a b', 'shop-token'],
    ['X', ''],
  ]
  for (const row of wrong) {
    const outcome = await bashScriptRun.run(context, { script: 'echo ran', secretVariables: [row] })
    expect([row, outcome.result]).toEqual([row, 'FAILED'])
  }
  expect(context.lines).toHaveLength(1)
})

test('a non-zero exit code fails the step with the code and the last line of errors', async () => {
  expect(await run('echo first >&2; echo no such table >&2; exit 3')).toEqual({
    result: 'FAILED',
    message: 'The script ended with exit code 3: no such table',
  })
})

/** A script that starts a child, says its number, and would both run for long. */
const withChild = 'sleep 300 & echo "child $!"; wait'

/** A process that has ended but was not collected yet, which is up to the system, is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).syscall === 'open' && process.platform !== 'linux'
  }
}
const childOf = () => Number(/child (\d+)/.exec(context.lines.join('\n'))?.[1])

test('a script that runs out of time is ended with everything it started', async () => {
  const outcome = await run(withChild, {}, '1')
  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringContaining('within 1 s') })
  await vi.waitFor(() => expect(isAlive(childOf())).toBe(false), soon)
})

test('cancelling ends the whole group, also one that ignores the polite signal', async () => {
  const controller = new AbortController()
  const running = run(`trap "" TERM; ${withChild}; sleep 300`, { signal: controller.signal })
  await vi.waitFor(() => expect(childOf()).toBeGreaterThan(0), soon)
  controller.abort(new Error('cancelled'))
  await expect(running).rejects.toThrow('cancelled')
  await vi.waitFor(() => expect(isAlive(childOf())).toBe(false), soon)
})

test('what a script leaves in the background ends with it', async () => {
  expect((await run('sleep 300 & echo "child $!"')).result).toBe('SUCCESS')
  await vi.waitFor(() => expect(isAlive(childOf())).toBe(false), soon)
})

test('a log that takes lines slowly slows the script down instead of filling the memory', async () => {
  context = stepContext()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const folder = await context.scratchFolder()
  const running = bashScriptRun.run(
    { ...context, logDrained: () => gate },
    { script: `head -c 2000000 /dev/zero | tr '\\0' '\\n'\ntouch "${folder}/done"` },
  )
  await vi.waitFor(() => expect(context.lines.length).toBe(1), soon)
  await expect(access(join(folder, 'done'))).rejects.toThrow()
  release()
  expect((await running).result).toBe('SUCCESS')
  expect(context.lines.length).toBe(2_000_000)
})

test('a value too large for a process is a failure that says what to do', async () => {
  const outcome = await run('true', { variables: { big: 'x'.repeat(3_000_000) } })
  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringContaining('through a table') })
})

test('a timeout that is no number of seconds fails the step', async () => {
  expect(await run('true', {}, 'soon')).toMatchObject({
    result: 'FAILED',
    message: expect.stringContaining('soon'),
  })
})
