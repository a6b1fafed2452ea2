import { createHmac } from 'node:crypto'
import { type DigestMessage, type IncidentMessage, type Message, type Readable, titleOf } from './message.ts'

/** What the services take. */
const MAX_TITLE_CHARACTERS = 150
const MAX_SUMMARY_CHARACTERS = 1_024
/** Of a section of Slack, after escaping: a message with a longer one is refused. */
const MAX_SECTION_CHARACTERS = 3_000

const eventTypes = { OPENED: 'alert.opened', RECOVERED: 'alert.recovered', TEST: 'alert.test' } as const

/** The body of a webhook: what happened, for programs. */
export function webhookBody(message: Message, { title, link }: Readable, now: Date): string {
  if (message.kind === 'DIGEST') return digestBody(message, { title, link })
  const { kind, ...data } = message
  return JSON.stringify({
    type: eventTypes[kind],
    timestamp: kind === 'TEST' ? now.toISOString() : (data as IncidentMessage).at,
    data: { title, ...data, ...(link !== undefined && { link }) },
  })
}

/** A digest has what each of its messages would have had by itself. */
function digestBody({ messages }: DigestMessage, { title, link }: Pick<Readable, 'title' | 'link'>): string {
  const alerts = messages.map(({ kind, ...data }) => ({
    type: eventTypes[kind],
    data: { title: titleOf({ kind, ...data }), ...data },
  }))
  return JSON.stringify({
    type: 'alert.digest',
    timestamp: messages.at(-1)?.at,
    data: { title, alerts, ...(link !== undefined && { link }) },
  })
}

/** The headers of Standard Webhooks 1.0: the receiver recomputes the signature over id, time and body. */
export function signedHeaders(key: Buffer, id: string, now: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** A message of Slack's incoming webhooks. */
export function slackBody({ title, facts, detail, link }: Readable): string {
  const fields = facts.map(([name, value]) => `*${slackText(name)}:* ${slackText(value)}`).join('\n')
  const texts = [
    fields,
    slackText(detail ?? ''),
    ...(link === undefined ? [] : [`<${link}|Open in Headrace>`]),
  ].filter((text) => text !== '')
  return JSON.stringify({
    text: slackText(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, MAX_TITLE_CHARACTERS) } },
      ...texts.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text: cutEscaped(text) } })),
    ],
  })
}

/** The three characters that begin links, mentions and entities in Slack's text. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Never ends inside an entity. */
const cutEscaped = (text: string): string => cut(text, MAX_SECTION_CHARACTERS).replace(/&[a-z]*…$/, '…')

/** An Adaptive Card, as the workflow webhooks of Teams take it. */
export function teamsBody({ title, facts, detail, link }: Readable): string {
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, text: cardText(title) },
      {
        type: 'FactSet',
        facts: facts.map(([name, value]) => ({ title: name, value: cardText(value) })),
      },
      ...(detail === undefined
        ? []
        : [{ type: 'TextBlock', wrap: true, text: cardText(detail).replaceAll('\n', '\n\n') }]),
    ],
    ...(link !== undefined && {
      actions: [{ type: 'Action.OpenUrl', title: 'Open in Headrace', url: link }],
    }),
  }
  return JSON.stringify({
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
    ],
  })
}

/** Cards read Markdown: a name must not become a link. */
const cardText = (text: string): string => text.replaceAll(/[\\[\]()*_`~#]/g, '\\$&')

/** An event of PagerDuty's Events API v2. What is over resolves what its incident triggered. */
export function pagerDutyEvent(
  message: Exclude<Message, DigestMessage>,
  { title, facts, detail, link }: Readable,
  { routingKey, id, now }: { readonly routingKey: string; readonly id: string; readonly now: Date },
): string {
  const isTest = message.kind === 'TEST'
  const dedupKey = isTest ? id : message.incidentId
  if (message.kind === 'RECOVERED')
    return JSON.stringify({ routing_key: routingKey, event_action: 'resolve', dedup_key: dedupKey })
  return JSON.stringify({
    routing_key: routingKey,
    event_action: 'trigger',
    dedup_key: dedupKey,
    client: 'Headrace',
    ...(link !== undefined && { client_url: link }),
    payload: {
      summary: cut(title, MAX_SUMMARY_CHARACTERS),
      source: 'headrace',
      severity: isTest ? 'info' : 'error',
      timestamp: isTest ? now.toISOString() : message.at,
      ...(!isTest && { class: message.event }),
      custom_details: { ...Object.fromEntries(facts), ...(detail !== undefined && { Detail: detail }) },
    },
  })
}

/** The text of an e-mail. */
export function mailText({ facts, detail, link }: Readable): string {
  return [
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...(detail === undefined ? [] : ['', detail]),
    ...(link === undefined ? [] : ['', link]),
    '',
  ].join('\n')
}

const cut = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1).toWellFormed()}…` : text
