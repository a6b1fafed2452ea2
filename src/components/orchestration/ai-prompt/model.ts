import { withoutTrailing } from '../../../lib/without-trailing.ts'
import { type AwsCredentials, awsSigned } from '../../common/aws.ts'
import { member, type ServiceRequest } from '../../common/service-call.ts'
import type { ModelSettings } from './model-settings.ts'
import { answerSchema } from './prompt.ts'
import type { Output } from './settings.ts'

/** One row for the model. */
export interface Question {
  readonly system: string
  readonly user: string
}

/** What a model answered; tokens are undefined where the service tells none. */
export interface Reply {
  /** One text for each answer that was asked for. */
  readonly texts: readonly string[]
  readonly promptTokens: number | undefined
  readonly completionTokens: number | undefined
  /** The name that the service itself gives. */
  readonly model: string | undefined
  /** Why the answer is not whole; undefined when it is. */
  readonly cut: string | undefined
}

/** One way to ask models over HTTP. */
export interface Model {
  request(question: Question): Promise<ServiceRequest> | ServiceRequest
  /** Reads the body of a success; undefined when it is no answer. */
  read(body: unknown): Reply | undefined
}

type Credentials = { readonly apiKey: string } | AwsCredentials

/** `outputs`: the members of a JSON answer; none for plain text. */
export function createModel(
  settings: ModelSettings,
  credentials: Credentials,
  outputs: readonly Output[],
): Model {
  if (settings.kind === 'aws' && 'accessKeyId' in credentials) return bedrock(settings, credentials)
  return chatCompletions(settings, 'apiKey' in credentials ? credentials.apiKey : '', outputs)
}

/** Chat completions as OpenAI defined them and many servers offer them. */
function chatCompletions(settings: ModelSettings, apiKey: string, outputs: readonly Output[]): Model {
  const { sampling, model } = settings
  const base = withoutTrailing(settings.endpoint, '/')
  const isAzure = settings.kind === 'azure'
  const url = isAzure
    ? `${base}/openai/deployments/${encodeURIComponent(model)}/chat/completions?api-version=${encodeURIComponent(settings.apiVersion)}`
    : `${base}/chat/completions`
  const authorization = isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
  const headers = { 'content-type': 'application/json', ...(apiKey !== '' && authorization) }
  // OpenAI's newer models know only the one name, servers like its own only the other.
  const maxTokens = new URL(base).host === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens'
  const fixed = {
    ...(!isAzure && { model }),
    ...(sampling.temperature !== undefined && { temperature: sampling.temperature }),
    ...(sampling.topP !== undefined && { top_p: sampling.topP }),
    ...(sampling.n > 1 && outputs.length > 0 && { n: sampling.n }),
    ...(sampling.maxTokens !== undefined && { [maxTokens]: sampling.maxTokens }),
    ...(outputs.length > 0 && responseFormat(sampling.jsonMode, outputs)),
  }
  return {
    request: ({ system, user }) => {
      const messages = [
        ...(system === '' ? [] : [{ role: 'system', content: system }]),
        { role: 'user', content: user },
      ]
      return { method: 'POST', url, headers, body: JSON.stringify({ ...fixed, messages }) }
    },
    read: readCompletion,
  }
}

function responseFormat(mode: 'Prompt' | 'Object' | 'Schema', outputs: readonly Output[]): object {
  if (mode === 'Prompt') return {}
  if (mode === 'Object') return { response_format: { type: 'json_object' } }
  const schema = { name: 'answer', strict: true, schema: answerSchema(outputs) }
  return { response_format: { type: 'json_schema', json_schema: schema } }
}

function readCompletion(body: unknown): Reply | undefined {
  const choices = member(body, 'choices')
  if (!Array.isArray(choices) || choices.length === 0) return undefined
  const texts = choices.map((one) => member(member(one, 'message'), 'content'))
  const reasons = choices.map((one) => member(one, 'finish_reason'))
  const model = member(body, 'model')
  return {
    texts: texts.map((text) => (typeof text === 'string' ? text : '')),
    promptTokens: numberIn(member(body, 'usage'), 'prompt_tokens'),
    completionTokens: numberIn(member(body, 'usage'), 'completion_tokens'),
    model: typeof model === 'string' ? model : undefined,
    cut: cutBy(reasons.find((reason) => reason === 'length' || reason === 'content_filter')),
  }
}

/**
 * Bedrock's Converse, which is the same for all of its models. Some know no system prompt: it stands before
 * the row.
 */
function bedrock(settings: Extract<ModelSettings, { kind: 'aws' }>, credentials: AwsCredentials): Model {
  const { endpoint, model, region, sampling } = settings
  const url = `${withoutTrailing(endpoint, '/')}/model/${encodeURIComponent(model)}/converse`
  const inferenceConfig = {
    ...(sampling.temperature !== undefined && { temperature: sampling.temperature }),
    ...(sampling.topP !== undefined && { topP: sampling.topP }),
    ...(sampling.maxTokens !== undefined && { maxTokens: sampling.maxTokens }),
  }
  return {
    request: ({ system, user }) => {
      const text = system === '' ? user : `${system}\n\n${user}`
      const body = JSON.stringify({ messages: [{ role: 'user', content: [{ text }] }], inferenceConfig })
      const request = { method: 'POST' as const, url, headers: { 'content-type': 'application/json' }, body }
      return awsSigned(request, credentials, { service: 'bedrock', region })
    },
    read: (body) => {
      const content = member(member(member(body, 'output'), 'message'), 'content')
      if (!Array.isArray(content)) return undefined
      const text = content
        .map((one) => member(one, 'text'))
        .filter((one) => typeof one === 'string')
        .join('')
      const reason = member(body, 'stopReason')
      return {
        texts: [text],
        promptTokens: numberIn(member(body, 'usage'), 'inputTokens'),
        completionTokens: numberIn(member(body, 'usage'), 'outputTokens'),
        model: undefined,
        cut: cutBy({ max_tokens: 'length', guardrail_intervened: 'content_filter' }[String(reason)]),
      }
    },
  }
}

function cutBy(reason: unknown): string | undefined {
  if (reason === 'length') return 'The answer was cut off at the maximum number of tokens'
  return reason === 'content_filter' ? 'The service withheld all or part of the answer' : undefined
}

const numberIn = (value: unknown, key: string): number | undefined => {
  const found = member(value, key)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}
