import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolvedConnection } from '../../connections/resolve.ts'
import type { ConnectorDefinition } from '../../connectors/schema.ts'
import { guardedFetch, guardedPost } from '../../lib/outgoing-http.ts'
import { guardedConnect } from '../../lib/outgoing-socket.ts'
import type { TraceHeaders } from '../../lib/trace-context.ts'
import type { VariableView } from '../../pipeline/flow-events.ts'
import type { Value } from '../../pipeline/model.ts'
import type { Connection } from '../../warehouses/connection.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import { openSource } from '../../warehouses/open-source.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import type { ScriptServers } from '../common/contained/script-servers.ts'
import { type Scripts, sharedScripts } from '../common/contained/scripts.ts'
import type { StepContext, StepPart } from '../component.ts'

interface TestVariables {
  readonly [name: string]:
    | string
    | number
    | { readonly columns: readonly string[]; readonly rows: string[][] }
}

export interface TestStep {
  readonly variables?: TestVariables
  readonly warehouse?: Warehouse
  readonly databaseConnection?: Connection
  readonly warehouseKind?: string
  /** Opens sources that speak PostgreSQL's protocol. */
  readonly warehouses?: Pick<Warehouses, 'open'>
  readonly signal?: AbortSignal
  readonly now?: () => Date
  readonly secrets?: Readonly<Record<string, string>>
  readonly connections?: readonly ResolvedConnection[]
  readonly connectors?: readonly ConnectorDefinition[]
  readonly oauthToken?: (idOrName: string, host: string, rejected: string | undefined) => Promise<string>
  readonly filesFolder?: string
  readonly versionFiles?: Readonly<Record<string, string>>
  /** As the test's own user unless stated. */
  readonly scripts?: Scripts
  readonly scriptServers?: Pick<ScriptServers, 'take'>
  readonly traceHeaders?: TraceHeaders | undefined
  /** True unless stated: the servers of tests are on loopback. */
  readonly allowPrivateAddresses?: boolean
  readonly allowUnverifiedTls?: boolean
}

export interface TestContext extends StepContext {
  readonly lines: string[]
  readonly parts: StepPart[]
  dispose(): Promise<void>
}

/**
 * A step's surroundings for tests of one component: real files, a real client on loopback, and a replacement
 * of plain `${name}` alone, for what expressions mean is not the component's affair.
 */
export function stepContext(step: TestStep = {}): TestContext {
  const variables = viewOf(step.variables ?? {})
  const lines: string[] = []
  const parts: StepPart[] = []
  const policy = { allowPrivateAddresses: step.allowPrivateAddresses ?? true }
  let scratch: Promise<string> | undefined
  return {
    lines,
    parts,
    addPart: async (part) => void parts.push(part),
    executionId: '0f0e7a5c-7f3a-4a33-8f5e-0b8f6cf7a001',
    traceHeaders: step.traceHeaders,
    idempotencyKey: '0f0e7a5c-7f3a-8a33-8f5e-0b8f6cf7a002',
    componentName: 'Tested',
    historyKey: 'tested',
    begun: async () => undefined,
    now: () => step.now?.() ?? new Date(),
    signal: step.signal ?? new AbortController().signal,
    variables,
    resolve: async (template, escapeValue = (value) => value, view = variables) =>
      template.replace(/\$\{(\w+)\}/g, (_, name: string) => escapeValue(String(view.get(name)))),
    evaluate: async (expression) => variables.get(expression),
    log: (line) => lines.push(line),
    logDrained: async () => undefined,
    warehouse: async () => {
      if (step.warehouse === undefined) throw new Error('this test has no warehouse')
      return step.warehouse
    },
    transaction: {
      begin: async () => ({ result: 'SUCCESS' }),
      commit: async () => ({ result: 'SUCCESS' }),
      rollback: async () => ({ result: 'SUCCESS' }),
      isOpen: () => false,
      lose: () => undefined,
      outside: async () => {
        throw new Error('this test has no transaction')
      },
    },
    databaseConnection: async () => step.databaseConnection ?? { type: 'DUCKDB', path: 'nowhere' },
    warehouseKind: step.warehouseKind ?? 'DUCKDB',
    source: (connection) => {
      if (step.warehouses === undefined) throw new Error('this test has no sources')
      const signal = step.signal ?? new AbortController().signal
      return openSource(step.warehouses, connection, { signal, connect: guardedConnect(policy) })
    },
    secret: async (name) => step.secrets?.[name],
    connection: async (name) => step.connections?.find((one) => one.name === name),
    connector: async (idOrName) =>
      step.connectors?.find((one) => [one.connectorId, one.name].includes(idOrName)),
    oauthToken: async (idOrName, host, rejected) => {
      if (step.oauthToken === undefined) throw new Error(`there is no OAuth entry ${idOrName}`)
      return step.oauthToken(idOrName, host, rejected)
    },
    mask: () => undefined,
    masked: (text) => text,
    fetch: guardedFetch(policy),
    unverifiedFetch: step.allowUnverifiedTls
      ? guardedFetch({ ...policy, verifyCertificates: false })
      : undefined,
    post: guardedPost(policy),
    connect: guardedConnect(policy),
    versionFile: (path) => step.versionFiles?.[path],
    versionFiles: () => Object.keys(step.versionFiles ?? {}),
    filesFolder: step.filesFolder ?? join(tmpdir(), 'headrace-files-nobody-made'),
    scripts: step.scripts ?? sharedScripts,
    scriptServers: step.scriptServers ?? { take: async () => undefined },
    scratchFolder: () => {
      scratch ??= mkdtemp(join(tmpdir(), 'headrace-step-'))
      return scratch
    },
    dispose: async () => {
      if (scratch) await rm(await scratch, { recursive: true, force: true })
    },
  }
}

function viewOf(given: TestVariables): VariableView {
  const value = (name: string): Value | undefined => {
    const one = given[name]
    return typeof one === 'object' ? one.rows : one
  }
  return {
    get: value,
    names: () => Object.keys(given),
    columns: (name) => {
      const one = given[name]
      return typeof one === 'object' ? one.columns : []
    },
  }
}
