import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { installed } from '../lib/installation.ts'
import { varyingBy } from './compression.ts'
import { etagOf, isKnownTag } from './conditional.ts'
import { encodingFor } from './encodings.ts'
import type { Server } from './server-type.ts'

interface BuiltFile {
  readonly type: string
  /** Changes with the content. */
  readonly revision: string
  /** Whether the same is beside it in Brotli, which every browser reads. */
  readonly isCompressed: boolean
}
type BuiltFiles = ReadonlyMap<string, BuiltFile>

const built = installed('web/dist/docs')
const NOT_FOUND = 'not-found.html'
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')
const headers = {
  'cache-control': 'public, no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
}
const notBuilt = `<!doctype html><html lang="en"><title>Headrace documentation</title>
<p>The documentation has not been built. Run <code>npm run build</code> and load this page again.`

/**
 * The documentation below `/docs`, with the reference of the API, as the build of the interface wrote it. The
 * list of its files is read when somebody first opens a page; nothing that it does not name is read.
 */
export function documentationRoutes(app: Server, basePath: string): void {
  const open = { schema: { hide: true }, config: { publicAccess: true } }
  let known: Promise<BuiltFiles> | undefined

  async function send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    known ??= readList()
    const files = await known
    // An installation that is built while it runs shows the documentation from then on.
    if (files.size === 0) known = undefined
    const name = [path, `${path}.html`].find((one) => files.has(one)) ?? NOT_FOUND
    const file = files.get(name)
    reply.headers(headers)
    if (file === undefined) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt)
    if (name === NOT_FOUND) reply.code(404)
    return sendFile(name, file, request, reply)
  }

  app.get('/docs', open, (request, reply) => send('index.html', request, reply))
  app.get('/docs/settings.json', open, async (_request, reply) => reply.headers(headers).send({ basePath }))
  app.get<{ Params: { '*': string } }>('/docs/*', open, (request, reply) =>
    send(request.params['*'].replace(/\/$/, ''), request, reply),
  )
  app.get('/llms.txt', open, (request, reply) => send('llms.txt', request, reply))
}

async function readList(): Promise<BuiltFiles> {
  const text = await readFile(join(built, 'files.json'), 'utf8').catch(() => '{}')
  return new Map(Object.entries(JSON.parse(text) as Record<string, BuiltFile>))
}

async function sendFile(
  name: string,
  { type, revision, isCompressed }: BuiltFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tag = etagOf(revision)
  reply.header('etag', tag).type(type)
  if (isCompressed) reply.header('vary', varyingBy(reply.getHeader('vary'), 'Accept-Encoding'))
  const seen = request.headers['if-none-match']
  if (seen !== undefined && isKnownTag(seen, tag) && reply.statusCode === 200) return reply.code(304).send()
  const encoding = isCompressed ? encodingFor(request.headers['accept-encoding']) : undefined
  if (encoding !== 'br') return reply.send(await readFile(join(built, name)))
  return reply.header('content-encoding', encoding).send(await readFile(join(built, `${name}.br`)))
}
