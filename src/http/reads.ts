import type { FastifyRequest } from 'fastify'

/** Whether the request only asks: HEAD answers like GET, without a body. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
