import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { About } from './schema.ts'

export function aboutRoutes(app: Server, about: About): void {
  app.get(
    '/v1/about',
    {
      schema: operation({
        id: 'getAbout',
        area: 'About',
        summary: 'Product version, API version, time-zone data and region',
        answers: { 200: About },
      }),
    },
    async () => about,
  )
}
