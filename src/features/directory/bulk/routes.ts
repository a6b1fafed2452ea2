import { directoryCallerOf } from '../../../http/bearer.ts'
import type { Server } from '../../../http/server.ts'
import { BulkRequest, BulkResponse } from '../schema.ts'
import { area, consumes, scimOperation, sendScim } from '../scim-response.ts'
import type { Bulk } from './service.ts'

export function bulkRoutes(app: Server, bulk: Bulk): void {
  app.post(
    '/v1/directory-integration/scim/v2/Bulk',
    {
      schema: {
        ...scimOperation({
          id: 'bulkScim',
          area,
          summary: 'Make many changes in one request (RFC 7644 §3.7)',
          answers: { 200: BulkResponse },
          consumes,
          problems: [403, 413, 415],
        }),
        body: BulkRequest,
      },
    },
    async (request, reply) =>
      sendScim(request, reply, 200, await bulk.run(directoryCallerOf(request), request.body)),
  )
}
