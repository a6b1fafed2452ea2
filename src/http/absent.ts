import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A `preValidation` hook: members of the body with these names that are null or an empty text are taken as
 * absent, as many programs mean it (decisions.md §8). `within` is the member that they are in.
 */
export const absentWhenEmpty =
  (names: readonly string[], within?: string) =>
  ({ body }: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    const whole = Object(body) as Record<string, unknown>
    const members = Object(within === undefined ? whole : whole[within]) as Record<string, unknown>
    for (const name of names) if (members[name] === null || members[name] === '') delete members[name]
    done()
  }
