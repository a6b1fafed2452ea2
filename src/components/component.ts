import type { Socket } from 'node:net'
import type { Static, TSchema } from 'typebox'
import type { ResolvedConnection } from '../connections/resolve.ts'
import type { ConnectorDefinition } from '../connectors/schema.ts'
import type { Post } from '../lib/outgoing-http.ts'
import type { TraceHeaders } from '../lib/trace-context.ts'
import type { LinkRule, ParameterFault } from '../pipeline/catalog.ts'
import type { Outcome, VariableUpdate, VariableView } from '../pipeline/flow-events.ts'
import type { Parameters } from '../pipeline/model.ts'
import { readParameters } from '../pipeline/parameters/read-parameters.ts'
import type { Connection } from '../warehouses/connection.ts'
import type { Need } from '../warehouses/refusals.ts'
import type { SourceConnection, SourceDatabase } from '../warehouses/source-database.ts'
import type { Warehouse } from '../warehouses/warehouse.ts'
import type { DeclaredAssets } from './asset-places.ts'
import type { ScriptServers } from './common/contained/script-servers.ts'
import type { Scripts } from './common/contained/scripts.ts'

/**
 * The declarative half of a component: what it is called, which properties it has and what is wrong with
 * given ones. The API, the command line and the editor use it without ever being able to run anything.
 */
export interface ComponentProperties<S extends TSchema = TSchema> {
  /** Ids in pipeline files, the current one first; older spellings follow. */
  readonly types: readonly [string, ...string[]]
  readonly title: string
  readonly summary: string
  /**
   * Shape of `parameters` as files write it. Unknown keys are allowed: files carry keys of other platforms.
   */
  readonly properties: S
  /**
   * Parameters whose `${…}` is not replaced before the run: scripts, and texts the component resolves itself.
   */
  readonly verbatim?: readonly string[]
  /**
   * Parameters of other platforms that have no effect here, each with a sentence that says what to do
   * instead.
   */
  readonly withoutEffect?: Readonly<Record<string, string>>
  /** `none`: re-running it is harmless, so it need not wait for its predecessor's commit. */
  readonly effects: 'none' | 'outside'
  /**
   * Of one with effects outside: whether with these parameters, which are resolved, it only reads and has
   * none.
   */
  readonly readsOnly?: (parameters: Static<S>) => boolean
  /**
   * Of one with effects outside: what it does before it has waited for `StepContext.begun` has none, such as
   * making files ready. It does that while its beginning is written to disk.
   */
  readonly preparesFirst?: true
  /**
   * It makes new values of variables from their old ones: such steps of an execution take turns, so that none
   * undoes another's change.
   */
  readonly changesVariables?: true
  /**
   * Whether all that it does in the environment's database may be part of a transaction that components
   * share.
   */
  readonly joinsTransactions?: true
  /** One incoming link and any number of outgoing ones unless stated. */
  readonly links?: LinkRule
  /**
   * Faults beyond the schema, one sentence each. `warehouse` is the project's kind, when known; `running`:
   * asked of resolved parameters just before the run.
   */
  validate?(
    parameters: Parameters,
    facts: { readonly warehouse?: string | undefined; readonly running?: boolean | undefined },
  ): readonly string[]
  /** What it asks of the environment's database that not every one does; parameters may still hold `${…}`. */
  needs?(parameters: Parameters): readonly Need[]
  /**
   * What it reads and writes; absent where that cannot be known of its parameters, and where there is
   * nothing.
   */
  assets?(parameters: Static<S>): DeclaredAssets
}

/** The half that runs. Only runners import it. */
export interface ComponentRun<S extends TSchema = TSchema> {
  readonly declaration: ComponentProperties<S>
  /**
   * Runs one step. Expected failures (a refused request, a failed statement) are outcomes with a message the
   * user can act on; an exception means an internal error or an abort.
   */
  run(context: StepContext, parameters: Static<S>): Promise<Outcome> | Outcome
  /** Iterators only, instead of `run`: works out the values of every iteration (pipelines.md §2.7). */
  expand?(context: StepContext, parameters: Static<S>): Promise<Expansion>
}

/** What an iterator sets before each iteration, or why it cannot be evaluated. */
export type Expansion =
  | { readonly iterations: readonly (readonly VariableUpdate[])[] }
  | { readonly failed: string }

/** The transaction of an execution; each answers what became of it. */
export interface ExecutionTransaction {
  begin(context: Pick<StepContext, 'componentName' | 'idempotencyKey'>): Promise<Outcome>
  commit(): Promise<Outcome>
  rollback(): Promise<Outcome>
  /** Whether what the step does in the environment's database is part of it. */
  isOpen(): boolean
  /** Nothing of it can be kept from now on; `reason` is a sentence that says why. */
  lose(reason: string): void
  /** The environment's database beside it, which does not see what it did. */
  outside(): Promise<Warehouse>
}

/** A part of a step that another program did, and has told of. */
export interface StepPart {
  /** Unique in the step, and no number. */
  readonly name: string
  readonly type: string
  /** By the clock of this machine. */
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly outcome: {
    readonly result: 'SUCCESS' | 'FAILED' | 'SKIPPED'
    readonly message?: string | undefined
    readonly rowCount?: number | undefined
  }
}

/** All that a step may touch. */
export interface StepContext {
  readonly executionId: string
  /** Stable across a resumed execution and the attempts of a retry: lets a receiver drop a repeat. */
  readonly idempotencyKey: string
  /** By what scripts and requests continue the trace of the execution; undefined when there is none. */
  readonly traceHeaders: TraceHeaders | undefined
  readonly componentName: string
  /** The same for the same pipeline of the same project in every execution. */
  readonly historyKey: string
  /** What time it is, as the API has it. */
  now(): Date
  /**
   * Resolves when the beginning of this step, and all that came before, is on disk; rejects after an abort.
   * See `preparesFirst`.
   */
  begun(): Promise<void>
  /** Aborts on cancel. The component ends its processes, requests and queries. */
  readonly signal: AbortSignal
  readonly variables: VariableView
  /**
   * Replaces `${…}` in a verbatim parameter; `escapeValue` is applied to each substituted value. `variables`
   * replaces the step's own, for a component that works with values it is about to set.
   */
  resolve(
    template: string,
    escapeValue?: (value: string) => string,
    variables?: VariableView,
  ): Promise<string>
  /** Evaluates one JavaScript expression in the sandbox; variables are globals. */
  evaluate(expression: string): Promise<unknown>
  /** One line of the execution's log. */
  log(line: string): void
  /** Adds a step to the execution for a part of this one. Resolves when there is room for the next. */
  addPart(part: StepPart): Promise<void>
  /** Resolves when buffered log lines were taken: a component that prints much waits for it. */
  logDrained(): Promise<void>
  warehouse(): Promise<Warehouse>
  /** Begins and ends the transaction that steps of this execution share. */
  transaction: ExecutionTransaction
  /**
   * How the environment's database is reached, for a program that reaches it itself. The password is masked.
   */
  databaseConnection(): Promise<Connection>
  warehouseKind: string
  /**
   * A database that is not the environment's, as a source of rows. Its address is guarded, its password
   * masked by then.
   */
  source(connection: SourceConnection): Promise<SourceDatabase>
  /** The value of a named secret; undefined when no such secret exists. Its value is masked from then on. */
  secret(name: string): Promise<string | undefined>
  /**
   * The connection of the project with this name, as the environment has it, with the values of its secrets,
   * which are masked from then on; undefined when no such connection exists. Throws an Error that says what
   * it lacks.
   */
  connection(name: string): Promise<ResolvedConnection | undefined>
  /** The custom connector with this id or name; undefined when no such connector exists. */
  connector(idOrName: string): Promise<ConnectorDefinition | undefined>
  /**
   * An access token of the OAuth entry with this id or name, to be sent to `host` alone; it is masked from
   * then on. `rejected` is the SHA-256, in base64url, of a token that the remote server rejected. Throws an
   * Error that says why no token is available: entries may be limited to certain hosts.
   */
  oauthToken(idOrName: string, host: string, rejected?: string): Promise<string>
  /** Masks from now on what is made of secrets, such as an encoded password. */
  mask(secret: string): void
  /** A text without the secrets that are known: before it is shortened, which would cut one in two. */
  masked(text: string): string
  /** The platform's guarded HTTP client (decisions.md §12). */
  fetch: typeof fetch
  /** The same without a look at certificates; undefined where the runner's settings do not allow that. */
  unverifiedFetch: typeof fetch | undefined
  /** The same for webhooks, which no browser sends. */
  post: Post
  /**
   * A guarded TCP connection for protocols other than HTTP. Rejects when it is refused or `signal` aborts.
   */
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket>
  /**
   * A text file of the published version that runs, by its path in the repository; undefined when it has
   * none.
   */
  versionFile(path: string): string | undefined
  /** The paths of all such files. */
  versionFiles(): readonly string[]
  /** The one folder below which components may read and write files of the runner; it may not exist yet. */
  filesFolder: string
  /** Starts scripts where they see and reach what was granted to their project, and nothing else. */
  scripts: Scripts
  /** Programs that run scripts of this execution one after another. */
  scriptServers: Pick<ScriptServers, 'take'>
  /** A private, existing folder that is removed after the step. */
  scratchFolder(): Promise<string>
}

/** What reaching files needs of a step; a runner that only lists them has it too. */
export type FileContext = Pick<
  StepContext,
  'filesFolder' | 'signal' | 'fetch' | 'connect' | 'connection' | 'secret' | 'mask' | 'log'
>

const sentencesOf = (faults: readonly ParameterFault[]): string =>
  faults.map(({ message }) => message).join('. ')

/**
 * The run side of `declaration`. Parameters arrive as files write them, `${…}` and `fromGrid` already
 * replaced; `run` gets them checked and in the shape of the schema, and the step fails with every fault
 * listed otherwise.
 */
export const component = <S extends TSchema>(
  declaration: ComponentProperties<S>,
  run: ComponentRun<S>['run'],
): ComponentRun<S> => ({
  declaration,
  run: (context, given) => {
    const { parameters, faults } = readParameters(declaration.properties, given as Parameters)
    if (faults.length > 0) return { result: 'FAILED', message: sentencesOf(faults) }
    return run(context, parameters as Static<S>)
  },
})

/** An iterator's run side: like `component`, but it is expanded and never run. */
export const iterator = <S extends TSchema>(
  declaration: ComponentProperties<S>,
  expand: NonNullable<ComponentRun<S>['expand']>,
): ComponentRun<S> => ({
  declaration,
  run: async () => {
    throw new Error(`${declaration.types[0]} is expanded, not run`)
  },
  expand: async (context, given) => {
    const { parameters, faults } = readParameters(declaration.properties, given as Parameters)
    if (faults.length > 0) return { failed: sentencesOf(faults) }
    const expansion = await expand(context, parameters as Static<S>)
    if (parameters['recordValuesInTaskHistory'] === 'Yes') await logValues(context, expansion)
    return expansion
  },
})

async function logValues(context: StepContext, expansion: Expansion): Promise<void> {
  if ('failed' in expansion) return
  for (const [index, updates] of expansion.iterations.entries()) {
    const values = updates.map(({ variable, value }) => `${variable} = ${String(value)}`)
    context.log(`Iteration ${index + 1}: ${values.join(', ')}`)
    await context.logDrained()
  }
}
