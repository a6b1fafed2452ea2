import { fileSchemas } from '../../components/file-schemas.ts'
import type { Server } from '../../http/server.ts'

/** Long enough for an editor, short enough for an update of the server. */
const CACHE_SECONDS = 600

/**
 * The JSON Schemas of pipelines and tests, which editors load by the address in a file's first line: without
 * a token, and from any page, for they hold nothing of this installation.
 */
export function schemaRoutes(app: Server): void {
  for (const { name, make } of fileSchemas) {
    let text: string | undefined
    app.get(
      `/schemas/${name}.json`,
      { schema: { hide: true }, config: { publicAccess: true } },
      async (_request, reply) => {
        text ??= JSON.stringify(make())
        return reply
          .type('application/schema+json')
          .headers({
            'access-control-allow-origin': '*',
            'cache-control': `public, max-age=${CACHE_SECONDS}`,
          })
          .serializer(String)
          .send(text)
      },
    )
  }
}
