import { join } from 'node:path'
import {
  type ContainmentSettings,
  establishContainment,
} from '../../components/common/contained/containment.ts'
import { silent } from '../../lib/log.ts'
import { defaultBudget } from '../../pipeline/expressions/expression-budget.ts'
import { createExpressions, type Expressions } from '../../pipeline/expressions/expressions.ts'
import type { PipelineTest } from '../../pipeline/tests/model.ts'
import type { FromRunner } from '../../protocol/messages.ts'
import type { Connection } from '../../warehouses/connection.ts'
import { createWarehouses, type Warehouses, type WarehousesOptions } from '../../warehouses/open.ts'
import { createRunnerClock, type RunnerClock } from '../clock.ts'
import type { Lookups, SharedPipelineFound } from '../connection/lookups.ts'
import { createOutbox } from '../connection/outbox.ts'
import { type Artifacts, createArtifacts, type PipelineSet } from '../executions/artifacts.ts'
import type { RootTools } from '../executions/root-execution.ts'
import { createEventLoopTurns } from '../steps/event-loop-turns.ts'
import { createSlots, type Slots } from '../steps/slots.ts'
import type { createObserver } from './observation.ts'
import type { Receiver } from './receiver.ts'
import type { ScratchDatabases } from './scratch.ts'

/** The version whose tests run: its files, and what only the place knows that it is from. */
export interface TestedVersion {
  /** Its id among `artifacts`. */
  readonly artifact: string
  /** This one, and those of the shared pipelines that it runs. */
  readonly artifacts: Artifacts
  /** Throws an Error that says why there is none. */
  readonly sharedPipeline: (wanted: WantedShared, signal: AbortSignal) => Promise<SharedPipelineFound>
}

export type WantedShared = Parameters<Lookups['sharedPipeline']>[1]

export interface TestSettings {
  /** Folder of this run alone: databases, files and scratch folders of its tests go below it. */
  readonly runFolder: string
  /** The top of the repository. */
  readonly sourceFolder: string
  readonly version: TestedVersion
  readonly databases: ScratchDatabases
  /** Whether steps may reach addresses that the test does not declare. */
  readonly network: boolean
  /** The project that the tests are of, as scripts and files know it. */
  readonly project: string
  readonly scriptsFor: RootTools['scriptsFor']
  /** Folder for what scripts need while they run. */
  readonly scratchRoot: string
  /** Which addresses the databases of tests may have, and what opens lakes. */
  readonly warehouses: WarehousesOptions
}

/** What scripts of a run without a runner are contained with. */
export interface ScriptSettings extends Pick<ContainmentSettings, 'scratchRoot'> {
  readonly scripts: Pick<ContainmentSettings, 'mode' | 'limits' | 'readable'>
  /** Folders that no script sees. */
  readonly hidden: readonly string[]
  /** PATH, and the Python of scripts. */
  readonly path: string
  readonly python: string
}

/** What the tests of one run share: a runner without an API. */
export interface TestEngine extends AsyncDisposable {
  readonly settings: TestSettings
  /** What one test runs with. `dataDir` is its own. */
  toolsFor(test: PipelineTest, own: OwnTools): Promise<TestTools>
}

interface OwnTools {
  readonly dataDir: string
  readonly database: Connection | undefined
  readonly receiver: Receiver
  readonly observer: ReturnType<typeof createObserver>
  /** Messages that have no answer but what the test makes of them. */
  readonly send: (message: FromRunner) => void
}

export interface TestTools extends AsyncDisposable {
  readonly tools: RootTools
  readonly warehouses: Warehouses
  readonly secrets: { get(name: string): Promise<string | undefined> }
}

/** Components at once, of all tests together. */
const CAPACITY = 20
const MAX_LOG_BYTES = 8 * 1024 * 1024

export async function createTestEngine(settings: TestSettings): Promise<TestEngine> {
  const shared = await createExpressions()
  const slots = createSlots(CAPACITY)

  async function toolsFor(test: PipelineTest, own: OwnTools): Promise<TestTools> {
    const warehouses = createWarehouses(settings.warehouses)
    const timed = test.nowMs === undefined ? undefined : await createExpressions({ nowMs: test.nowMs })
    const tools = rootTools(
      {
        settings,
        slots,
        artifacts: withFlow(settings.version, test),
        expressions: timed ?? shared,
        warehouses,
      },
      test,
      own,
    )
    return {
      tools,
      warehouses,
      secrets: { get: async (name) => test.secrets[name] },
      async [Symbol.asyncDispose]() {
        timed?.close()
        await warehouses.close()
      },
    }
  }

  return {
    settings,
    toolsFor,
    async [Symbol.asyncDispose]() {
      shared.close()
    },
  }
}

interface SharedTools {
  readonly settings: TestSettings
  readonly slots: Slots
  readonly artifacts: Artifacts
  readonly expressions: Expressions
  readonly warehouses: Warehouses
}

function rootTools(
  { settings, slots, artifacts, expressions, warehouses }: SharedTools,
  test: PipelineTest,
  { dataDir, database, receiver, observer, send }: OwnTools,
): RootTools {
  const outbox = createOutbox(
    (report) => {
      observer.report(report)
      // As if it had been written at once; not sooner than the runner expects an answer.
      queueMicrotask(() => outbox.committed(report.root, report.n))
    },
    () => 0,
  )
  return {
    slots,
    artifacts,
    expressions,
    warehouses,
    outbox,
    send,
    dataDir,
    database,
    turns: createEventLoopTurns(),
    budgetLimits: defaultBudget,
    secrets: { get: async () => undefined },
    grantSecrets: undefined,
    lookups: lookupsOf(test, settings.version),
    fetch: receiver.fetch,
    unverifiedFetch: undefined,
    post: receiver.post,
    connect: () =>
      Promise.reject(new Error('A test can reach only the servers that it declares in webhooks')),
    flowOptions: {},
    filesRoot: join(dataDir, 'files'),
    scratchRoot: settings.scratchRoot,
    scriptsFor: settings.scriptsFor,
    maxLogBytes: MAX_LOG_BYTES,
    runnerClock: clockOf(test),
    log: silent,
  }
}

/** The time that a test states goes on from there. */
function clockOf({ nowMs }: PipelineTest): RunnerClock {
  const clock = createRunnerClock()
  if (nowMs !== undefined) clock.set(new Date(nowMs).toISOString(), 0)
  return clock
}

/** What an API would know: of a test its secrets, and the shared pipelines of its version. */
function lookupsOf({ secrets }: PipelineTest, { sharedPipeline }: TestedVersion): Lookups {
  const without = (what: string) => async () => {
    throw new Error(`A test has no ${what}: they belong to a project on a server`)
  }
  return {
    secret: async (_root, name) => {
      const value = secrets[name]
      return value === undefined ? undefined : { value }
    },
    connection: without('connections'),
    connector: without('connectors'),
    oauthToken: without('OAuth entries'),
    sharedPipeline: (_root, wanted, signal) => sharedPipeline(wanted, signal),
    received: () => undefined,
    resend: () => undefined,
  }
}

/** The pipelines of folders, by the ids that a run gives them, each read once for all tests. */
export function heldArtifacts(
  filesOf: (artifact: string) => readonly { readonly path: string; readonly content: string }[],
): Artifacts {
  const artifacts: Artifacts = createArtifacts((message) => {
    if (message.kind !== 'artifact-wanted') return
    const { artifact } = message
    artifacts.received({ kind: 'artifact', artifact, files: [...filesOf(artifact)], last: true })
  })
  return artifacts
}

/** The same with the flow that the test itself has. */
function withFlow({ artifact: own, artifacts }: TestedVersion, { subject }: PipelineTest): Artifacts {
  if (subject.kind === 'run') return artifacts
  const { pipeline } = subject
  const withIt = (set: PipelineSet): PipelineSet => ({
    ...set,
    find: (reference, kind) => (reference === pipeline.name ? pipeline : set.find(reference, kind)),
  })
  const get = async (artifact: string) => {
    const set = await artifacts.get(artifact)
    return artifact === own ? withIt(set) : set
  }
  return { ...artifacts, get }
}

/** What contains scripts here, found out when the first script needs it: most tests have none. */
export function containedWhenNeeded({ scripts, ...settings }: ScriptSettings): RootTools['scriptsFor'] {
  let held: ReturnType<typeof establishContainment> | undefined
  const once = () => {
    held ??= establishContainment({ ...settings, ...scripts })
    return held
  }
  return (zone) => ({
    prepare: async (script) => (await once()).scriptsFor(zone).prepare(script),
    prepareServer: async (program) => (await once()).scriptsFor(zone).prepareServer?.(program),
  })
}
