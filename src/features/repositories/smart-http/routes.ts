import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCaller, Caller } from '../../../http/caller.ts'
import { problemKinds } from '../../../http/problem-json.ts'
import type { Server } from '../../../http/server.ts'
import { isUuid } from '../../../lib/ids.ts'
import { Problem } from '../../../lib/problem.ts'
import type { GitService, Hosting } from './service.ts'
import type { Asked, GitTrail } from './trail.ts'

/** The caller that a Git client's user name and password (or bearer token) identify; undefined for none. */
export type GitLogin = (authorization: string | undefined, ip: string) => Promise<AnyCaller | undefined>

/** Runners and identity providers have no repositories. */
const isUser = (caller: AnyCaller | undefined): caller is Caller =>
  caller !== undefined && caller.kind !== 'RUNNER' && caller.kind !== 'DIRECTORY'

const services = ['git-upload-pack', 'git-receive-pack'] as const
const isService = (name: string | undefined): name is GitService =>
  services.some((service) => service === name)

/**
 * `/git/{projectId}.git`: what Git clients of hosted repositories talk to. Answers are text, as Git shows
 * them.
 */
export async function smartHttpRoutes(
  app: Server,
  hosting: Hosting,
  login: GitLogin,
  trail: GitTrail,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Packs are passed on as they come: they may be far larger than memory.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const options = { schema: { hide: true }, config: { publicAccess: true, streamsBody: true } }

    scope.get<{ Params: { repository: string }; Querystring: { service?: string } }>(
      '/git/:repository/info/refs',
      options,
      (request, reply) => answer(request, reply, request.query.service, 'info/refs'),
    )
    for (const service of services) {
      scope.post<{ Params: { repository: string } }>(
        `/git/:repository/${service}`,
        options,
        (request, reply) => answer(request, reply, service, service),
      )
    }
  })

  async function answer(
    request: FastifyRequest<{ Params: { repository: string } }>,
    reply: FastifyReply,
    service: string | undefined,
    file: string,
  ) {
    const projectId = request.params.repository.replace(/\.git$/, '').toLowerCase()
    let caller: AnyCaller | undefined
    const asked = askedBy(request, projectId, service)
    try {
      if (!isUuid(projectId)) throw new Problem('not-found', 'A repository is at /git/{projectId}.git')
      if (!isService(service)) throw new Problem('forbidden', 'Only the smart HTTP protocol is served')
      caller = await login(request.headers.authorization, request.ip)
      if (!isUser(caller)) {
        // Strangers are no more than noise, unless they try a secret.
        if (/^basic /i.test(request.headers.authorization ?? '')) await trail.refuse(asked, caller, 401)
        return challenge(reply)
      }
      const served = await hosting.serve(caller, {
        asked,
        projectId,
        service,
        file,
        method: request.method,
        query: request.url.split('?')[1] ?? '',
        headers: request.headers,
        body: (request.body as Readable | undefined) ?? request.raw,
        callerStill: async () => {
          const still = await login(request.headers.authorization, request.ip)
          if (isUser(still)) return still
          throw new Problem('unauthorized', 'The credentials are not valid any more')
        },
      })
      return reply.code(served.status).headers(served.headers).send(served.body)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status } = problemKinds[error.kind]
      if (status === 429 || (status === 403 && caller !== undefined))
        await trail.refuse(asked, caller, status)
      return refuse(reply, error)
    }
  }
}

function askedBy(request: FastifyRequest, projectId: string, service: string | undefined): Asked {
  return {
    projectId,
    pushes: service === 'git-receive-pack',
    method: request.method,
    path: request.url.split('?', 1)[0]!,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 512),
    requestId: request.id,
  }
}

function challenge(reply: FastifyReply) {
  return reply
    .code(401)
    .header('www-authenticate', 'Basic realm="headrace", charset="UTF-8"')
    .type('text/plain; charset=utf-8')
    .send('Log in with client id and secret of an API credential, or with an access token as the password\n')
}

function refuse(reply: FastifyReply, problem: Problem) {
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
  return reply
    .code(problemKinds[problem.kind].status)
    .type('text/plain; charset=utf-8')
    .send(`${problem.message}\n`)
}
