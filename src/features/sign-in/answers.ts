import type { FastifyReply } from 'fastify'
import type { Cookies } from './cookies.ts'
import type { SignIn } from './service.ts'
import type { StartedSession } from './sessions.ts'

export type SignInAnswers = ReturnType<typeof createAnswers>

/** The answers of requests that sign in: the session is a cookie, and the body says whose it is. */
export function createAnswers(signIn: SignIn, cookies: Cookies) {
  async function send(reply: FastifyReply, { token, expiresAt }: StartedSession) {
    cookies.setSession(reply, token, expiresAt)
    const { caller } = (await signIn.sessions.find(token))!
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send(await signIn.current(caller, token))
  }

  return { send }
}
