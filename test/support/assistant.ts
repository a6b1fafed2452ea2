import { resolve } from 'node:path'
import { Client, type Tool } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError: boolean
  readonly text: string
}

/** An assistant that has started `headrace mcp` and speaks to it over its standard input and output. */
export interface Assistant extends AsyncDisposable {
  tools(): Promise<readonly Tool[]>
  call(name: string, input: object, signal?: AbortSignal): Promise<ToolAnswer>
  /** The answer as JSON. Throws when it is an error. */
  read<T>(name: string, input: object): Promise<T>
}

export async function anAssistant(
  env: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve('bin/headrace.mjs'), 'mcp', ...flags],
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', ...env },
  })
  await client.connect(transport)

  async function call(name: string, input: object, signal?: AbortSignal): Promise<ToolAnswer> {
    const params = { name, arguments: { ...input } }
    const { content, isError = false } = await client.callTool(params, signal && { signal })
    const [first] = content
    return { isError, text: first?.type === 'text' ? first.text : '' }
  }
  async function read<T>(name: string, input: object): Promise<T> {
    const { isError, text } = await call(name, input)
    if (isError) throw new Error(`${name}: ${text}`)
    return JSON.parse(text) as T
  }
  return {
    tools: async () => (await client.listTools()).tools,
    call,
    read,
    [Symbol.asyncDispose]: () => client.close(),
  }
}
