import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { asOwnRequests, ownRequestsOf } from './in-process.ts'

test('only requests that the process makes itself are made in the name of a caller, never those of a connection', async () => {
  const app = Fastify()
  app.get('/', async (request) => ({ isOwn: ownRequestsOf(request) !== undefined }))
  const requests = { findCaller: async () => undefined, auditDetails: {} }
  // Everything within, which is the worst case: also what listens, and who calls it.
  const answers = await asOwnRequests(requests, async () => {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const byConnection = await (await fetch(origin)).json()
    return [(await app.inject('/')).json(), byConnection]
  })
  const outside = (await app.inject('/')).json()
  await app.close()
  expect([...answers, outside]).toEqual([{ isOwn: true }, { isOwn: false }, { isOwn: false }])
})
