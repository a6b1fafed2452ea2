import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endGroup, exitOf, startGroup } from './process-group.ts'

test('what does not heed its signal is killed, also when the clock is set back in between', async () => {
  const { child } = startGroup({
    command: 'sh',
    args: ['-c', "trap '' TERM; echo ready; while :; do sleep 1; done"],
    env: { PATH: process.env['PATH']! },
    cwd: '/',
  })
  await once(child.stdout, 'data')
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const exited = exitOf(child)
  const ended = endGroup(child, exited, false)
  vi.setSystemTime(Date.now() - 3_600_000)
  await ended
  expect(await exited).toEqual({ kind: 'killed', signal: 'SIGKILL' })
})
