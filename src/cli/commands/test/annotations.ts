import type { TestResult } from '../../../pipeline/tests/result.ts'

/** What failed as commands of a workflow, which GitHub shows at the lines. */
export function annotations(results: readonly TestResult[], prefix: string): string[] {
  const lines: string[] = []
  for (const { name, file, status, message, assertions } of results) {
    if (status !== 'FAILED') continue
    if (message !== undefined) lines.push(command(prefix + file, 1, name, message))
    for (const { what, line, expected, actual, passed } of assertions)
      if (!passed)
        lines.push(command(prefix + file, line, name, `${what}\nexpected: ${expected}\nactual: ${actual}`))
  }
  return lines
}

const command = (file: string, line: number, title: string, message: string): string =>
  `::error file=${property(file)},line=${line},title=${property(title)}::${data(message)}`

/** As the workflow's runner reads them: see `@actions/core`. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
