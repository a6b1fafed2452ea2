import { errorText } from '../../lib/error-text.ts'
import { parseWithNumbers } from '../../lib/json-numbers.ts'
import { isSameNumber } from '../../lib/plain-number.ts'
import type { VariableView } from '../../pipeline/flow-events.ts'
import type { Value } from '../../pipeline/model.ts'
import type { Expected, ExpectedStep, Named, TestRow } from '../../pipeline/tests/model.ts'
import type { AssertionResult } from '../../pipeline/tests/result.ts'
import type { Observation } from './observation.ts'
import type { ReceivedRequest } from './receiver.ts'
import { cellsMatch, cellText, compareRows, rowsText, shortened } from './rows.ts'

/** How the run ended, and with which message. */
export function endAssertions({ status, message }: Expected, run: Observation): AssertionResult[] {
  const ended = `${run.status}${run.message === '' ? '' : `: ${run.message}`}`
  const results: AssertionResult[] = [
    {
      what: 'status',
      line: status.line,
      passed: run.status === status.value,
      expected: status.value,
      actual: shortened(ended),
    },
  ]
  if (message !== undefined) results.push(contains('message', message.line, message.value, run.message))
  return results
}

const contains = (what: string, line: number, part: string, actual: string): AssertionResult => ({
  what,
  line,
  passed: actual.includes(part),
  expected: `a text with "${shortened(part)}"`,
  actual: actual === '' ? '(none)' : shortened(actual),
})

/** Variables as the run left them. */
export function variableAssertions(
  expected: Expected['variables'],
  variables: VariableView | undefined,
): AssertionResult[] {
  return expected.map(({ name, value, line }) => {
    const actual = variables?.get(name)
    return {
      what: `variable ${name}`,
      line,
      passed: actual !== undefined && valuesMatch(value, actual),
      expected: valueText(value),
      actual: actual === undefined ? '(no such variable)' : valueText(actual),
    }
  })
}

type ExpectedValue = Expected['variables'][number]['value']

function valuesMatch(expected: ExpectedValue, actual: Value): boolean {
  if (isRows(expected) || typeof actual === 'object')
    return isRows(expected) && typeof actual === 'object' && compareRows(expected, actual, true) === undefined
  return cellsMatch(expected ?? '', String(actual))
}

const isRows = (value: ExpectedValue | Value): value is readonly TestRow[] => Array.isArray(value)

const valueText = (value: ExpectedValue | Value): string =>
  isRows(value) ? rowsText(value) : value === '' ? '(empty)' : shortened(cellText(value))

/** Each part of what is expected of a step, of all its runs. */
export function stepAssertions(
  expected: readonly Named<ExpectedStep>[],
  { steps }: Observation,
): AssertionResult[] {
  return expected.flatMap((step) => {
    const { name, line, pipeline, status, message, rowCount, gates, runs } = step
    const found = steps.filter(
      (one) => one.name === name && (pipeline === undefined || one.pipeline === pipeline),
    )
    const results: AssertionResult[] = []
    const add = (
      part: string,
      wanted: string,
      values: readonly string[],
      isRight: (value: string) => boolean,
    ) =>
      results.push({
        what: `${part} of step "${name}"`,
        line,
        passed: values.length > 0 && values.every(isRight),
        expected: wanted,
        actual: values.length === 0 ? '(it did not run)' : shortened([...new Set(values)].join('\n')),
      })
    if (runs !== undefined || ((status ?? message ?? rowCount) === undefined && gates.length === 0))
      results.push({
        what: `runs of step "${name}"`,
        line,
        passed: runs === undefined ? found.length > 0 : found.length === runs,
        expected: runs === undefined ? 'at least 1' : String(runs),
        actual: String(found.length),
      })
    if (status !== undefined)
      add(
        'status',
        status,
        found.map((one) => `${one.status}${one.message && `: ${one.message}`}`),
        (text) => new RegExp(`^${status}(:|$)`).test(text),
      )
    if (message !== undefined)
      add(
        'message',
        `a text with "${message}"`,
        found.map((one) => one.message || '(none)'),
        (text) => text.includes(message),
      )
    if (rowCount !== undefined)
      add(
        'rowCount',
        String(rowCount),
        found.map((one) => String(one.rowCount ?? '(none)')),
        (text) => text === String(rowCount),
      )
    for (const gate of gates)
      add(
        `gate "${gate.name}"`,
        gate.result,
        found.map((one) => one.gates.find(({ name: own }) => own === gate.name)?.result ?? '(no such gate)'),
        (text) => text === gate.result,
      )
    return results
  })
}

/** What the declared addresses received. */
export function webhookAssertions(
  { webhooks }: Expected,
  requests: readonly ReceivedRequest[],
): AssertionResult[] {
  return webhooks.flatMap(({ name, line, count, bodies }) => {
    const received = requests.filter(({ webhook }) => webhook === name)
    const wanted = count ?? bodies?.length
    const results: AssertionResult[] = [
      {
        what: `requests of webhook ${name}`,
        line,
        passed: wanted === undefined ? received.length > 0 : received.length === wanted,
        expected: wanted === undefined ? 'at least 1' : String(wanted),
        actual: String(received.length),
      },
    ]
    for (const [at, body] of (bodies ?? []).entries()) {
      const actual = received[at]
      if (actual === undefined) continue
      results.push({
        what: `request ${at + 1} of webhook ${name}`,
        line,
        passed: hasJson(body, jsonOf(actual.body)),
        expected: jsonText(body),
        actual: jsonText(sameMembers(body, jsonOf(actual.body))),
      })
    }
    return results
  })
}

function jsonOf(text: string): unknown {
  try {
    return parseWithNumbers(text, JSON.rawJSON)
  } catch {
    return text
  }
}

const jsonText = (value: unknown): string =>
  shortened(typeof value === 'string' ? value : JSON.stringify(value))

/** What `actual` says of the members that are expected: the two are compared by eye. */
function sameMembers(expected: unknown, actual: unknown): unknown {
  if (!isObject(expected) || !isObject(actual)) return actual
  const keys = Object.keys(expected).filter((key) => Object.hasOwn(actual, key))
  return Object.fromEntries(keys.map((key) => [key, sameMembers(expected[key], actual[key])]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/**
 * Whether `actual` says what `expected` says: it may have more members, and lists are compared as a whole.
 */
export function hasJson(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((one, at) => hasJson(one, actual[at]))
    )
  if (JSON.isRawJSON(actual))
    return (
      (typeof expected === 'number' || JSON.isRawJSON(expected)) &&
      isSameNumber(cellText(expected), actual.rawJSON)
    )
  if (!isObject(expected)) return expected === actual
  if (!isObject(actual)) return false
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(actual, key) && hasJson(value, actual[key]),
  )
}

/** What a test could not look at counts as failed, and says why. */
export async function asFailed(
  { name, line }: { readonly name: string; readonly line: number },
  look: () => Promise<AssertionResult[]>,
): Promise<AssertionResult[]> {
  try {
    return await look()
  } catch (error) {
    const actual = shortened(errorText(error))
    return [{ what: name, line, passed: false, expected: 'to be readable', actual }]
  }
}
