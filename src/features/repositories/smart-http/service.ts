import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import type { Db } from '../../../db/database.ts'
import { exists, nameHead, sizeOf } from '../../../git/bare.ts'
import { type BackendAnswer, serveGit } from '../../../git/http-backend.ts'
import { hostedFolder } from '../../../git/providers/hosted.ts'
import { changesBetween, type RefChange, type WatchedPush, watchPush } from '../../../git/receive-pack.ts'
import { listLocalRefs, printable, type RemoteRefs } from '../../../git/refs.ts'
import { appendMessages } from '../../../git/sideband.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Log } from '../../../lib/log.ts'
import { Problem } from '../../../lib/problem.ts'
import type { CheckFiles } from '../../artifacts/service.ts'
import { enterProject, type Grant } from '../../projects/access.ts'
import { readValidationFacts } from '../../variables/access.ts'
import { changingRepository, enterRepository, noteEvent, type RepositoryRow } from '../access.ts'
import { readPipelineFilesAt } from '../pipeline-files.ts'
import { changeLines, faultLines, quotaLine } from './messages.ts'
import type { Asked, EndPush, GitTrail } from './trail.ts'

export interface HostingDependencies {
  readonly db: Db
  readonly root: string
  readonly log: Log
  readonly checkFiles: CheckFiles
  /** How large a repository may become. */
  readonly maxRepositoryBytes: number
  readonly trail: GitTrail
  /** Called after every push that changed something. */
  readonly onPush: (projectId: string) => void
}

export type GitService = 'git-upload-pack' | 'git-receive-pack'

export interface GitRequest {
  readonly asked: Asked
  readonly projectId: string
  readonly service: GitService
  /** `info/refs` or the name of the service. */
  readonly file: string
  readonly method: string
  readonly query: string
  readonly headers: Parameters<typeof serveGit>[0]['headers']
  readonly body: Readable
  /** Looks up again who makes the request. Throws `unauthorized` when that caller no longer exists. */
  readonly callerStill: () => Promise<Caller>
}

const FETCH_TIMEOUT_MS = 30 * 60_000
/** Programs that serve at once in one process; each may use a whole core. */
const MAX_SERVING = 32
/**
 * Of one caller: a client may take as long as it likes, and must not keep everybody else from the
 * repositories.
 */
const MAX_SERVING_OF_CALLER = 16
const MAX_CHECKED_BRANCHES = 3
/** How often the rights of a client are looked up while it pushes: it may take as long as it likes. */
const RIGHTS_MS = 1_000

/**
 * Hosted repositories over smart HTTP (decisions.md §11): clone and fetch for readers, push for contributors.
 */
export function createHosting(dependencies: HostingDependencies) {
  const { db, root, log, checkFiles, maxRepositoryBytes, onPush, trail } = dependencies
  /** Whom each program serves. */
  const serving = new Set<{ readonly principalId: string }>()

  function enter(caller: Caller, projectId: string, pushes: boolean): Promise<Grant> {
    refuseScope(caller, pushes ? 'write' : 'read')
    return enterProject(db, caller, projectId, pushes ? 'repository:push' : 'repository:read')
  }

  async function serve(caller: Caller, request: GitRequest): Promise<BackendAnswer> {
    const pushes = request.service === 'git-receive-pack'
    const grant = await enter(caller, request.projectId, pushes)
    const row = await enterRepository(db, grant)
    refuseElsewhere(row)
    const folder = hostedFolder(root, grant.projectId)
    if (!(await exists(folder)))
      throw new Problem('not-found', 'The repository is missing from the data folder of this server')
    if (pushes && request.method === 'POST') return push(grant, folder, request)
    return backend(caller, request, pushes)
  }

  async function backend(
    caller: Caller,
    request: GitRequest,
    pushes: boolean,
    roomBytes = maxRepositoryBytes,
  ): Promise<BackendAnswer> {
    const place = takePlace(caller)
    try {
      const answer = await startBackend(caller, request, pushes, roomBytes)
      // The place belongs to the program, not to the response: a client may leave while Git is still working.
      void answer.ended.finally(() => serving.delete(place))
      return answer
    } catch (error) {
      serving.delete(place)
      throw error
    }
  }

  function takePlace({ principalId }: Caller) {
    const own = [...serving].filter((place) => place.principalId === principalId).length
    if (serving.size >= MAX_SERVING || own >= MAX_SERVING_OF_CALLER) {
      throw new Problem('service-unavailable', 'Too many clones and pushes at once; try again in a moment', {
        retryAfterSeconds: 5,
      })
    }
    const place = { principalId }
    serving.add(place)
    return place
  }

  function startBackend(
    caller: Caller,
    request: GitRequest,
    pushes: boolean,
    roomBytes: number,
  ): Promise<BackendAnswer> {
    const { projectId, file, method, query, headers, body } = request
    return serveGit({
      root: `${root}/hosted`,
      path: `/${projectId}.git/${file}`,
      method,
      query,
      headers,
      body,
      user: pushes ? caller.clientId : undefined,
      timeoutMs: FETCH_TIMEOUT_MS,
      config: { 'receive.maxInputSize': String(roomBytes) },
    })
  }

  /**
   * A push is an operation that a migration waits for: it lasts until Git has ended and the answer is
   * complete.
   */
  function push(grant: Grant, folder: string, request: GitRequest): Promise<BackendAnswer> {
    return new Promise((resolve, reject) => {
      const work = async (repository: RepositoryRow) => {
        refuseElsewhere(repository)
        // The refs before and after are the fallback where Git's own report of the push cannot be read.
        const before = await listLocalRefs(folder)
        const { bytes: heldBytes } = await sizeOf(folder)
        // Git takes 0 for no limit.
        const room = { roomBytes: Math.max(1, maxRepositoryBytes - heldBytes), sentBytes: 0 }
        const watched = watchPush(request.headers['content-encoding'])
        const endPush = await trail.beginPush(request.asked, grant.caller)
        const answer = await startPush(grant, request, { watched, endPush, room })
        // Also when the client is gone: what Git has done is recorded.
        const noted = answer.ended.then(() => notePush(grant, folder, { before, watched, endPush }))
        const messages = Promise.withResolvers<void>()
        const body = answer.body.pipe(watched.answer).pipe(
          appendMessages(async () => {
            const changes = await noted
            const isOverQuota = (changes ?? []).length === 0 && room.sentBytes > room.roomBytes
            const lines = isOverQuota
              ? [quotaLine(maxRepositoryBytes, heldBytes)]
              : await adviceOn(grant, folder, changes)
            messages.resolve()
            return lines
          }),
        )
        const whole = body.pipe(new PassThrough())
        whole.on('close', () => messages.resolve())
        // The response starts before the push ends, so the promise settles here and the operation stays open
        // below.
        resolve({ ...answer, body: whole })
        await noted
        await messages.promise
      }
      changingRepository(db, grant, 'push', work).catch(reject)
    })
  }

  async function startPush(grant: Grant, request: GitRequest, { watched, endPush, room }: StartedPush) {
    const permitted = whilePermitted(async () => enter(await request.callerStill(), request.projectId, true))
    // `pipeline` passes an aborted upload on as an error, which ends Git; its callback has nothing to add.
    const body = pipeline(request.body, permitted, counting(room), watched.request, () => undefined)
    try {
      return await backend(grant.caller, { ...request, body }, true, room.roomBytes)
    } catch (error) {
      await endPush([])
      throw error
    }
  }

  /**
   * Keeps what a push has changed, and answers it; undefined when it could not be kept: it is done all the
   * same.
   */
  async function notePush(
    { projectId, caller }: Grant,
    folder: string,
    { before, watched, endPush }: { before: RemoteRefs; watched: WatchedPush; endPush: EndPush },
  ): Promise<readonly RefChange[] | undefined> {
    try {
      const after = await listLocalRefs(folder)
      const changes = watched.changes() ?? changesBetween(before.refs, after.refs)
      await endPush(changes)
      await nameHead(folder, after)
      if (changes.length > 0)
        await noteEvent(db, projectId, caller.name, 'PUSHED', changeLines(changes).join(', '))
      if (branchesOf(changes).length > 0) onPush(projectId)
      return changes
    } catch (error) {
      log.error({ err: error, project: projectId, by: caller.clientId }, 'Could not record the push')
      return undefined
    }
  }

  /** What the pusher should know of the pipelines. */
  async function adviceOn(
    grant: Grant,
    folder: string,
    changes: readonly RefChange[] | undefined,
  ): Promise<string[]> {
    try {
      const facts = await readValidationFacts(db, grant)
      const lines: string[] = []
      for (const { ref, after } of branchesOf(changes ?? []).slice(0, MAX_CHECKED_BRANCHES)) {
        const { faults } = await checkFiles(await readPipelineFilesAt(folder, after), facts)
        lines.push(...faultLines(printable(ref).replace('refs/heads/', ''), faults))
      }
      return lines
    } catch (error) {
      log.warn({ err: error, project: grant.projectId }, 'Could not validate the pushed pipelines')
      return ['Headrace: the push succeeded, but its pipelines could not be checked']
    }
  }

  return { serve }
}

/** What a push may add to a repository, and what its client has sent. */
interface Room {
  readonly roomBytes: number
  sentBytes: number
}

interface StartedPush {
  readonly watched: WatchedPush
  readonly endPush: EndPush
  readonly room: Room
}

const counting = (room: Room): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      room.sentBytes += chunk.length
      done(null, chunk)
    },
  })

/** Passes on what a client sends while `enter` lets it. Git does nothing before it has all of a push. */
function whilePermitted(enter: () => Promise<unknown>): Transform {
  let enteredAt = performance.now()
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (performance.now() - enteredAt < RIGHTS_MS) return done(null, chunk)
      enter().then(() => {
        enteredAt = performance.now()
        done(null, chunk)
      }, done)
    },
  })
}

/** The branches that have a commit now. */
const branchesOf = (changes: readonly RefChange[]) =>
  changes.flatMap(({ ref, after }) =>
    ref.startsWith('refs/heads/') && after !== undefined ? [{ ref, after }] : [],
  )

/** Throws `not-found` for a repository that is at a provider. */
function refuseElsewhere({ provider, repositoryName }: RepositoryRow): void {
  if (provider === 'hosted') return
  throw new Problem(
    'not-found',
    `The repository of this project is not hosted here: it is ${repositoryName} at ${provider}`,
  )
}

/** Personal access tokens may be limited to reading. */
function refuseScope({ scopes }: Caller, needed: 'read' | 'write'): void {
  if (scopes === undefined || scopes.includes(needed)) return
  throw new Problem('forbidden', `The personal access token lacks the scope ${needed}`)
}

export type Hosting = ReturnType<typeof createHosting>
