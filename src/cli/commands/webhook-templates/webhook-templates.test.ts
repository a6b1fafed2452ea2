import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const all = '/v1/webhook-templates'
const chat = {
  id: '0195b1c2-0000-7000-8000-000000000007',
  name: 'Chat message',
  payload: '{"text": "done"}',
  updatedAt: '2025-03-01T11:00:00.000Z',
  updatedBy: 'ada',
}
const echo: Answer = ({ body }, response) => json(response, 200, { ...chat, ...JSON.parse(body.toString()) })

test('templates are listed as a table, with their payloads as JSON, and an empty list says what to do', async () => {
  let templates = [chat]
  await using api = await startApi({
    [`GET ${all}`]: (request, response) => paged(templates)(request, response),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out } = await terminal.run('webhook-templates')
  expect(out.split('\n')[0]).toMatch(/^NAME +CHANGED +BY +ID$/)
  expect(out).toContain(chat.id)
  expect(JSON.parse((await terminal.run('webhook-templates', 'list', '--json')).out)).toEqual([chat])
  templates = []
  expect((await terminal.run('webhook-templates')).out).toContain('There is no webhook template yet')
})

test('a template gets its payload from a file', async () => {
  await using api = await startApi({ [`POST ${all}`]: echo })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  writeFileSync(join(terminal.folder, 'hi.json'), '{"text": "hi"}')
  const created = await terminal.run('webhook-templates', 'create', 'Hi', '--payload', 'hi.json')
  expect(created.out).toBe(`Created webhook template Hi: ${chat.id}\n`)
  expect(JSON.parse(api.requests[0]!.body.toString())).toEqual({ name: 'Hi', payload: '{"text": "hi"}' })
  const missing = await terminal.run('webhook-templates', 'create', 'Hi', '--payload', 'nowhere.json')
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('nowhere.json could not be read')])
})

test('only what is given is changed, and something must be', async () => {
  await using api = await startApi({ [`GET ${all}`]: paged([chat]), [`PATCH ${all}/${chat.id}`]: echo })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const nothing = await terminal.run('webhook-templates', 'update', 'chat message')
  expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('Pass --name or --payload')])
  const renamed = await terminal.run('webhook-templates', 'update', 'chat message', '--name', 'Chat')
  expect(renamed.out).toBe('Changed webhook template Chat.\n')
  const sent = api.requests.find(({ method }) => method === 'PATCH')!
  expect(JSON.parse(sent.body.toString())).toEqual({ name: 'Chat' })
})

test('a template is deleted once that is confirmed; one that does not exist is answered with those there are', async () => {
  await using api = await startApi({
    [`GET ${all}`]: paged([chat]),
    [`DELETE ${all}/${chat.id}`]: (_, response) => void response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('webhook-templates', 'delete', 'Chat message')).code).toBe(1)
  expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  const deleted = await terminal.run('webhook-templates', 'delete', 'Chat message', '--yes')
  expect(deleted.out).toBe('Deleted webhook template Chat message.\n')
  const unknown = await terminal.run('webhook-templates', 'delete', 'Zebra', '--yes')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('Available: Chat message')])
})
