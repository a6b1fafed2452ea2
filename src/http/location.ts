import type { FastifyRequest } from 'fastify'

type Addressed = Pick<FastifyRequest, 'originalUrl'>

/** The address that a request was sent to, without its query, on the face by which it came (`faces.ts`). */
export const addressOf = ({ originalUrl }: Addressed): string =>
  originalUrl.split('?', 1)[0]!.replace(/(?<=.)\/$/, '')

/** The address of what was created in the collection that the request was sent to. */
export const below = (request: Addressed, name: string): string =>
  `${addressOf(request)}/${encodeURIComponent(name)}`
