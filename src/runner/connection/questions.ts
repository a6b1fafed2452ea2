import { type ConnectorDefinition, isConnectorDefinition } from '../../connectors/schema.ts'
import type { FromRunner, Question, Reply } from '../../protocol/messages.ts'

/** What only the API knows, asked for one root execution. All throw an Error that says why there is no answer. */
export interface Questions {
  secret(root: string, name: string, signal: AbortSignal): Promise<string | undefined>
  connector(root: string, idOrName: string, signal: AbortSignal): Promise<ConnectorDefinition | undefined>
  /** `host`: where it will be sent. `rejected`: digest of a token that was refused although it came from here. */
  oauthToken(
    root: string,
    idOrName: string,
    use: { readonly host: string; readonly rejected: string | undefined },
    signal: AbortSignal,
  ): Promise<string>
  received(reply: Reply): void
  /** Asks again for what was not answered: after a reconnect. */
  resend(): void
}

interface Open {
  readonly question: Question
  readonly resolve: (reply: Reply) => void
}

type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'ask'> : never) : never

/** Questions over the runner's connection. Answers are handed on and kept nowhere. */
export function createQuestions(send: (message: FromRunner) => void): Questions {
  const open = new Map<number, Open>()
  let next = 0

  async function ask(asked: Asked, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted()
    const question: Question = { ...asked, ask: next++ }
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    open.set(question.ask, { question, resolve })
    send(question)
    try {
      const reply = await promise
      if (reply.kind === 'unanswered') throw new Error(reply.reason)
      return reply
    } finally {
      open.delete(question.ask)
      signal.removeEventListener('abort', giveUp)
    }
  }

  return {
    async secret(root, name, signal) {
      const reply = await ask({ kind: 'secret-wanted', root, name }, signal)
      return reply.kind === 'secret' ? reply.value : odd(reply)
    },
    async connector(root, connector, signal) {
      const reply = await ask({ kind: 'connector-wanted', root, connector }, signal)
      if (reply.kind !== 'connector') return odd(reply)
      const { definition } = reply
      if (definition === undefined || isConnectorDefinition(definition)) return definition
      throw new Error(
        `The connector ${connector} has a form that this runner does not know: update the runner`,
      )
    },
    async oauthToken(root, oauth, { host, rejected }, signal) {
      const question = { kind: 'oauth-token-wanted' as const, root, oauth, host }
      const reply = await ask(rejected === undefined ? question : { ...question, rejected }, signal)
      return reply.kind === 'oauth-token' ? reply.token : odd(reply)
    },
    received: (reply) => open.get(reply.ask)?.resolve(reply),
    resend() {
      for (const { question } of open.values()) send(question)
    },
  }
}

function odd(reply: Reply): never {
  throw new Error(`The API answered a question with ${reply.kind}`)
}
