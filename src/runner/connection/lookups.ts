import { type ConnectionDefinition, readDefinition } from '../../connections/definition.ts'
import { type ConnectorDefinition, isConnectorDefinition } from '../../connectors/schema.ts'
import {
  isWantedHost,
  isWantedName,
  type Lookup,
  type LookupResult,
  type SecretReference,
} from '../../protocol/lookup-messages.ts'
import type { FromRunner } from '../../protocol/messages.ts'

/**
 * Looks up what only the API knows, for one root execution. All throw an Error that says why there is no
 * result.
 */
export interface Lookups {
  /**
   * A value, or which of the runner's own secrets a reference means; undefined: the project has no such name.
   */
  secret(root: string, name: string, signal: AbortSignal): Promise<SecretFound | undefined>
  connection(root: string, name: string, signal: AbortSignal): Promise<ConnectionDefinition | undefined>
  connector(root: string, idOrName: string, signal: AbortSignal): Promise<ConnectorDefinition | undefined>
  /**
   * `host`: where it will be sent. `rejected`: digest of a token that was refused although it came from here.
   */
  oauthToken(
    root: string,
    idOrName: string,
    use: { readonly host: string; readonly rejected: string | undefined },
    signal: AbortSignal,
  ): Promise<string>
  /** Which pipeline of which artifact a component of `caller` means. */
  sharedPipeline(
    root: string,
    wanted: { readonly caller: string; readonly reference: string; readonly version: string | undefined },
    signal: AbortSignal,
  ): Promise<SharedPipelineFound>
  received(result: LookupResult): void
  /** Sends unanswered lookups again, after a reconnect. */
  resend(): void
}

export type SecretFound = { readonly value: string } | { readonly reference: SecretReference }

export type SharedPipelineFound = Omit<Extract<LookupResult, { kind: 'shared-pipeline' }>, 'kind' | 'ask'>

interface Open {
  readonly lookup: Lookup
  readonly resolve: (result: LookupResult) => void
}

type Asked = Lookup extends infer Q ? (Q extends Lookup ? Omit<Q, 'ask'> : never) : never

/**
 * Looks up over the runner's connection. Results are passed on and kept nowhere. A name that cannot be one is
 * not asked for: the API would close the connection of all executions, again and again.
 */
export function createLookups(send: (message: FromRunner) => void): Lookups {
  const open = new Map<number, Open>()
  let next = 0

  async function ask(asked: Asked, signal: AbortSignal): Promise<LookupResult> {
    signal.throwIfAborted()
    const lookup: Lookup = { ...asked, ask: next++ }
    const { promise, resolve, reject } = Promise.withResolvers<LookupResult>()
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    open.set(lookup.ask, { lookup, resolve })
    send(lookup)
    try {
      const result = await promise
      if (result.kind === 'unanswered') throw new Error(result.reason)
      return result
    } finally {
      open.delete(lookup.ask)
      signal.removeEventListener('abort', giveUp)
    }
  }

  return {
    async secret(root, name, signal) {
      if (!isWantedName(name)) return undefined
      const result = await ask({ kind: 'secret-wanted', root, name }, signal)
      if (result.kind !== 'secret') return unexpected(result)
      const { value, reference } = result
      if (value !== undefined) return { value }
      return reference && { reference }
    },
    async connection(root, connection, signal) {
      if (!isWantedName(connection)) return undefined
      const result = await ask({ kind: 'connection-wanted', root, connection }, signal)
      if (result.kind !== 'connection') return unexpected(result)
      return result.definition === undefined ? undefined : readDefinition(result.definition)
    },
    async connector(root, connector, signal) {
      if (!isWantedName(connector)) return undefined
      const result = await ask({ kind: 'connector-wanted', root, connector }, signal)
      if (result.kind !== 'connector') return unexpected(result)
      const { definition } = result
      if (definition === undefined || isConnectorDefinition(definition)) return definition
      throw new Error(
        `The connector ${connector} has a format that this runner does not know: update the runner`,
      )
    },
    async oauthToken(root, oauth, { host, rejected }, signal) {
      if (!isWantedName(oauth)) throw new Error(noSuch('OAuth entry', oauth))
      if (!isWantedHost(host)) throw new Error(noSuch('host', host))
      const lookup = { kind: 'oauth-token-wanted' as const, root, oauth, host }
      const result = await ask(rejected === undefined ? lookup : { ...lookup, rejected }, signal)
      return result.kind === 'oauth-token' ? result.token : unexpected(result)
    },
    async sharedPipeline(root, { caller, reference, version }, signal) {
      if (!isWantedName(reference)) throw new Error(noSuch('shared pipeline', reference))
      if (version !== undefined && !isWantedName(version)) throw new Error(noSuch('version', version))
      const lookup = { kind: 'shared-pipeline-wanted' as const, root, caller, reference }
      const result = await ask(version === undefined ? lookup : { ...lookup, version }, signal)
      return result.kind === 'shared-pipeline' ? result : unexpected(result)
    },
    received: (result) => open.get(result.ask)?.resolve(result),
    resend() {
      for (const { lookup } of open.values()) send(lookup)
    },
  }
}

const SHOWN_CHARACTERS = 100

const noSuch = (what: string, name: string): string =>
  `There is no ${what} "${name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name}"`

function unexpected(result: LookupResult): never {
  throw new Error(`The API answered a lookup with ${result.kind}`)
}
