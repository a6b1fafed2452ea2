import { createHash } from 'node:crypto'
import { fixedAnswer } from './fixed-answer.ts'
import { isProblemKind, problemKinds } from './problem-json.ts'
import type { Server } from './server.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code{font:14px ui-monospace,monospace}h2{margin-top:2.5rem}details{border-top:1px solid #8884;padding:.4rem 0}
summary{cursor:pointer}.method{display:inline-block;width:4.5rem;font-weight:600}pre{overflow:auto;padding:1rem;background:#8881}`
const styleHash = createHash('sha256').update(style).digest('base64')
const securityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`

interface DescribedOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
}
interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** Pages for readers: the reference at `/docs` and what each problem type means at `/problems/<slug>`. */
export function referenceRoutes(app: Server, basePath: string): void {
  const html = { schema: { hide: true }, config: { publicAccess: true } }

  const sendReference = fixedAnswer(pageHeaders['content-type'], () =>
    page('Headrace API', referenceOf(app.swagger() as unknown as Described, basePath)),
  )
  app.get('/docs', html, (request, reply) => sendReference(request, reply.headers(pageHeaders)))

  app.get<{ Params: { slug: string } }>('/problems/:slug', html, async (request, reply) => {
    const { slug } = request.params
    if (!isProblemKind(slug)) return reply.callNotFound()
    const { title, status, explanation } = problemKinds[slug]
    return reply
      .headers(pageHeaders)
      .send(page(title, `<p>${escaped(explanation)}</p><p>HTTP status ${status}.</p>`))
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

function referenceOf({ paths = {} }: Described, basePath: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
  )
  const areas = Map.groupBy(operations, ({ tags }) => tags?.[0] ?? 'Other')
  const sections = [...areas].sort().map(([area, some]) => {
    const rows = some.map(
      ({ path, method, summary, description, operationId }) =>
        `<details><summary><span class="method">${method.toUpperCase()}</span><code>${escaped(path)}</code> ` +
        `${escaped(summary ?? '')}</summary><p>${escaped(description ?? summary ?? '')}</p>` +
        `<p>Operation <code>${escaped(operationId ?? '')}</code></p></details>`,
    )
    return `<h2>${escaped(area)}</h2>${rows.join('')}`
  })
  const document = `${basePath}/v1/openapi.json`
  return `<p>Every path is below <code>${escaped(basePath)}</code>. Schemas are in
<a href="${escaped(document)}">${escaped(document)}</a> (OpenAPI 3.1). Get a token first:</p>
<pre>curl -u CLIENT_ID:CLIENT_SECRET -d grant_type=client_credentials /oauth/token</pre>${sections.join('')}`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
