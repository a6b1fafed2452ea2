import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, orchestration, start } from '../../../test/support/pipelines.ts'
import { clientId, clientSecret, scripts, startRunnerApi } from '../../../test/support/runner-api.ts'
import { silent } from '../../lib/log.ts'
import { runRunner } from '../runner.ts'

const MANY = 40
const variable = { type: 'NUMBER', scope: 'COPIED', defaultValue: '0' } as const
const iterator = (over: string, concurrency: string, count: number) => ({
  type: 'loop-iterator',
  parameters: {
    variableToIterate: 'n',
    startingValue: '1',
    incrementValue: '1',
    endValue: `${count}`,
    concurrency,
  },
  more: { iterationTarget: over },
})
const files = {
  'main.orch.yaml': orchestration({
    Start: start('Call'),
    Call: { type: 'run-orchestration', parameters: { orchestrationJob: 'child' } },
  }),
  'child.orch.yaml': orchestration(
    {
      Start: start('All at once', 'One by one'),
      'All at once': iterator('Many', 'Concurrent', MANY),
      Many: bash('true'),
      'One by one': iterator('Few', 'Sequential', 3),
      Few: bash('true'),
    },
    { n: variable },
  ),
}

test('a branch does not wait for all iterations that another one began at once', async () => {
  const api = await startRunnerApi()
  const dataDir = mkdtempSync(join(tmpdir(), 'headrace-fair-'))
  const stopping = new AbortController()
  const identity = { clientId, clientSecret, version: '1.0.0', allowPrivateAddresses: true, scripts }
  const settings = { apiUrl: api.apiUrl, dataDir, capacity: 2, maxExecutions: 10, ...identity }
  const exit = runRunner(settings, silent, stopping.signal)
  try {
    await api.until('connected', () => api.of('credit').length > 0)
    const root = api.run(api.publish(files), 'main')
    await api.until('the execution ends', () =>
      api.journal.find((report) => report.kind === 'execution-finished' && report.execution === root),
    )
    const order = api.journal.flatMap((report) => (report.kind === 'step-started' ? [report.name] : []))
    expect(order.filter((name) => name === 'Many')).toHaveLength(MANY)
    const lastOfFew = order.lastIndexOf('Few')
    expect(order.slice(0, lastOfFew).filter((name) => name === 'Many').length).toBeLessThan(MANY / 2)
  } finally {
    stopping.abort()
    await exit
    await api.close()
    rmSync(dataDir, { recursive: true })
  }
})
