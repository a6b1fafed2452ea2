import { createHash } from 'node:crypto'
import { isProblemKind, problemKinds } from './problem-json.ts'
import type { Server } from './server.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}`
const styleHash = createHash('sha256').update(style).digest('base64')
const securityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`

/** What each problem type means, at the address that is its name: `/problems/<slug>`. */
export function problemRoutes(app: Server): void {
  const html = { schema: { hide: true }, config: { publicAccess: true } }
  app.get<{ Params: { slug: string } }>('/problems/:slug', html, async (request, reply) => {
    const { slug } = request.params
    if (!isProblemKind(slug)) return reply.callNotFound()
    const { title, status, explanation } = problemKinds[slug]
    return reply
      .headers(pageHeaders)
      .send(
        page(
          title,
          `<p>${escaped(explanation)}</p><p>HTTP status ${status}.</p>` +
            `<p><a href="/docs/reference/problems#${slug}">Problem types in the documentation</a></p>`,
        ),
      )
  })
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': securityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
