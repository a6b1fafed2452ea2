import { rm } from 'node:fs/promises'
import type { StepContext, StepPart } from '../../components/component.ts'
import { findRun } from '../../components/registry.ts'
import { resolveConnection } from '../../connections/resolve.ts'
import { makeScratchFolder } from '../../lib/scratch-folders.ts'
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
   * Resolves when no other step of the execution is between reading variables in order to change them and
   * having changed them: `count + 1` in concurrent iterations must not lose one. May be called again.
   */
  readonly untilAlone?: () => Promise<void>
  /** Adds a step for a part of this one, where steps have parts. */
  readonly addPart?: (part: StepPart) => Promise<void>
  /** Of a step that called another pipeline: the variables that it may read as that one left them. */
  readonly childVariables?: Readonly<Record<string, string | number>> | undefined
}

export interface OwnedContext {
  readonly stepContext: StepContext
  /** Removes the scratch folder. Returns undefined when there is nothing to remove. */
  dispose(): Promise<void> | undefined
}

/** What a step of `context` may touch. `dispose` after the step has ended, however it ended. */
export function createStepContext(context: RunContext, step: StepRun, record: ExecutedRecord): OwnedContext {
  const stepContext = new ContextOfStep(context, step, record)
  return { stepContext, dispose: () => stepContext.removeScratch() }
}

/**
 * A class, because one is made for each step: getters in a literal would make a slow object of it, which
 * takes five times as long. Its functions are properties of the object, so that components may take them out
 * of the context or copy it; a copy has no getters.
 */
class ContextOfStep implements StepContext {
  readonly #context: RunContext
  readonly #step: StepRun
  readonly #record: ExecutedRecord
  #scratch: Promise<string> | undefined
  readonly executionId: string
  readonly componentName: string
  readonly signal: AbortSignal
  readonly variables: VariableView
  readonly transaction: StepContext['transaction']
  readonly warehouseKind: string
  readonly fetch: StepContext['fetch']
  readonly unverifiedFetch: StepContext['unverifiedFetch']
  readonly post: StepContext['post']
  readonly connect: StepContext['connect']
  readonly filesFolder: string
  readonly scripts: StepContext['scripts']
  readonly scriptServers: StepContext['scriptServers']

  constructor(context: RunContext, step: StepRun, record: ExecutedRecord) {
    this.#context = context
    this.#step = step
    this.#record = record
    this.executionId = step.execution
    this.componentName = step.visit.component.name
    this.signal = context.signal
    this.variables = step.scope.variables
    this.transaction = context.transaction
    this.warehouseKind = context.warehouseKind
    this.fetch = context.fetch
    this.unverifiedFetch = context.unverifiedFetch
    this.post = context.post
    this.connect = context.connect
    this.filesFolder = context.filesFolder
    this.scripts = context.scripts
    this.scriptServers = context.scriptServers
  }

  get idempotencyKey() {
    return idempotencyKey(this.#step.execution, this.#step.visit.key)
  }
  get traceHeaders() {
    return this.#context.traceHeaders(this.#step.execution, this.#step.visit.key)
  }
  get historyKey() {
    return historyKey(this.#step.scope.sysvars)
  }

  readonly begun = async () => {
    await this.#context.reports.committed()
    this.signal.throwIfAborted()
  }

  readonly now = () => this.#context.clock.now()

  readonly resolve: StepContext['resolve'] = async (template, escaping, variables = this.variables) => {
    const text = await this.#context.expressions.resolve(
      template,
      { ...this.#step.scope, variables },
      escaping,
    )
    this.#record.resolved(template, text)
    return text
  }

  readonly evaluate = async (expression: string) =>
    this.#context.expressions.evaluate(expression, this.#step.scope)

  readonly log = (line: string) => {
    const { runLog, masking, clock } = this.#context
    if (runLog.isFull) return
    const { execution, seq } = this.#step
    runLog.write({
      at: clock.instant(),
      execution,
      seq,
      component: this.componentName,
      text: masking.mask(line),
    })
  }

  readonly addPart: StepContext['addPart'] = async (part) => this.#step.addPart?.(part)
  readonly logDrained = () => this.#context.runLog.drained()

  readonly warehouse = async () => {
    const { type } = this.#step.visit.component
    // What has no run is a component of a transformation, whose statements all may be part of one.
    const joins = findRun(type)?.declaration.joinsTransactions ?? findRun(type) === undefined
    const warehouse = await this.#context.transaction.warehouse(type, joins)
    return recordingWarehouse(warehouse.ofStep?.(this.idempotencyKey) ?? warehouse, this.#record)
  }

  readonly databaseConnection = async () => {
    this.#context.transaction.refuseOthers(this.#step.visit.component.type)
    return this.#context.databaseConnection()
  }

  readonly source: StepContext['source'] = async (connection) => {
    const opened = await openSource(this.#context.warehouses, connection, this.#context)
    return recordingSource(opened, connection, this.#record)
  }

  readonly secret = async (name: string) => {
    const { secrets, masking } = this.#context
    const value = await secrets.get(name, this.signal)
    if (value !== undefined) masking.add(value)
    return value
  }

  readonly connection = async (name: string) => {
    const { lookups, root } = this.#context
    const definition = await lookups.connection(root, name, this.signal)
    if (definition === undefined) return undefined
    const resolved = await resolveConnection(definition, { get: this.secret, mask: this.mask })
    this.#record.connection(resolved)
    return resolved
  }

  readonly connector = (idOrName: string) =>
    this.#context.lookups.connector(this.#context.root, idOrName, this.signal)

  readonly oauthToken: StepContext['oauthToken'] = async (idOrName, host, rejected) => {
    const { lookups, root } = this.#context
    const token = await lookups.oauthToken(root, idOrName, { host, rejected }, this.signal)
    this.mask(token)
    return token
  }

  readonly mask = (secret: string) => this.#context.masking.add(secret)
  readonly masked = (text: string) => this.#context.masking.mask(text)
  readonly versionFile = (path: string) => this.#context.pipelines.text(path)
  readonly versionFiles = () => this.#context.pipelines.otherPaths()

  readonly scratchFolder = () => {
    this.#scratch ??= this.#makeScratch()
    return this.#scratch
  }

  async #makeScratch(): Promise<string> {
    return makeScratchFolder(this.#context.scratchRoot, 'step')
  }

  removeScratch(): Promise<void> | undefined {
    return this.#scratch?.then(
      (folder) => rm(folder, { recursive: true, force: true }),
      () => undefined,
    )
  }
}

/** Of a pipeline of a project, whatever its executions are. */
function historyKey({ project, thisPipeline }: SystemVariables): string {
  const member = (of: SystemVariables[string] | undefined, name: string) =>
    typeof of === 'object' ? of[name] : undefined
  return JSON.stringify([member(project, 'id'), member(thisPipeline, 'fullName')])
}
