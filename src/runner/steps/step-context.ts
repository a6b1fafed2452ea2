import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StepContext, StepPart } from '../../components/component.ts'
import { findRun } from '../../components/registry.ts'
import { resolveConnection } from '../../connections/resolve.ts'
import type { Scope, SystemVariables } from '../../pipeline/expressions/expressions.ts'
import type { VariableView, Visit } from '../../pipeline/flow-events.ts'
import type { RunVariable } from '../../pipeline/variables.ts'
import { openSource } from '../../warehouses/open-source.ts'
import type { RunContext } from '../run-context.ts'
import { type ExecutedRecord, recordingSource, recordingWarehouse } from './executed.ts'
import { idempotencyKey } from './idempotency-key.ts'

/** One visit on its way through the runner. */
export interface StepRun {
  readonly execution: string
  readonly seq: number
  readonly visit: Visit
  readonly scope: Scope
  /** The variables of the execution as they began: what updates must fit. */
  readonly declared: ReadonlyMap<string, RunVariable>
  /**
   * Resolves when no other step of the execution is between reading its variables for post-processing and having
   * changed them: `count + 1` in concurrent iterations must not lose one.
   */
  readonly untilAlone?: (() => Promise<void>) | undefined
  /** Adds a step for a part of this one, where steps have parts. */
  readonly addPart?: (part: StepPart) => Promise<void>
  /** Of a step that called another pipeline: the variables as that one left them. */
  readonly childVariables?: VariableView | undefined
}

export interface OwnedContext {
  readonly stepContext: StepContext
  /** Removes the scratch folder, when there is one. */
  dispose(): Promise<void>
}

/** What a step of `context` may touch. `dispose` after the step has ended, however it ended. */
export function createStepContext(context: RunContext, step: StepRun, record: ExecutedRecord): OwnedContext {
  const { execution, seq, visit, scope } = step
  const { name: component, type } = visit.component
  let scratch: Promise<string> | undefined

  async function makeScratch(): Promise<string> {
    await mkdir(context.scratchRoot, { recursive: true, mode: 0o700 })
    return mkdtemp(join(context.scratchRoot, 'step-'))
  }

  async function secret(name: string): Promise<string | undefined> {
    const value = await context.secrets.get(name, context.signal)
    if (value !== undefined) context.masking.add(value)
    return value
  }

  const stepContext: StepContext = {
    executionId: execution,
    get idempotencyKey() {
      return idempotencyKey(execution, visit.key)
    },
    get traceHeaders() {
      return context.traceHeaders(execution, visit.key)
    },
    componentName: component,
    historyKey: historyKey(scope.sysvars),
    now: () => context.clock.now(),
    signal: context.signal,
    variables: scope.variables,
    resolve: async (template, escaping, variables = scope.variables) => {
      const text = await context.expressions.resolve(template, { ...scope, variables }, escaping)
      record.resolved(template, text)
      return text
    },
    evaluate: async (expression) => context.expressions.evaluate(expression, scope),
    log: (line) => {
      if (context.runLog.isFull) return
      const text = context.masking.mask(line)
      context.runLog.write({ at: context.clock.instant(), execution, seq, component, text })
    },
    addPart: async (part) => step.addPart?.(part),
    logDrained: () => context.runLog.drained(),
    warehouse: async () => {
      // What has no run is a component of a transformation, whose statements all may be part of one.
      const joins = findRun(type)?.declaration.joinsTransactions ?? findRun(type) === undefined
      return recordingWarehouse(await context.transaction.warehouse(type, joins), record)
    },
    transaction: context.transaction,
    databaseConnection: async () => {
      context.transaction.refuseOthers(type)
      return context.databaseConnection()
    },
    warehouseKind: context.warehouseKind,
    source: async (connection) =>
      recordingSource(await openSource(context.warehouses, connection, context), connection, record),
    secret,
    connection: async (name) => {
      const definition = await context.lookups.connection(context.root, name, context.signal)
      if (definition === undefined) return undefined
      const resolved = await resolveConnection(definition, { get: secret, mask: context.masking.add })
      record.connection(resolved)
      return resolved
    },
    connector: (idOrName) => context.lookups.connector(context.root, idOrName, context.signal),
    oauthToken: async (idOrName, host, rejected) => {
      const token = await context.lookups.oauthToken(
        context.root,
        idOrName,
        { host, rejected },
        context.signal,
      )
      context.masking.add(token)
      return token
    },
    mask: (secret) => context.masking.add(secret),
    masked: (text) => context.masking.mask(text),
    fetch: context.fetch,
    unverifiedFetch: context.unverifiedFetch,
    post: context.post,
    connect: context.connect,
    versionFile: (path) => context.pipelines.text(path),
    versionFiles: () => context.pipelines.otherPaths(),
    filesFolder: context.filesFolder,
    scripts: context.scripts,
    scriptServers: context.scriptServers,
    scratchFolder: () => {
      scratch ??= makeScratch()
      return scratch
    },
  }

  async function dispose() {
    const folder = await scratch?.catch(() => undefined)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }

  return { stepContext, dispose }
}

/** Of a pipeline of a project, whatever its executions are. */
function historyKey({ project, thisPipeline }: SystemVariables): string {
  const member = (of: SystemVariables[string] | undefined, name: string) =>
    typeof of === 'object' ? of[name] : undefined
  return JSON.stringify([member(project, 'id'), member(thisPipeline, 'fullName')])
}
