import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Names of our cookies. Behind TLS the prefix makes browsers refuse them from anywhere else (RFC 6265bis
 * §4.1.3).
 */
export interface Cookies {
  session(request: FastifyRequest): string | undefined
  setSession(reply: FastifyReply, token: string, expires: Date): void
  clearSession(reply: FastifyReply): void
  /**
   * What ties single sign-ons that have begun to this browser; it lasts as long as the latest of them may
   * take.
   */
  visit(request: FastifyRequest): string | undefined
  setVisit(reply: FastifyReply, value: string): void
  /** Of a sign-in whose password is proven, and whose second factor is not. */
  pending(request: FastifyRequest): string | undefined
  setPending(reply: FastifyReply, value: string): void
  clearPending(reply: FastifyReply): void
}

const VISIT_SECONDS = 600

/** `SameSite=Lax`: the way back from an identity provider is a navigation, which must bring them along. */
export function createCookies(origin: () => string): Cookies {
  const isSecure = () => origin().startsWith('https:')
  const named = (name: string) => (isSecure() ? `__Host-${name}` : name)
  const attributes = () => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure() }) as const
  const read = (request: FastifyRequest, name: string) => request.cookies[named(name)]
  const setBriefly = (reply: FastifyReply, name: string, value: string) =>
    void reply.setCookie(named(name), value, { ...attributes(), maxAge: VISIT_SECONDS })
  return {
    session: (request) => read(request, 'headrace_session'),
    setSession: (reply, token, expires) =>
      void reply.setCookie(named('headrace_session'), token, { ...attributes(), expires }),
    clearSession: (reply) => void reply.clearCookie(named('headrace_session'), attributes()),
    visit: (request) => read(request, 'headrace_visit'),
    setVisit: (reply, value) => setBriefly(reply, 'headrace_visit', value),
    pending: (request) => read(request, 'headrace_second_factor'),
    setPending: (reply, value) => setBriefly(reply, 'headrace_second_factor', value),
    clearPending: (reply) => void reply.clearCookie(named('headrace_second_factor'), attributes()),
  }
}
