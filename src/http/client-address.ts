import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'
import type { Server } from './server-type.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Where a request came from that passes Fastify by, such as an upgrade: what `request.ip` says of all
     * others.
     */
    addressOf(request: IncomingMessage): string
  }
}

/** `trustedProxies` name the client in `X-Forwarded-For`, as far from here as the chain of them goes. */
export function nameClients(app: Server, trustedProxies: readonly string[]): void {
  const isTrusted = compile([...trustedProxies])
  app.decorate('addressOf', (request) => all(request, isTrusted).at(-1) ?? 'unknown')
}
