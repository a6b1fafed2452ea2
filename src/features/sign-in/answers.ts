import type { FastifyReply } from 'fastify'
import type { Cookies } from './cookies.ts'
import type { Session } from './schema.ts'
import { type PendingSignIn, signInAgain } from './second-factor/pending.ts'
import type { SignIn } from './service.ts'
import type { StartedSession } from './sessions.ts'

export type SignInAnswers = ReturnType<typeof createAnswers>

/** The answers of requests that sign in: the session is a cookie, and the body says whose it is. */
export function createAnswers(signIn: SignIn, cookies: Cookies) {
  /** Puts the session into the browser. Returns what its page has to know. */
  async function begin(reply: FastifyReply, { token, expiresAt }: StartedSession): Promise<Session> {
    const session = await signIn.sessions.find(token)
    if (session === undefined) throw signInAgain() // it was ended at once
    cookies.setSession(reply, token, expiresAt)
    cookies.clearPending(reply)
    reply.header('cache-control', 'no-store')
    return signIn.current(session.caller, token)
  }

  /** 201 with the session, or 202 with what is missing for one. */
  async function send(reply: FastifyReply, started: StartedSession | PendingSignIn) {
    if ('token' in started) return reply.code(201).send(await begin(reply, started))
    cookies.setPending(reply, started.pendingToken)
    return reply.code(202).header('cache-control', 'no-store').send({ secondFactor: started.needs })
  }

  return { begin, send }
}
