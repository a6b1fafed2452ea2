import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveGit } from '../../../src/git/http-backend.ts'
import { git } from '../git.ts'

/** A request to the API of a provider, read. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface ApiAnswer {
  readonly status: number
  readonly body?: unknown
}

/** What a remote does with one request for a repository. */
export interface GitAccess {
  /** Path below the server's folder, e.g. `group/x.git`. */
  readonly repository: string
  /** Refused with this status; undefined when it is allowed. */
  readonly refused?: number | undefined
}

export interface FarSide {
  /** Operations of the provider; undefined for any other path. */
  api?(request: ApiRequest): ApiAnswer | undefined | Promise<ApiAnswer | undefined>
  /**
   * Which repository a request is for, and whether its credentials open it; undefined when it is for none.
   */
  repository(path: string, headers: IncomingMessage['headers'], pushes: boolean): GitAccess | undefined
}

/** A real HTTP server on loopback with real repositories, served through `git http-backend`. */
export interface GitServer {
  readonly origin: string
  /** `METHOD path` of every request, in order. */
  readonly requests: string[]
  /** Requests whose path matches are never answered. */
  hangOn: RegExp | undefined
  /** Called before a request is served: to change something in between. */
  before: ((path: string) => Promise<void>) | undefined
  /** The environment of the serving programs. */
  env: Record<string, string>
  folderOf(repository: string): string
  /** Makes an empty bare repository. */
  create(repository: string, config?: Readonly<Record<string, string>>): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startGitServer(side: FarSide): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'headrace-far-'))
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://x')
    const path = decodeURIComponent(url.pathname)
    server.requests.push(`${request.method} ${path}`)
    if (server.hangOn?.test(path)) return
    await server.before?.(path)
    const file = /^(.+?)\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(path)
    if (file !== null) return serve(request, response, url, file[1]!, file[2]!)
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { method = 'GET', headers } = request
    // The path as it was sent: an encoded slash is a part of a name.
    const asked = { method, path: url.pathname, query: url.searchParams, headers, text }
    const found = (await side.api?.(asked)) ?? { status: 404, body: { message: '404 Not Found' } }
    response.writeHead(found.status, { 'content-type': 'application/json' })
    response.end(found.body === undefined ? '' : JSON.stringify(found.body))
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    path: string,
    file: string,
  ): Promise<void> {
    const pushes = file === 'git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack'
    const access = side.repository(path, request.headers, pushes)
    const refused = access === undefined ? 404 : access.refused
    if (access === undefined || refused !== undefined) {
      response.writeHead(refused!, {
        'www-authenticate': 'Basic realm="remote"',
        'content-type': 'text/plain',
      })
      response.end('The remote says no\n')
      return
    }
    const served = await serveGit({
      root,
      path: `/${access.repository}/${file}`,
      method: request.method!,
      query: url.search.slice(1),
      headers: request.headers,
      body: request,
      user: pushes ? 'someone' : undefined,
      timeoutMs: 60_000,
      env: server.env,
      config: { 'core.hooksPath': 'hooks' },
    })
    response.writeHead(served.status, served.headers)
    served.body.pipe(response)
  }

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const server: GitServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    hangOn: undefined,
    before: undefined,
    env: {},
    folderOf: (repository) => join(root, repository),
    async create(repository, config = {}) {
      const folder = join(root, repository)
      await mkdir(folder, { recursive: true })
      await git(folder, ['init', '--quiet', '--bare', '--initial-branch=main'])
      for (const [key, value] of Object.entries(config)) await git(folder, ['config', '--add', key, value])
      return folder
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return server
}

/** A hook of a repository, as its provider has for its rules. */
export async function installHook(folder: string, name: string, script: string): Promise<void> {
  await mkdir(join(folder, 'hooks'), { recursive: true })
  await writeFile(join(folder, 'hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

/** User and password of HTTP Basic. */
export function basicOf(headers: IncomingMessage['headers']): { user: string; password: string } | undefined {
  const given = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (given === undefined) return undefined
  const [user = '', password = ''] = Buffer.from(given, 'base64').toString().split(':')
  return { user, password }
}

export const bearerOf = (headers: IncomingMessage['headers']): string | undefined =>
  /^(?:Bearer|token) (.+)$/i.exec(headers.authorization ?? '')?.[1]

/** A plain Git server: every name of a repository that exists, with one token or none. */
export async function startPlainServer(token?: string): Promise<GitServer> {
  const repositories = new Set<string>()
  const server = await startGitServer({
    repository: (path, headers) => {
      const repository = path.slice(1)
      if (!repositories.has(repository)) return undefined
      return {
        repository,
        refused: token === undefined || basicOf(headers)?.password === token ? undefined : 401,
      }
    },
  })
  const { create } = server
  server.create = (repository, config) => {
    repositories.add(repository)
    return create(repository, config)
  }
  return server
}
