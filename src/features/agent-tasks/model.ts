import type { Readable } from 'node:stream'
import { errorText } from '../../lib/error-text.ts'
import { createMasking } from '../../lib/masking.ts'
import type { Post } from '../../lib/outgoing-http.ts'
import { retryAfterMs } from '../../lib/retry-after.ts'
import { storable } from '../../lib/storable.ts'
import type { ModelMessage, ModelTool } from './conversation.ts'

export interface ModelSettings {
  readonly url: string
  readonly name: string
  readonly apiKey: string | undefined
}

export interface ModelAnswer {
  readonly text: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[]
}

export interface Model {
  /** Throws ModelError when the model gives no answer. */
  answer(
    messages: readonly ModelMessage[],
    tools: readonly ModelTool[],
    signal: AbortSignal,
  ): Promise<ModelAnswer>
}

/** Why a model gave no answer, in words for the person who waits for it, without secrets. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  /** Whether it may answer later. */
  readonly isPassing: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, isPassing: boolean, retryAfterSeconds?: number) {
    super(message)
    this.isPassing = isPassing
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const MAX_ANSWER_TOKENS = 16_384
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const MAX_SHOWN_CHARACTERS = 500
const ANSWER_MS = 300_000
const passing = new Set([408, 429, 500, 502, 503, 504])

/** Chat completions with tools, as OpenAI defined them and many servers speak them. */
export function createModel({ url, name, apiKey }: ModelSettings, post: Post): Model {
  const address = new URL(`${url}/chat/completions`)
  const masking = createMasking()
  if (apiKey !== undefined) masking.add(apiKey)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  // OpenAI's newer models know only the one name, servers like its own only the other.
  const maxTokens = address.host === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens'

  async function answer(messages: readonly ModelMessage[], tools: readonly ModelTool[], signal: AbortSignal) {
    const body = JSON.stringify({ model: name, messages, tools, [maxTokens]: MAX_ANSWER_TOKENS })
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
    try {
      const answered = await post(address, { headers, body, signal: limit })
      const text = await textOf(answered.body)
      if (answered.status === 200) return answerIn(text)
      const shown = storable(masking.mask(messageIn(text))).slice(0, MAX_SHOWN_CHARACTERS)
      throw new ModelError(
        `The model answered ${answered.status}: ${shown}`,
        passing.has(answered.status),
        askedSeconds(answered.headers['retry-after']),
      )
    } catch (error) {
      if (error instanceof ModelError || signal.aborted) throw error
      const why = limit.aborted ? `no answer within ${ANSWER_MS / 1_000} s` : masking.mask(errorText(error))
      throw new ModelError(`The request to the model failed: ${why}`, true)
    }
  }
  return { answer }
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) {
      body.destroy()
      throw new ModelError(`The response of the model has more than ${MAX_ANSWER_BYTES} bytes`, false)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

interface Completion {
  readonly choices?: readonly {
    readonly finish_reason?: unknown
    readonly message?: {
      readonly content?: unknown
      readonly tool_calls?: readonly {
        readonly id?: unknown
        readonly function?: { readonly name?: unknown; readonly arguments?: unknown }
      }[]
    }
  }[]
}

function answerIn(text: string): ModelAnswer {
  const choice = (parsed(text) as Completion | undefined)?.choices?.[0]
  if (choice?.message === undefined)
    throw new ModelError(
      'The response of the model is not a chat completion; check HEADRACE_MODEL_URL',
      false,
    )
  if (choice.finish_reason === 'length')
    throw new ModelError(
      `The answer of the model has more than ${MAX_ANSWER_TOKENS} tokens; ask for less at once`,
      false,
    )
  const { content, tool_calls } = choice.message
  const calls = Array.isArray(tool_calls) ? tool_calls : []
  return {
    text: textOr(content, ''),
    calls: calls.map((call) => ({
      id: textOr(call?.id, ''),
      name: textOr(call?.function?.name, ''),
      input: textOr(call?.function?.arguments, '{}'),
    })),
  }
}

/** What the database can keep of a text that a model wrote. */
const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? storable(value) : otherwise

/** What a provider says of an error: `{"error": {"message"}}`, or the text itself. */
function messageIn(text: string): string {
  const error = (parsed(text) as { error?: unknown } | undefined)?.error
  const message = (error as { message?: unknown } | undefined)?.message ?? error
  return typeof message === 'string' ? message : text.trim() || 'no details'
}

function askedSeconds(header: string | string[] | undefined): number | undefined {
  const ms = retryAfterMs(header, Date.now())
  return ms === undefined ? undefined : ms / 1_000
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
