import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectorDefinition } from '../../src/connectors/schema.ts'
import { silent } from '../../src/lib/log.ts'
import type { WireAssets } from '../../src/protocol/asset-messages.ts'
import type { SecretReference } from '../../src/protocol/lookup-messages.ts'
import type { RunMessage } from '../../src/protocol/messages.ts'
import type { WireExecuted } from '../../src/protocol/step-outcome.ts'
import { runRunner } from '../../src/runner/runner.ts'
import { clientId, clientSecret, scripts, startRunnerApi } from './runner-api.ts'

export interface Ran {
  readonly status: string
  readonly message: string | undefined
  /** Every step that said something, in the order of ending: `Name: message`, children included. */
  readonly said: readonly string[]
  /** What each step was executed with, by its name; the last of several. */
  readonly executed: ReadonlyMap<string, WireExecuted>
  /** What each step read and wrote, by its name, of those that told. */
  readonly assets: ReadonlyMap<string, readonly WireAssets[]>
  /** What each step recorded that it gave to the pipeline it called, by its name; the last of several. */
  readonly given: ReadonlyMap<string, { readonly scalarVariables?: object; readonly gridVariables?: object }>
  /** Every step that ended, in the order of ending. */
  readonly steps: readonly RanStep[]
}

export interface RanStep {
  readonly key: string
  readonly type: string
  readonly result: string
  readonly message: string | undefined
  readonly startedAt: string
  readonly finishedAt: string
}

export interface PipelineRunner extends AsyncDisposable {
  /**
   * Runs a pipeline of these files to its end; each run has a database of its own unless `message` names one.
   * The files in a folder `set/` are a set of shared pipelines of that name.
   */
  run(
    files: Readonly<Record<string, string>>,
    pipelineName: string,
    message?: Partial<RunMessage>,
  ): Promise<Ran>
}

interface RunnerOptions {
  readonly maxIterations?: number
  /** What grants the runner's own secrets; all of them to everyone by default. */
  readonly grantSecrets?: string
  readonly secretReferences?: Readonly<Record<string, SecretReference>>
  readonly connectors?: readonly ConnectorDefinition[]
}

/** A real runner with real components and DuckDB; only the platform behind it is a stand-in on loopback. */
export async function startPipelineRunner({
  secretReferences = {},
  connectors = [],
  ...more
}: RunnerOptions = {}): Promise<PipelineRunner> {
  const folder = mkdtempSync(join(tmpdir(), 'headrace-run-'))
  const api = await startRunnerApi()
  const stopping = new AbortController()
  const identity = { clientId, clientSecret, version: '1.0.0', allowPrivateAddresses: true, scripts }
  const settings = {
    apiUrl: api.apiUrl,
    dataDir: folder,
    ...identity,
    grantSecrets: '*=*',
    capacity: 4,
    maxExecutions: 10,
    ...more,
  }
  const exit = runRunner(settings, silent, stopping.signal)
  await api.until('connected', () => api.of('credit').length > 0)

  /** The platform has no secrets of its own, and the references that the test gives it. */
  const answered = new Set<number>()
  function answerSecrets() {
    for (const { ask, name } of api.of('secret-wanted')) {
      const reference = secretReferences[name]
      if (!answered.has(ask)) api.send({ kind: 'secret', ask, ...(reference && { reference }) })
      answered.add(ask)
    }
  }

  function answerConnectors() {
    for (const { ask, connector } of api.of('connector-wanted')) {
      const definition = connectors.find(({ name }) => name === connector)
      if (!answered.has(ask)) api.send({ kind: 'connector', ask, ...(definition && { definition }) })
      answered.add(ask)
    }
  }

  function answerShared(files: Readonly<Record<string, string>>) {
    for (const { ask, reference } of api.of('shared-pipeline-wanted')) {
      if (answered.has(ask)) continue
      answered.add(ask)
      const [prefix = '', pipelineName = ''] = reference.split('#')
      const own = Object.entries(files).filter(([path]) => path.startsWith(`${prefix}/`))
      const artifact = api.publish(
        Object.fromEntries(own.map(([path, text]) => [path.slice(prefix.length + 1), text])),
      )
      api.send({ kind: 'shared-pipeline', ask, artifact, pipelineName, versionName: '1', required: [] })
    }
  }

  return {
    async run(files, pipelineName, message = {}) {
      const root = api.run(api.publish(files), pipelineName, { environment: randomUUID(), ...message })
      const ended = await api.until('the execution ends', () => {
        answerSecrets()
        answerConnectors()
        answerShared(files)
        return api.of('execution-finished').find((one) => one.root === root && one.execution === root)
      })
      const names = new Map(
        api.of('step-started').map((one) => [`${one.execution} ${one.seq}`, one.name] as const),
      )
      const said = api
        .of('step-finished')
        .filter((one) => one.root === root && (one.outcome.message ?? '') !== '')
        .map((one) => `${names.get(`${one.execution} ${one.seq}`)}: ${one.outcome.message}`)
      const executed = new Map(
        [...api.of('step-finished'), ...api.of('step-expanded')].flatMap((one) =>
          one.root === root && one.executed !== undefined
            ? [[names.get(`${one.execution} ${one.seq}`)!, one.executed] as const]
            : [],
        ),
      )
      const assets = new Map(
        api
          .of('step-finished')
          .flatMap((one) =>
            one.root === root && one.assets !== undefined
              ? [[names.get(`${one.execution} ${one.seq}`)!, one.assets] as const]
              : [],
          ),
      )
      const given = new Map(
        api.of('step-started').flatMap(({ root: of, name, child }) => {
          if (of !== root || child === undefined) return []
          const { scalarVariables, gridVariables } = child
          return [
            [name, { ...(scalarVariables && { scalarVariables }), ...(gridVariables && { gridVariables }) }],
          ]
        }),
      )
      const steps = api.of('step-finished').flatMap(({ execution, seq, at, outcome }): RanStep[] => {
        const begun = api.of('step-started').find((one) => one.execution === execution && one.seq === seq)
        if (begun?.root !== root) return []
        const { key, type, at: startedAt } = begun
        return [{ key, type, result: outcome.result, message: outcome.message, startedAt, finishedAt: at }]
      })
      return { status: ended.status, message: ended.message, said, executed, assets, given, steps }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await exit
      await api.close()
      rmSync(folder, { recursive: true })
    },
  }
}
