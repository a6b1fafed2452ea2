import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { createExecutionBudget, createExpressions } from '../../src/pipeline/expressions/expressions.ts'
import { scopeOf } from '../support/scope.ts'

vi.setConfig({ testTimeout: 120_000 })
const scope = scopeOf({ n: 3 })

/** Uses as much of a processor as it may, and more. */
const endless = '(() => { for (;;); })()'

test('timers of the process fire while expressions are evaluated, so that a runner keeps its lease', async () => {
  const expressions = await createExpressions()
  await expressions.evaluate('n + 1', scope)
  let ticks = 0
  const timer = setInterval(() => ticks++, 10)
  await expect(expressions.evaluate(endless, scope)).rejects.toThrow('took more than 300 ms')
  clearInterval(timer)
  expressions.close()
  expect(ticks).toBeGreaterThan(5)
})

test('F24: the expressions of a step and of an execution end at their budgets, which the message names', async () => {
  const expressions = await createExpressions({ timeoutMs: 120 })
  const stepBudget = createExecutionBudget({ stepSeconds: 0.2, executionSeconds: 0.5 })
  const reasons: string[] = []
  for (let step = 0; step < 4; step++) {
    const budget = stepBudget()
    for (let count = 0; count < 3; count++) {
      const outcome = expressions.evaluate(endless, { ...scope, budget })
      reasons.push(String(await outcome.catch((error: Error) => error.message)))
    }
  }
  expressions.close()
  const one = expect.stringContaining('took more than 120 ms of processor time (HEADRACE_EXPRESSION_MS)')
  const step = expect.stringContaining(
    'this step used the 0.2 s of processor time that they may (HEADRACE_EXPRESSION_STEP',
  )
  const all = expect.stringContaining(
    'this execution used the 0.5 s of processor time that they may (HEADRACE_EXPRESSION_EX',
  )
  expect(reasons).toEqual([one, one, step, one, one, step, one, all, all, all, all, all])
})

test('a step with many expressions does not keep others waiting until it is done', async () => {
  const expressions = await createExpressions({ timeoutMs: 60 })
  const [greedy, modest] = [createExecutionBudget()(), createExecutionBudget()()]
  let ended = 0
  const many = Array.from({ length: 20 }, () =>
    expressions.evaluate(endless, { ...scope, budget: greedy }).catch(() => ended++),
  )
  expect(await expressions.evaluate('n + 1', { ...scope, budget: modest })).toBe(4)
  expect(ended).toBeLessThan(5)
  await Promise.all(many)
  expressions.close()
})

test('no expression fails for the processor time that other threads of the process use', async () => {
  const busy = Array.from(
    { length: availableParallelism() * 8 },
    () => new Worker('for (;;);', { eval: true, execArgv: [] }),
  )
  const expressions = await createExpressions({ timeoutMs: 20 })
  try {
    for (let count = 0; count < 30; count++) expect(await expressions.evaluate('n + 1', scope)).toBe(4)
  } finally {
    expressions.close()
    await Promise.all(busy.map((worker) => worker.terminate()))
  }
})

test.each([
  ['slashes', `\${${'1/'.repeat(400_000)}1}`],
  ['regular expressions without an end', `\${${'=/['.repeat(300_000)}}`],
])('a template of %s is refused at once', async (_, template) => {
  const expressions = await createExpressions()
  const began = process.cpuUsage()
  await expect(expressions.resolve(template, scope)).rejects.toThrow('longer than 100000 characters')
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1_000).toBeLessThan(2_000)
  expressions.close()
})
