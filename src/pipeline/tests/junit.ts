import type { AssertionResult, TestResult } from './result.ts'

/**
 * Results as JUnit's XML, which most systems of continuous integration show. What failed beside the tests is
 * an error in a test case of its own, because those systems look at test cases only.
 */
export function junitXml(results: readonly TestResult[], prefix: string, failure?: string): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(3)
  const of = (status: TestResult['status']) => results.filter((one) => one.status === status).length
  const errors = failure === undefined ? [] : [errorCase(failure)]
  const counts = [
    ['tests', results.length + errors.length],
    ['failures', of('FAILED')],
    ['errors', errors.length],
    ['skipped', of('CANCELLED')],
    ['time', seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0))],
  ] as const
  const totals = counts.map(([name, value]) => `${name}="${value}"`).join(' ')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="headrace test" ${totals}>`,
    `  <testsuite name="pipelines" ${totals}>`,
    ...errors,
    ...results.map((result) => testCase(result, prefix, seconds(result.durationMs))),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const errorCase = (failure: string): string =>
  `    <testcase name="headrace test" classname="" time="0.000">
      <error message="${xml(failure.split('\n')[0]!)}">${xml(failure)}</error>
    </testcase>`

function testCase(result: TestResult, prefix: string, time: string): string {
  const { name, file, status, log } = result
  const folder = name.split('/').slice(0, -1).join('/')
  const open = `    <testcase name="${xml(name)}" classname="${xml(folder)}" file="${xml(prefix + file)}" time="${time}"`
  if (status === 'PASSED') return `${open}/>`
  const what =
    status === 'CANCELLED'
      ? '<skipped message="Cancelled"/>'
      : `<failure message="${xml(failures(result)[0]?.split('\n')[0] ?? '')}">${xml(failures(result).join('\n\n'))}</failure>`
  const output = log.length === 0 ? '' : `\n      <system-out>${xml(log.join('\n'))}</system-out>`
  return `${open}>\n      ${what}${output}\n    </testcase>`
}

/** What failed, each as a text of several lines. */
export const failures = ({ message, assertions }: TestResult): string[] => [
  ...(message === undefined ? [] : [message]),
  ...assertions.filter(({ passed }) => !passed).map(failureText),
]

const failureText = ({ what, expected, actual }: AssertionResult): string =>
  `${what}\nexpected: ${expected}\nactual: ${actual}`

/** Control characters cannot be written in XML at all. */
const xml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML does not allow
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
