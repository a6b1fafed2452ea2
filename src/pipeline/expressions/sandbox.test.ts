import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { scopeOf } from '../../../test/support/scope.ts'
import { createExpressions, ExpressionError } from './expressions.ts'
import { milliseconds } from './processor-time.ts'

vi.setConfig({ testTimeout: 60_000 }) // on a busy machine a thread that was ended takes seconds to start again

const expressions = await createExpressions()
afterAll(() => expressions.close())
const scope = scopeOf({ n: 3 })
const evaluate = (expression: string): Promise<unknown> => expressions.evaluate(expression, scope)

/** Of the processor: the time the limit takes, the watchdog's grace and what is done around them. */
const refusalMs = 1_000

const hostile: readonly (readonly [what: string, expression: string, reason: string])[] = [
  [
    'an endless loop',
    '(() => { for (;;); })()',
    'took more than 300 ms of processor time (HEADRACE_EXPRESSION_MS)',
  ],
  [
    'a loop in a finally',
    '(() => { try { for (;;); } finally { for (;;); } })()',
    'took more than 300 ms of processor time (HEADRACE_EXPRESSION_MS)',
  ],
  [
    'a search without end in the engine',
    '[].indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    'took more than 300 ms of processor time (HEADRACE_EXPRESSION_MS)',
  ],
  [
    'a join of nothing',
    'new Array(4e9).join("")',
    'took more than 300 ms of processor time (HEADRACE_EXPRESSION_MS)',
  ],
  [
    'a regular expression that backtracks',
    '/(a+)+$/.test("a".repeat(40) + "b")',
    'took more than 300 ms of processor time (HEADRACE_EXPRESSION_MS)',
  ],
  [
    'a getter read after the end',
    '({ get x() { for (;;); } })',
    'took more than 300 ms of processor time (HEADRACE_EXPRESSION_MS)',
  ],
  ['a string of 10 GB', '"x".repeat(1e10)', 'fails: '],
  ['a string that doubles', '(() => { let s = "x"; for (;;) s += s })()', 'fails: '],
  ['an array of 8 GB', 'Array(1e9).fill("x")', 'used more than 32 MiB'],
  [
    'a list that grows',
    '(() => { const a = []; for (;;) a.push(new ArrayBuffer(1e6)) })()',
    'used more than',
  ],
  ['a list of texts that grows', '(() => { const a = []; for (;;) a.push(a.length + "x") })()', 'than'],
  ['endless recursion', '(function f() { f() })()', 'calls itself without end'],
  ['deep nesting', 'JSON.parse("[".repeat(1e6))', 'calls itself without end'],
  ['deep parentheses', `${'('.repeat(50_000)}1${')'.repeat(50_000)}`, 'calls itself without end'],
  ['a long result', '"x".repeat(2e6)', 'more than 1000000 bytes'],
  ['a result that is long in bytes only', '"é".repeat(6e5)', 'more than 1000000 bytes'],
  ['a long error', '(() => { throw new Error("x".repeat(2e6)) })()', 'fails: '],
  [
    'the way to the host by constructors',
    'this.constructor.constructor("return process")()',
    '"process" is not defined',
  ],
  [
    'the way to the host by a function',
    '(() => 0).constructor("return require")()',
    '"require" is not defined',
  ],
  ['a module', 'import("node:fs")', 'gives a promise'],
  ['code that leaves its parentheses', '1); globalThis.leak = 1; (2', 'brackets or quotes that do not match'],
  ['a statement', 'let a = 1', 'fails: SyntaxError'],
]

describe('F24: a hostile expression', () => {
  test.each(hostile)('is refused in under a second of a processor: %s', async (_what, expression, reason) => {
    await evaluate('1 + 1') // The engine's start, also after it had to be ended, is not what is measured.
    const began = process.cpuUsage()
    await expect(evaluate(expression)).rejects.toThrow(ExpressionError)
    expect(milliseconds(process.cpuUsage(began))).toBeLessThan(refusalMs)
    await expect(evaluate(expression)).rejects.toThrow(reason)
    expect(await evaluate('n + 1')).toBe(4)
  })

  test('that changes prototypes or globals is not seen by the next one', async () => {
    await evaluate(
      '(Object.prototype.leak = 1, Array.prototype.map = null, globalThis.leak = 2, JSON.parse = null, 0)',
    )
    expect(
      await evaluate('[typeof leak, ({}).leak === undefined, [1].map((x) => x * 2)[0], JSON.parse("7")]'),
    ).toEqual(['undefined', true, 2, 7])
    expect(({} as Record<string, unknown>)['leak']).toBeUndefined()
  })

  test('cannot lie about its result by replacing JSON', async () => {
    expect(await evaluate('(JSON.stringify = () => "9", { a: 1 })')).toEqual({ a: 1 })
  })

  test('finds nothing of this process', async () => {
    expect(
      await evaluate('[typeof process, typeof require, typeof fetch, typeof setTimeout, typeof console]'),
    ).toEqual(Array(5).fill('undefined'))
  })

  test('makes nothing of a key named __proto__', async () => {
    const value = (await evaluate(`JSON.parse('{"__proto__": {"admin": true}}')`)) as Record<string, unknown>
    expect(value['admin']).toBeUndefined()
  })
})

test('limits are those asked for', async () => {
  const strict = await createExpressions({ timeoutMs: 50, maxResultBytes: 10 })
  try {
    await expect(strict.evaluate('(() => { for (;;); })()', scope)).rejects.toThrow(
      'took more than 50 ms of processor time (HEADRACE_EXPRESSION_MS)',
    )
    await expect(strict.evaluate('"x".repeat(11)', scope)).rejects.toThrow('more than 10 bytes')
    expect(await strict.evaluate('"x".repeat(10)', scope)).toBe('xxxxxxxxxx')
  } finally {
    strict.close()
  }
})

test('the time of a process that was stopped is not counted', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', endlessEvaluation])
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  }
  const evaluations = () => printed.join('').split('\n').length
  const more = async () => {
    const before = evaluations()
    await expect.poll(evaluations, { timeout: 15_000 }).toBeGreaterThan(before + 1)
  }
  try {
    await more()
    for (let times = 0; times < 3; times++) {
      child.kill('SIGSTOP')
      await sleep(1_000)
      child.kill('SIGCONT')
      await more()
    }
    expect(new Set(printed.join('').trimEnd().split('\n'))).toEqual(new Set(['4999950000']))
  } finally {
    child.kill('SIGKILL')
  }
})

/** Nearly all of its time is spent inside expressions, of some ten milliseconds each. */
const endlessEvaluation = `
  import { createExpressions } from './src/pipeline/expressions/expressions.ts'
  import { scopeOf } from './test/support/scope.ts'
  const expressions = await createExpressions()
  const sum = '(() => { let sum = 0; for (let n = 0; n < 1e5; n++) sum += n; return sum })()'
  for (;;) console.log(await expressions.evaluate(sum, scopeOf({})))
`

test('an evaluator that was closed can be used again', async () => {
  const closed = await createExpressions()
  await closed.evaluate('1 + 1', scope)
  closed.close()
  expect(await closed.evaluate('1 + 1', scope)).toBe(2)
  closed.close()
})
