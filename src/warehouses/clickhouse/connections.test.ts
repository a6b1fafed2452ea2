import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClickHouseConnections } from './connections.ts'

test('a step that is cancelled while the first connection hangs ends at once', async () => {
  const asked = Promise.withResolvers<void>()
  const server = createServer(() => asked.resolve())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const connections = createClickHouseConnections(
    {
      type: 'CLICKHOUSE',
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      user: 'etl',
      ssl: false,
      database: 'shop',
    },
    { policy: { allowPrivateAddresses: true }, maxConnections: 1 },
  )
  const cancel = new AbortController()
  const connecting = connections.connect(cancel.signal)
  await asked.promise
  cancel.abort(new Error('enough'))
  await expect(connecting).rejects.toThrow('enough')
  // Its turn is free again.
  const next = new AbortController()
  const second = connections.connect(next.signal)
  next.abort(new Error('enough, too'))
  await expect(second).rejects.toThrow('enough, too')
})
