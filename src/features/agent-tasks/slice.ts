import type { Db } from '../../db/database.ts'
import type { AnyCaller, Caller } from '../../http/caller.ts'
import { ownRequestsOf } from '../../http/in-process.ts'
import type { Server } from '../../http/server.ts'
import type { Slice } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Post } from '../../lib/outgoing-http.ts'
import { findUserCaller } from '../directory/access.ts'
import { isValidToken } from '../personal-tokens/access.ts'
import { findCredentialCaller } from '../tokens/service.ts'
import { createModel } from './model.ts'
import { createOwnClient } from './own-client.ts'
import { agentTaskRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createAgentTasks } from './service.ts'
import { AGENT_TASK_DUE_CHANNEL, type TaskRow } from './store.ts'
import { agentWork } from './work.ts'

export interface AgentTasksSliceOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly post: Post
  readonly settings: {
    readonly basePath: string
    readonly retentionDays: number
    readonly modelUrl: string | undefined
    readonly modelName: string | undefined
    readonly modelApiKey: string | undefined
  }
}

/** Tasks that a language model works on, with the rights of their creators. */
export function agentTasksSlice({ db, clock, log, post, settings }: AgentTasksSliceOptions): Slice {
  const { basePath, modelUrl: url, modelName: name, modelApiKey: apiKey } = settings
  const model = url === undefined || name === undefined ? undefined : createModel({ url, name, apiKey }, post)
  let app: Server | undefined

  const findCreator = async (task: Whose): Promise<Caller | undefined> => {
    const found = await findPerson(db, clock, task)
    return (
      found && {
        ...found,
        ...(task.scopes !== null && { scopes: task.scopes }),
        ...(task.tokenId !== null && { tokenId: task.tokenId }),
      }
    )
  }
  const clientAs = (whose: Whose, auditDetails: object) =>
    createOwnClient(app!, basePath, { findCaller: () => findCreator(whose), auditDetails })

  const work = agentWork(
    db,
    log,
    {
      db,
      clock,
      model,
      findCreator,
      clientOf: (task, details) => clientAs(task, { agentTask: task.id, ...details }),
    },
    settings.retentionDays,
  )
  const tasks = createAgentTasks({
    db,
    hasModel: model !== undefined,
    clientOf: (caller, details) => clientAs(whoseOf(caller), details),
  })
  return {
    shapes: [schema],
    watch: noteOwnRequests,
    routes(api) {
      app = api
      agentTaskRoutes(api, tasks)
    },
    passes: work.passes,
    channels: { [AGENT_TASK_DUE_CHANNEL]: work.advancing.wake },
    close: work.close,
  }
}

type Whose = Pick<TaskRow, 'principalId' | 'creatorKind' | 'clientId' | 'scopes' | 'tokenId'>

const whoseOf = ({ principalId, kind, clientId, scopes, tokenId }: Caller): Whose => ({
  principalId,
  creatorKind: kind,
  clientId,
  scopes: scopes ?? null,
  tokenId: tokenId ?? null,
})

/**
 * The user or credential that a task acts for, with its current role; undefined when it may not sign in any
 * more, or the token that created the task is no longer valid.
 */
async function findPerson(
  db: Db,
  clock: Clock,
  { principalId, creatorKind, clientId, tokenId }: Whose,
): Promise<Caller | undefined> {
  if (principalId === null) return undefined
  if (tokenId !== null && !(await isValidToken(db, tokenId, clock.now()))) return undefined
  if (creatorKind === 'USER') return findUserCaller(db, principalId)
  const found: AnyCaller | undefined = await findCredentialCaller(db, clientId, clock.now())
  return found?.kind === 'CREDENTIAL' ? found : undefined
}

/** The audit trail names the task behind each change that one makes. */
function noteOwnRequests(app: Server): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const own = ownRequestsOf(request)
    if (own !== undefined) request.auditNote = { details: own.auditDetails }
    done()
  })
}
