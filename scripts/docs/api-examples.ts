import { escaped } from './html.ts'

/** A request as the examples of the reference send it. */
export interface ExampleRequest {
  readonly method: string
  /** With its placeholders: `/v1/projects/{projectId}`. */
  readonly path: string
  readonly basePath: string
  readonly isOpen: boolean
  readonly contentType?: string
  readonly body?: unknown
}

/** The same request in the three ways that callers write it. */
export function examplesOf(request: ExampleRequest): string {
  const languages = [
    ['curl', curlOf(request)],
    ['JavaScript', javascriptOf(request)],
    ['Python', pythonOf(request)],
  ] as const
  const panels = languages.map(
    ([name, code]) =>
      `<div data-tab="${name}"><p class="language">${name}</p><pre tabindex="0"><code>${escaped(code)}</code></pre></div>`,
  )
  return `<div class="tabs">${panels.join('')}</div>`
}

const asText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body, null, 2))

const withVariables = (path: string, write: (name: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => write(name))

const screaming = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
const snake = (name: string): string => screaming(name).toLowerCase()

function curlOf({ method, path, basePath, isOpen, contentType, body }: ExampleRequest): string {
  const address = withVariables(`${basePath}${path}`, (name) => `$${screaming(name)}`)
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$HEADRACE_URL${address}"`]
  if (!isOpen) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (contentType === 'multipart/form-data') lines.push(...partsOf(body).map((part) => `-F '${part}'`))
  else if (contentType !== undefined) {
    lines.push(`-H 'Content-Type: ${contentType}'`)
    lines.push(`-d '${asText(body ?? {}).replaceAll("'", String.raw`'\''`)}'`)
  }
  return lines.join(' \\\n  ')
}

const partsOf = (body: unknown): string[] =>
  Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : `${name}=${JSON.stringify(value)}`,
  )

function javascriptOf({ method, path, basePath, isOpen, contentType, body }: ExampleRequest): string {
  const address = withVariables(`${basePath}${path}`, (name) => `\${${name}}`)
  const headers = [
    ...(isOpen ? [] : ['authorization: `Bearer ${token}`']),
    ...(contentType === undefined || contentType === 'multipart/form-data'
      ? []
      : [`'content-type': '${contentType}'`]),
  ]
  const members = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(contentType === undefined ? [] : [`body: ${javascriptBody(contentType, body)}`]),
  ]
  const options = members.length === 0 ? '' : `, {\n${members.map((member) => `  ${member},`).join('\n')}\n}`
  return `const response = await fetch(\`\${url}${address}\`${options})\nif (!response.ok) throw new Error((await response.json()).detail)`
}

function javascriptBody(contentType: string, body: unknown): string {
  if (contentType === 'multipart/form-data') return 'form // a FormData with the parts below'
  if (typeof body === 'string') return JSON.stringify(body)
  return `JSON.stringify(${asText(body ?? {}).replaceAll('\n', '\n  ')})`
}

function pythonOf({ method, path, basePath, isOpen, contentType, body }: ExampleRequest): string {
  const hasNames = path.includes('{')
  const address = withVariables(`${basePath}${path}`, (name) => `{${snake(name)}}`)
  const members = [`"${method}"`, `${hasNames ? 'f' : ''}"${address}"`]
  if (contentType === 'application/json') members.push(`json=${pythonValue(body ?? {}, 1)}`)
  else if (contentType === 'multipart/form-data') members.push('files=files')
  else if (contentType !== undefined) {
    members.push(
      `content=${typeof body === 'string' ? JSON.stringify(body) : `json.dumps(${pythonValue(body ?? {}, 1)})`}`,
    )
    members.push(`headers={"Content-Type": "${contentType}"}`)
  }
  const setup = isOpen
    ? 'client = httpx.Client(base_url=url)'
    : 'client = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"})'
  return `${setup}\nresponse = client.request(${members.join(', ')})\nresponse.raise_for_status()`
}

/** A JSON value as Python writes it. */
function pythonValue(value: unknown, depth: number): string {
  const indent = '    '.repeat(depth)
  const outer = '    '.repeat(depth - 1)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map((one) => pythonValue(one, depth + 1)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value)
  if (members.length === 0) return '{}'
  const lines = members.map(
    ([name, one]) => `${indent}${JSON.stringify(name)}: ${pythonValue(one, depth + 1)},`,
  )
  return `{\n${lines.join('\n')}\n${outer}}`
}
