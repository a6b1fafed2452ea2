import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AnyCaller } from './caller.ts'

/** Who makes the requests that this process makes to its own API, without a token. */
export interface OwnRequests {
  /** Asked at every request; undefined when the caller does not exist any more. */
  readonly findCaller: () => Promise<AnyCaller | undefined>
  /** What the audit trail notes about each of them. */
  readonly auditDetails: object
}

const current = new AsyncLocalStorage<OwnRequests>()

/** Does `work`, whose requests by `app.inject` are made as that caller. */
export const asOwnRequests = <T>(requests: OwnRequests, work: () => Promise<T>): Promise<T> =>
  current.run(requests, work)

/**
 * Does `work`, whose reads by `app.inject` are made as the caller of a change, whose token may lack the scope
 * to read.
 */
export function asOwnReads<T>({ authenticated: caller }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  if (caller === undefined || !('scopes' in caller)) return work()
  const { scopes: _, ...unlimited } = caller
  // What `inject` answers begins when it is awaited, which must be inside.
  return asOwnRequests({ findCaller: async () => unlimited, auditDetails: {} }, async () => await work())
}

/** In whose name this process makes a request; undefined for every request that came by a connection. */
export const ownRequestsOf = ({ raw }: FastifyRequest): OwnRequests | undefined =>
  raw.socket instanceof Socket ? undefined : current.getStore()
