import type { FastifyRequest } from 'fastify'

/** The address of what was created in the collection that the request was sent to. */
export const below = ({ url }: Pick<FastifyRequest, 'url'>, name: string): string =>
  `${url.split('?', 1)[0]!.replace(/\/$/, '')}/${encodeURIComponent(name)}`
