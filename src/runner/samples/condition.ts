import { join } from 'node:path'
import { openPlace, placeOfKind } from '../../components/common/file-load/file-place.ts'
import { findFiles, nameBelow } from '../../components/common/file-load/match-files.ts'
import { storeKindOfProvider } from '../../components/common/object-stores/connected-bucket.ts'
import type { FileContext } from '../../components/component.ts'
import { readDefinition } from '../../connections/definition.ts'
import { resolveConnection } from '../../connections/resolve.ts'
import { errorText } from '../../lib/error-text.ts'
import { guardedConnect } from '../../lib/outgoing-socket.ts'
import type { FromRunner, ToRunner } from '../../protocol/messages.ts'
import { type ProbeTools, secretsFor } from '../probes/probe.ts'
import { fileSafe } from '../steps/file-safe.ts'
import { failed, openEnvironment, READING_TIMEOUT_MS, type Reading, readWithin } from './reading.ts'

type Wanted = Extract<ToRunner, { kind: 'condition-wanted' }>
type Answer = Extract<FromRunner, { kind: 'condition-checked' }>
/** What a look is when nothing went wrong, or why it failed. */
type Outcome = Omit<Answer, 'kind' | 'sample' | 'latencyMs'>

/** More are a sign of a folder that nobody tidies: each look would compare all of them. */
const MAX_FILES = 5_000
const MAX_CELLS = 100
const MAX_CELL_CHARACTERS = 2_000

/**
 * Looks at what a trigger waits for: the first row of a query, read in a transaction that can change nothing,
 * or the files of a folder. Never throws; undefined once it was cancelled.
 */
export async function checkCondition(
  tools: ProbeTools,
  wanted: Wanted,
  cancelled: AbortSignal,
  timeoutMs = READING_TIMEOUT_MS,
): Promise<Answer | undefined> {
  const answer = await readWithin<Outcome>(
    { cancelled, timeoutMs },
    (reading) =>
      wanted.sql === undefined ? listed(tools, wanted, reading) : queried(tools, wanted, reading),
    ({ error, isTooLate, mask }) =>
      failed(
        isTooLate
          ? `It took more than ${timeoutMs / 1_000} s: let the query read less, or narrow the folder`
          : mask(errorText(error)),
      ),
  )
  return answer && { kind: 'condition-checked', sample: wanted.sample, ...answer }
}

async function queried(tools: ProbeTools, wanted: Wanted, reading: Reading): Promise<Outcome> {
  const warehouse = await openEnvironment(tools, wanted, reading)
  const { signal } = reading
  const { columns, batches } = await warehouse.query(wanted.sql ?? '', { signal, readOnly: true })
  for await (const batch of batches) {
    const [first] = batch
    if (first === undefined) continue
    const row = columns.slice(0, MAX_CELLS).map((name, i) => ({
      name,
      value: first[i]?.slice(0, MAX_CELL_CHARACTERS) ?? null,
    }))
    return { ok: true, row }
  }
  return { ok: true }
}

async function listed(tools: ProbeTools, wanted: Wanted, reading: Reading): Promise<Outcome> {
  const { folder = '', pattern = '' } = wanted
  const context = contextOf(tools, wanted, reading)
  const connection = wanted.place === undefined ? undefined : await context.connection('')
  const kind = connection === undefined ? 'Local' : kindOfPlace(connection.authProvider)
  const url = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  const { place, faults } = placeOfKind(
    { connection: connection?.name ?? '' },
    { kind, url, readsSftp: true },
    { kind: 'The connection', url: 'The folder', endpoint: 'Endpoint', region: 'Region' },
  )
  if (faults.length > 0) return failed(faults.join('. '))
  const store = await openPlace(context, place)
  const { files } = await findFiles(store, pattern)
  if (files.length > MAX_FILES) return failed(`More than ${MAX_FILES} files match: narrow the pattern`)
  return {
    ok: true,
    files: files.map(({ name, bytes, version, modified }) => ({
      name: nameBelow(store.path, name),
      bytes,
      version,
      ...(modified !== undefined && { modified: modified.toISOString() }),
    })),
  }
}

const kindOfPlace = (authProvider: string): string =>
  authProvider === 'SFTP' ? 'SFTP' : (storeKindOfProvider(authProvider) ?? 'S3')

/** What reaching files needs, as a step of the environment has it. */
function contextOf(
  tools: ProbeTools,
  { sample: probe, project, environment, place }: Wanted,
  { signal, mask }: Reading,
): FileContext {
  const secrets = secretsFor(tools, { probe, project, environment })
  const get = (name: string) => secrets.get(name, signal)
  return {
    filesFolder: join(tools.filesRoot, project, fileSafe(environment)),
    signal,
    fetch: tools.fetch,
    connect: guardedConnect(tools.policy),
    secret: get,
    connection: async () =>
      place === undefined ? undefined : resolveConnection(readDefinition(place), { get, mask }),
    mask,
    log: () => undefined,
  }
}
