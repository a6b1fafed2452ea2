import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Caller } from '../../http/caller.ts'
import { type Precondition, revisionOf } from '../../http/conditional.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import type { Clock } from '../../lib/clock.ts'
import { gathered } from '../../lib/coalesce.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { newId, type RunnerId } from '../../lib/ids.ts'
import { badRequest, conflict, notFound } from '../../lib/problem.ts'
import { newSecret } from '../../lib/secret-hash.ts'
import { requireAnyRole, requireSuperAdmin } from '../projects/access.ts'
import { agentInfo } from './agent-info.ts'
import * as allowed from './allow-list-store.ts'
import { mayDelete, pauseEnd, trackObjections } from './rules.ts'
import type {
  AgentCommand,
  AgentCredentials,
  AgentInfo,
  AgentPatch,
  AgentQuery,
  AgentTracks,
  AllowList,
  NewAgent,
} from './schema.ts'
import * as store from './store.ts'
import { readTracks, replaceTracks } from './track-store.ts'

export interface RunnersDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
}

const runnerSecretCell = (id: string) => cellOf('runner_credential.secret_encrypted', id)

/** The secret before a refresh serves this long, so that running runners can be given the new one. */
const OLD_SECRET_MS = 24 * 3_600_000

/** Use cases of the specification's "Runner" and decisions.md §6. */
// Over 60 lines: small functions that share their dependencies, and the list of what is returned.
export function createRunners({ db, clock, encryption }: RunnersDependencies) {
  const requireReader = (caller: Caller) => requireAnyRole(db, caller, 'agents:read')

  async function find(id: string): Promise<AgentInfo> {
    const row = await store.findRunner(db, id)
    if (row === undefined) throw notFound('Runner', id)
    return agentInfo(row)
  }

  const findTogether = gathered((ids) => store.findRunners(db, ids))

  /** Every change needs SUPER_ADMIN and a runner that exists. */
  async function enter(caller: Caller, id: string): Promise<{ id: RunnerId; info: AgentInfo }> {
    requireSuperAdmin(caller)
    return { id: id as RunnerId, info: await find(id) }
  }

  async function get(caller: Caller, id: string): Promise<AgentInfo> {
    await requireReader(caller)
    const row = await findTogether(id)
    if (row === undefined) throw notFound('Runner', id)
    return agentInfo(row)
  }

  async function list(caller: Caller, page: PageRequest, query: AgentQuery): Promise<Page<AgentInfo>> {
    await requireReader(caller)
    const { rows, total } = await store.listRunners(db, page, query)
    return { page: page.page, results: rows.map(agentInfo), size: page.size, total }
  }

  async function create(caller: Caller, wanted: NewAgent): Promise<AgentInfo> {
    requireSuperAdmin(caller)
    return find(await insert(wanted))
  }

  function insert(wanted: NewAgent): Promise<RunnerId> {
    const clientId = `runner_${randomUUID().replaceAll('-', '')}`
    const id = newId<RunnerId>()
    const secretEncrypted = encryption.encrypt(newSecret(), runnerSecretCell(id))
    return store.insertRunner(db, id, wanted, { clientId, secretEncrypted })
  }

  /** Does `work` with the runner locked, when it is still as the caller has read it. */
  async function changing<T>(
    caller: Caller,
    agentId: string,
    precondition: Precondition,
    work: (tx: Db, info: AgentInfo) => Promise<T>,
  ): Promise<T> {
    const { id } = await enter(caller, agentId)
    return db.transaction().execute(async (tx) => {
      await store.lockRunner(tx, id)
      const row = await store.findRunner(tx, id)
      if (row === undefined) throw notFound('Runner', agentId)
      const info = agentInfo(row)
      precondition.check(revisionOf(info))
      return work(tx, info)
    })
  }

  async function update(caller: Caller, agentId: string, patch: AgentPatch, precondition: Precondition) {
    await changing(caller, agentId, precondition, (tx) => store.updateRunner(tx, agentId as RunnerId, patch))
    return find(agentId)
  }

  async function remove(caller: Caller, agentId: string, precondition: Precondition) {
    const id = agentId as RunnerId
    await changing(caller, id, precondition, async (tx, info) => {
      if (!mayDelete(info.agentStatus))
        throw conflict(`The runner is ${info.agentStatus}; stop it, then delete it`)
      await store.deleteRunner(tx, id)
    })
    return { agentId: id }
  }

  async function credentials(caller: Caller, agentId: string): Promise<AgentCredentials> {
    return readCredentials((await enter(caller, agentId)).id)
  }

  async function readCredentials(id: RunnerId): Promise<AgentCredentials> {
    const sealed = await store.readCredential(db, id)
    if (sealed === undefined) throw notFound('Runner', id)
    return {
      clientId: sealed.clientId,
      clientSecret: encryption.decrypt(sealed.secretEncrypted, runnerSecretCell(id)),
    }
  }

  async function refreshSecret(caller: Caller, agentId: string): Promise<AgentCredentials> {
    const { id } = await enter(caller, agentId)
    const oldUntil = new Date(clock.now().getTime() + OLD_SECRET_MS)
    await store.replaceSecret(db, id, encryption.encrypt(newSecret(), runnerSecretCell(id)), oldUntil)
    return readCredentials(id)
  }

  async function command(
    caller: Caller,
    agentId: string,
    { command, pausedUntil }: AgentCommand,
  ): Promise<AgentInfo> {
    const { id } = await enter(caller, agentId)
    if (command !== 'PAUSE' && pausedUntil !== undefined)
      throw badRequest(['body/pausedUntil is only allowed with PAUSE'])
    if (command === 'STOP' || command === 'RESTART') await store.requestEnd(db, id, command)
    else if (command === 'RESUME') await store.setPausedUntil(db, id, null)
    else {
      const until = pauseEnd(pausedUntil, clock.now())
      if ('fault' in until) throw badRequest([until.fault])
      await store.setPausedUntil(db, id, until)
    }
    return find(id)
  }

  async function readAllowList(caller: Caller, agentId: string): Promise<AllowList> {
    return allowed.readAllowList(db, (await enter(caller, agentId)).id)
  }

  async function writeAllowList(caller: Caller, agentId: string, list: AllowList, replace: boolean) {
    const { id } = await enter(caller, agentId)
    await allowed.writeAllowList(db, id, list, replace)
    return allowed.readAllowList(db, id)
  }

  async function clearAllowList(caller: Caller, agentId: string): Promise<void> {
    await allowed.clearAllowList(db, (await enter(caller, agentId)).id)
  }

  async function tracks(caller: Caller): Promise<AgentTracks> {
    await requireReader(caller)
    return readTracks(db)
  }

  async function setTracks(caller: Caller, wanted: AgentTracks): Promise<AgentTracks> {
    requireSuperAdmin(caller)
    const objections = trackObjections(wanted.tracks)
    if (objections.length > 0) throw badRequest(objections)
    await replaceTracks(db, wanted)
    return readTracks(db)
  }

  /**
   * The runner of that name with its credential, made when missing: for the one that `headrace start` runs.
   */
  async function ensureLocal(name: string): Promise<AgentCredentials & { agentId: RunnerId }> {
    const wanted = {
      name,
      agentType: 'pipeline',
      cloudProvider: 'self_hosted',
      deployment: 'process',
    } as const
    const existing = await store.findRunnerByName(db, name)
    const agentId =
      existing ??
      (await insert({ ...wanted, description: 'The runner that headrace start runs next to the API' }))
    return { agentId, ...(await readCredentials(agentId)) }
  }

  return {
    admitToRead: requireReader,
    get,
    list,
    create,
    update,
    remove,
    credentials,
    refreshSecret,
    command,
    readAllowList,
    writeAllowList,
    clearAllowList,
    ensureLocal,
    tracks,
    setTracks,
  }
}

export type Runners = ReturnType<typeof createRunners>
