import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { newId } from '../../src/lib/ids.ts'
import type { TestApi } from './api.ts'
import { type ExecutionPlace, queuedExecutions } from './executions.ts'

/** What a receiver got. */
export interface ReceivedAlert {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * A real receiver of alerts on loopback. `answer` decides the status of each request; it may also never
 * resolve.
 */
export async function alertReceiver(answer: (alert: ReceivedAlert) => number | Promise<number> = () => 204) {
  const received: ReceivedAlert[] = []
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const alert = {
      path: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks as Buffer[]).toString(),
    }
    received.push(alert)
    response.writeHead(await answer(alert)).end('told you so')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Executions that end one after another in these states, as the journal would end them. */
export async function endedExecutions(
  db: Db,
  place: ExecutionPlace,
  statuses: readonly ('SUCCESS' | 'FAILED' | 'CANCELLED')[],
  pipelineName = 'P',
): Promise<string[]> {
  const ids = await queuedExecutions(db, place, statuses.length)
  await sql`
    update execution set status = 'RUNNING', session_id = ${newId()}, started_at = now(), pipeline_name = ${pipelineName}
     where id = any(${ids}::uuid[])`.execute(db)
  for (const [i, status] of statuses.entries()) {
    await sql`
      update execution set status = ${status}, finished_at = clock_timestamp(), message = ${`ended ${status}`}
       where id = ${ids[i]}`.execute(db)
  }
  return ids
}

/**
 * A rule of the installation and its channel, both disabled; an incident that is over, and its delivered
 * message.
 */
export async function anAlert({ call, db }: TestApi) {
  const channel = await call<{ id: string }>('POST', '/v1/alert-channels', {
    body: { name: 'On call', type: 'SLACK', enabled: false, webhookUrl: 'https://hooks.example.com/alerts' },
  })
  const channelId = channel.body.id
  const rule = await call<{ id: string }>('POST', '/v1/alert-rules', {
    body: { name: 'Any failure', enabled: false, events: ['FAILED'], channelIds: [channelId] },
  })
  const ruleId = rule.body.id
  const [alertIncidentId, alertDeliveryId] = [newId(), newId()]
  const message = {
    kind: 'OPENED',
    event: 'FAILED',
    incidentId: alertIncidentId,
    ruleId,
    ruleName: 'Any failure',
    openedAt: '2026-01-01T00:00:00.000Z',
    at: '2026-01-01T00:00:00.000Z',
    occurrences: 1,
    facts: {},
  }
  await sql`
    insert into alert_incident (id, rule_id, event, subject, facts, opened_at, last_at, closed_at)
    values (${alertIncidentId}, ${ruleId}, 'FAILED', 'a pipeline', '{}', now(), now(), now())`.execute(db)
  await sql`
    insert into alert_delivery (id, incident_id, channel_id, kind, message, status)
    values (${alertDeliveryId}, ${alertIncidentId}, ${channelId}, 'OPENED', ${JSON.stringify(message)}, 'DELIVERED')`.execute(
    db,
  )
  return { alertChannelId: channelId, alertRuleId: ruleId, alertIncidentId, alertDeliveryId }
}
