import {
  type ApiDocument,
  type Content,
  exampleOf,
  type Operation,
  type Parameter,
  type Response,
  resolved,
  type Schema,
} from './api-document.ts'
import { examplesOf } from './api-examples.ts'
import { limitsOf, membersOf, typeOf } from './api-shapes.ts'
import { anchorOf, escaped, prose } from './html.ts'
import { withTexts } from './markdown.ts'
import type { Page } from './page.ts'

const BASE_PATH = '/api'

/** An operation with its place in the API. */
interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The pages of the API: how to call it with every operation in a list, then one page for each area. */
export function apiPages(document: ApiDocument): Page[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const areas = [...Map.groupBy(all, ({ operation }) => operation.tags?.[0] ?? 'Other')].sort(([a], [b]) =>
    a.localeCompare(b),
  )
  return [overview(areas), ...areas.map(([area, operations]) => areaPage(document, area, operations))]
}

const addressOfArea = (area: string): string => `api/${anchorOf(area)}`

function overview(areas: readonly [string, readonly Placed[]][]): Page {
  const lists = areas.map(([area, operations]) => {
    const rows = operations.map(
      ({ method, path, operation }) =>
        `<tr><td>${methodOf(method)}</td><td><a href="/docs/${addressOfArea(area)}#${operation.operationId}"><code>${escaped(path)}</code></a></td><td>${escaped(operation.summary ?? '')}</td></tr>`,
    )
    return `<h2 id="${anchorOf(area)}"><a href="/docs/${addressOfArea(area)}">${escaped(area)}</a></h2>
<div class="wide" tabindex="0" role="group" aria-label="Operations: ${escaped(area)}"><table><tbody>${rows.join('\n')}</tbody></table></div>`
  })
  const html = `<h1 id="api">API reference</h1>
<p class="lead">Every operation, with its parameters, its shapes and examples. Each can be tried where it is described: with the
session of your browser when you are signed in, or with a token. What you try is sent to this server and nowhere else, and it
is real: a change that you try is made.</p>
<p>Every path is below <code data-base>${BASE_PATH}</code>. The same as a document for programs:
<a href="${BASE_PATH}/v1/openapi.json" data-base-link>OpenAPI 3.1</a>. A program gets its token with client credentials, which
last 30 minutes; a user can make a personal access token in the profile.</p>
<pre tabindex="0"><code>curl -u CLIENT_ID:CLIENT_SECRET -d grant_type=client_credentials "$HEADRACE_URL/oauth/token"</code></pre>
<p>Errors are <code>application/problem+json</code>: <a href="/docs/reference/problems">all of them</a>. What holds for every
operation (paging, times, limits, conditional and idempotent requests) is in <a href="/docs/reference/decisions">the
conventions</a>.</p>
${lists.join('\n')}`
  const sections = areas.map(([area]) => ({ level: 2, title: area, anchor: anchorOf(area) }))
  return {
    address: 'api',
    title: 'API reference',
    html,
    sections: withTexts(html, [{ level: 1, title: 'API reference', anchor: 'api' }, ...sections]),
  }
}

const methodOf = (method: string): string => `<span class="method ${method.toLowerCase()}">${method}</span>`

function areaPage(document: ApiDocument, area: string, operations: readonly Placed[]): Page {
  const anchor = anchorOf(area)
  const html = `<h1 id="${anchor}">${escaped(area)}</h1>
<div id="caller" class="caller" hidden></div>
${operations.map((placed) => operationOf(document, placed)).join('\n')}`
  const sections = operations.map(({ operation }) => ({
    level: 2,
    title: operation.summary ?? operation.operationId,
    anchor: operation.operationId,
  }))
  return {
    address: addressOfArea(area),
    title: area,
    html,
    sections: withTexts(html, [{ level: 1, title: area, anchor }, ...sections]),
    operations: JSON.stringify(operations.map((placed) => triedAs(document, placed))),
  }
}

const parametersOf = (document: ApiDocument, { parameters = [] }: Operation): Parameter[] =>
  parameters.map((one) => resolved<Parameter>(document, one))

/** An operation that names another server than the API's is at the origin itself. */
const basePathOf = ({ servers }: Operation): string => (servers === undefined ? BASE_PATH : '')

/** What the script of the page needs to send the request. */
function triedAs(document: ApiDocument, { method, path, operation }: Placed): object {
  const [contentType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const example = exampleOf(document, content)
  const body = typeof example === 'string' ? example : example && JSON.stringify(example, null, 2)
  return {
    id: operation.operationId,
    method,
    path,
    atRoot: operation.servers !== undefined,
    parameters: parametersOf(document, operation).map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
      values: resolved<Schema>(document, parameter.schema ?? {}).enum,
    })),
    contentType,
    body,
  }
}

function operationOf(document: ApiDocument, { method, path, operation }: Placed): string {
  const { operationId, summary = operationId, description = '', security } = operation
  const [contentType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const about = description === `${summary}.` ? '' : description.replace(`${summary}. `, '')
  const examples = examplesOf({
    method,
    path,
    basePath: basePathOf(operation),
    isOpen: security?.length === 0,
    ...(contentType === undefined ? {} : { contentType, body: exampleOf(document, content) }),
  })
  return `<section class="operation" aria-labelledby="${operationId}">
<h2 id="${operationId}">${escaped(summary)} <a class="anchor" href="#${operationId}" aria-label="Link to ${escaped(summary)}">#</a></h2>
<p class="endpoint">${methodOf(method)} <code>${basePathOf(operation) === '' ? '' : `<span data-base>${BASE_PATH}</span>`}${escaped(path)}</code></p>
${about === '' ? '' : `<p>${prose(about)}</p>`}
${parametersPart(document, parametersOf(document, operation))}
${bodyPart(document, contentType, content)}
${responsesPart(document, operation)}
<h3>Example</h3>
${examples}
<div class="try" data-operation="${operationId}"></div>
</section>`
}

function parametersPart(document: ApiDocument, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const items = parameters.map(({ name, in: place, required, description, schema = {} }) => {
    const mark = required === true ? ' <span class="required">required</span>' : ''
    const says = description === undefined ? '' : `<p>${prose(description)}</p>`
    return `<li><code class="name">${escaped(name)}</code> <span class="type">${place}, ${typeOf(document, schema)}</span>${mark}${says}${limitsOf(resolved<Schema>(document, schema))}</li>`
  })
  return `<h3>Parameters</h3><ul class="members">${items.join('')}</ul>`
}

function bodyPart(
  document: ApiDocument,
  contentType: string | undefined,
  content: Content | undefined,
): string {
  if (contentType === undefined) return ''
  const members = content?.schema === undefined ? '' : membersOf(document, content.schema)
  return `<h3>Body</h3><p><code>${escaped(contentType)}</code></p>${members}`
}

function responsesPart(document: ApiDocument, { responses }: Operation): string {
  const all = Object.entries(responses).map(([status, given]) => {
    const response = resolved<Response>(document, given)
    return { status, response, isProblem: Number(status) >= 400 }
  })
  const good = all
    .filter(({ isProblem }) => !isProblem)
    .map(({ status, response }) => {
      const [contentType, content] = Object.entries(response.content ?? {})[0] ?? []
      const members = content?.schema === undefined ? '' : membersOf(document, content.schema)
      const example = exampleOf(document, content)
      const shown =
        example === undefined ? '' : `<pre tabindex="0"><code>${escaped(exampleText(example))}</code></pre>`
      const kind = contentType === undefined ? 'without a body' : `<code>${escaped(contentType)}</code>`
      const inner = `${members}${shown}`
      if (inner === '') return `<p><strong>${status}</strong> ${kind}</p>`
      return `<details><summary><strong>${status}</strong> ${kind}</summary>${inner}</details>`
    })
  const problems = all
    .filter(({ isProblem }) => isProblem)
    .map(({ status, response }) => `<span title="${escaped(response.description ?? '')}">${status}</span>`)
  const refused =
    problems.length === 0
      ? ''
      : `<p class="limits"><a href="/docs/reference/problems">Problems</a>: ${problems.join(', ')}</p>`
  return `<h3>Responses</h3>${good.join('')}${refused}`
}

const exampleText = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)
