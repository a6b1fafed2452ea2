import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** The outside world of pipelines: counts what reaches it, and may keep callers waiting. */
export interface SideEffects {
  readonly url: string
  /** Calls of `name`: how often, by the `Idempotency-Key` of the caller. */
  calls(name: string): ReadonlyMap<string, number>
  /** Callers of `name` that wait for an answer. */
  waiting(name: string): number
  /** From now on callers of `name` wait until `release`. */
  hold(name: string): void
  release(name: string): void
  /** Forgets all calls. */
  reset(): void
  close(): Promise<void>
}

export async function sideEffects(): Promise<SideEffects> {
  const counts = new Map<string, Map<string, number>>()
  const held = new Map<string, Set<ServerResponse>>()

  function callsOf(name: string): Map<string, number> {
    const calls = counts.get(name) ?? new Map<string, number>()
    counts.set(name, calls)
    return calls
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const name = request.url!.slice(1)
    const key = String(request.headers['idempotency-key'])
    request.resume().once('end', () => {
      const calls = callsOf(name)
      calls.set(key, (calls.get(key) ?? 0) + 1)
      const gate = held.get(name)
      if (gate === undefined) response.end('{}')
      else {
        gate.add(response)
        response.once('close', () => gate.delete(response))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  return {
    url: `http://127.0.0.1:${port}`,
    calls: callsOf,
    waiting: (name) => held.get(name)?.size ?? 0,
    hold: (name) => void held.set(name, new Set()),
    release(name) {
      const gate = held.get(name) ?? []
      held.delete(name)
      for (const response of gate) response.end('{}')
    },
    reset: () => counts.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
