import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { installed } from '../lib/installation.ts'
import type { Server } from './server-type.ts'

const built = installed('web/dist')
const NONCE_BYTES = 16
const notBuilt = `<!doctype html><html lang="en"><title>Headrace</title>
<p>The web interface has not been built. Run <code>npm run build</code> and load this page again.`

/** Answers a browser that asks for a page of the interface. */
export type SendPage = (reply: FastifyReply) => Promise<FastifyReply>

/**
 * The files that `npm run build` made of `web/`: their names change with their contents, so browsers may
 * cache them indefinitely. Beside each is the same in Brotli and gzip. The library's own route would list the
 * folder for each request, to refuse names that differ in case; a list of hundreds of files costs more than
 * sending one.
 */
export async function webFiles(app: Server): Promise<void> {
  const options = {
    index: false,
    immutable: true,
    preCompressed: true,
    maxAge: '365d',
    suppressWarning: true,
  } as const
  await app.register(files, { root: join(built, 'assets'), serve: false, ...options })
  const open = { schema: { hide: true }, config: { publicAccess: true } }
  app.get<{ Params: { file: string } }>('/assets/:file', open, ({ params }, reply) =>
    reply.sendFile(params.file),
  )
}

/**
 * The one page of every address of the interface, each time with a nonce for the styles that its controls
 * write.
 */
export function pageSender(basePath: string): SendPage {
  return async (reply) => {
    const template = await readFile(join(built, 'index.html'), 'utf8').catch(() => undefined)
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const page = template?.replace('{{basePath}}', basePath).replace('{{nonce}}', nonce)
    return reply
      .code(page === undefined ? 503 : 200)
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': policy(nonce),
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
      })
      .type('text/html; charset=utf-8')
      .serializer(String)
      .send(page ?? notBuilt)
  }
}

/** No script but ours, nothing from elsewhere, in no frame. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Whether a browser requests a page; any other request, and any below the API, gets a problem document. */
export const asksForPage = ({ method, url, headers }: FastifyRequest, basePath: string): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !url.startsWith(`${basePath}/`)
