import { expect, test } from 'vitest'
import type { Event } from '../../src/features/audit/schema.ts'
import { newId } from '../../src/lib/ids.ts'
import { PROTOCOL_VERSION } from '../../src/protocol/messages.ts'
import { useApi } from '../support/api.ts'
import { aPublishedProject } from '../support/factories.ts'
import { connectSilently } from '../support/wire-runner.ts'

const api = useApi({ HEADRACE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })

test('behind proxies that are trusted, a session of a runner is recorded with the address of the runner', async () => {
  const { agentId } = await aPublishedProject(api)
  const runner = await connectSilently(api, agentId, { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.1.2.3' })
  const who = { version: '1', instance: 'one', instanceSecret: newId(), capacity: 1 }
  runner.say({ kind: 'hello', protocol: PROTOCOL_VERSION, ...who })
  await runner.heard('welcome')
  const { body } = await api.call<{ results: Event[] }>('GET', '/v1/events?operation=openRunnerSession')
  expect(body.results.map(({ from }) => from.address)).toEqual(['203.0.113.7'])
  runner.socket.terminate()
})
