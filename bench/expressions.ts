import { createExpressions } from '../src/pipeline/expressions/expressions.ts'
import { scopeOf } from '../test/support/scope.ts'

/**
 * What does `${…}` cost? A plain name must stay within microseconds, a real expression below a millisecond.
 */
const expressions = await createExpressions()
const files = Array.from({ length: 100 }, (_, row) => [`file-${row}.csv`, String(row)])
const scope = scopeOf(
  { region: 'emea', order_count: 3, files },
  { environment: { name: 'Production' } },
  { files: ['name', 'size'] },
)

/** The median of several runs, in microseconds for one resolution. */
async function measure(template: string, times: number): Promise<number> {
  const runs: number[] = []
  for (let run = 0; run < 11; run++) {
    const began = performance.now()
    for (let count = 0; count < times; count++) await expressions.resolve(template, scope)
    runs.push(((performance.now() - began) * 1_000) / times)
  }
  return runs.sort((a, b) => a - b)[5]!
}

const questions = [
  { what: 'plain name', template: 'select * from ${region}.orders', times: 20_000, limitMicroseconds: 10 },
  { what: 'system variable', template: '${sysvar.environment.name}', times: 20_000, limitMicroseconds: 10 },
  { what: 'expression', template: '${region.toUpperCase()}', times: 100, limitMicroseconds: 1_000 },
  { what: 'expression over a grid', template: '${files.name.length}', times: 100, limitMicroseconds: 1_000 },
]

try {
  for (const { what, template, times, limitMicroseconds } of questions) {
    await measure(template, Math.ceil(times / 10))
    const cost = await measure(template, times)
    const ratio = cost / limitMicroseconds
    console.log(
      `${what.padEnd(24)} ${cost.toFixed(1).padStart(8)} µs, ${ratio.toFixed(2)} of the limit of ${limitMicroseconds} µs`,
    )
    if (ratio > 1) process.exitCode = 1
  }
} finally {
  expressions.close()
}
