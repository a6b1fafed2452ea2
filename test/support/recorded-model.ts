import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[]
  readonly tool_call_id?: string
}

/** What the model does next: text, calls of tools, an error, or no answer until it is told to. */
export type Reply =
  | { readonly text: string }
  | {
      readonly calls: readonly {
        readonly id: string
        readonly name: string
        readonly input: object | string
      }[]
    }
  | { readonly status: number; readonly message: string; readonly retryAfter?: string }
  | { readonly silent: true }

/** What the recording says after these messages. */
export type Script = (messages: readonly ChatMessage[], turn: number) => Reply

export const modelKey = 'sk-recorded-1234567890'

/** A model for the tests of one file. */
export function useModel() {
  const model = createModel()
  beforeAll(() => model.start())
  afterAll(() => model.stop())
  return model
}

/**
 * A server of a model that speaks chat completions with tools, and refuses what the real ones refuse: another
 * key, another model, tools that are not described, a call without its result, and a result without its call.
 */
export function createModel() {
  const held = {
    url: '',
    requests: [] as { messages: ChatMessage[]; tools: object[] }[],
    refused: [] as string[],
  }
  const scripts = new Map<string, Script>()
  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const fault = faultOf(request, text)
    if (fault !== undefined) {
      held.refused.push(fault)
      send(response, fault.startsWith('key') ? 401 : 400, { error: { message: fault } })
      return
    }
    const body = JSON.parse(text) as { messages: ChatMessage[]; tools: object[] }
    held.requests.push(body)
    const { messages } = body
    // The first message of the user names the recording.
    const first = messages.find(({ role }) => role === 'user')!.content!
    const [, script] = [...scripts].find(([name]) => first.includes(name))!
    const turn = messages.filter(({ role }) => role === 'assistant').length
    answer(response, script(messages, turn))
  }
  async function start(): Promise<void> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    held.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  }
  function stop(): void {
    server.closeAllConnections()
    server.close()
  }
  const record = (name: string, script: Script) => void scripts.set(name, script)
  return Object.assign(held, { start, stop, record })
}

function answer(response: ServerResponse, reply: Reply): void {
  if ('silent' in reply) return
  if ('status' in reply) {
    if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter)
    send(response, reply.status, { error: { message: reply.message, type: 'error' } })
    return
  }
  const calls = 'calls' in reply ? reply.calls : []
  const message = {
    role: 'assistant',
    content: 'text' in reply ? reply.text : null,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
      })),
    }),
  }
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop'
  send(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason }],
  })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function faultOf({ method, url, headers }: IncomingMessage, text: string): string | undefined {
  if (headers.authorization !== `Bearer ${modelKey}`) return `key ${headers.authorization} is incorrect`
  if (method !== 'POST' || url !== '/v1/chat/completions') return `Unknown request URL: ${method} ${url}`
  const body = JSON.parse(text) as { model?: string; messages?: ChatMessage[]; tools?: object[] }
  if (body.model !== 'recorded') return `The model ${body.model} does not exist`
  for (const tool of body.tools ?? []) {
    const { type, function: named } = tool as {
      type?: string
      function?: { name?: string; parameters?: { type?: string } }
    }
    if (type !== 'function' || !/^[\w-]{1,64}$/.test(named?.name ?? '')) return 'Invalid tools: name'
    if (named?.parameters?.type !== 'object') return `Invalid schema for function ${named?.name}`
  }
  return orderFault(body.messages ?? [])
}

/** Every call has its result right behind it, and every result its call. */
function orderFault(messages: readonly ChatMessage[]): string | undefined {
  if (messages.length === 0) return 'messages is empty'
  let open = new Set<string>()
  for (const { role, tool_calls = [], tool_call_id, content } of messages) {
    if (role === 'tool') {
      if (!open.delete(tool_call_id ?? ''))
        return `messages: tool_call_id ${tool_call_id} has no call before it`
      continue
    }
    if (open.size > 0) return `messages: tool calls without a result: ${[...open].join(', ')}`
    if (content === null && tool_calls.length === 0) return 'messages: content is null'
    open = new Set(tool_calls.map(({ id }) => id))
  }
  return open.size > 0 ? `messages: tool calls without a result: ${[...open].join(', ')}` : undefined
}
