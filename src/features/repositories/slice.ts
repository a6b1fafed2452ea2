import type { Db } from '../../db/database.ts'
import type { GitHosts } from '../../git/hosts.ts'
import type { Authenticate } from '../../http/bearer.ts'
import type { Slice } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Exclusively } from '../../lib/exclusively.ts'
import type { Log } from '../../lib/log.ts'
import type { ParsePipeline } from '../../pipeline/parse.ts'
import type { Artifacts, CheckFiles } from '../artifacts/service.ts'
import type { Audit } from '../audit/service.ts'
import { createReviewGate, type ReviewFiles } from '../reviews/access.ts'
import { createGuessLimit, type Tokens } from '../tokens/service.ts'
import * as comparingSchema from './comparing/schema.ts'
import { createComparing, type ReadDraft, readPipelineIn } from './comparing/service.ts'
import { createCopies } from './copies.ts'
import { createPipelineIndex } from './pipeline-index/service.ts'
import { createPublishNew } from './publish-new.ts'
import { createPublishing } from './publishing.ts'
import { createReading, type Reading } from './reading.ts'
import { repositoryRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createRepositories } from './service.ts'
import { createGitLogin } from './smart-http/login.ts'
import { smartHttpRoutes } from './smart-http/routes.ts'
import { createHosting } from './smart-http/service.ts'
import { createGitTrail } from './smart-http/trail.ts'
import { repositoryPasses } from './work.ts'
import * as writingSchema from './writing/schema.ts'
import { createWriting, type Writing } from './writing/service.ts'
import { createWorkspaces } from './writing/workspace.ts'

export interface RepositoriesSliceOptions {
  readonly db: Db
  readonly encryption: Encryption
  readonly clock: Clock
  readonly exclusively: Exclusively
  readonly log: Log
  /** Under which clients reach this server. */
  readonly origin: () => string
  readonly git: GitHosts
  readonly artifacts: Artifacts
  readonly checkFiles: CheckFiles
  readonly reviewFiles: ReviewFiles
  readonly parsePipeline: ParsePipeline
  /** Drafts of the caller, which are compared with commits. */
  readonly readDraft: ReadDraft
  /** Where pushes leave entries. */
  readonly audit: Audit
  /** Accepts every kind of token. */
  readonly authenticate: Authenticate
  readonly tokens: Tokens
}

export interface RepositoriesSlice extends Slice {
  readonly reading: Reading
  readonly writing: Writing
}

/** Repositories of projects: their use cases, automatic publishing, and `/git/{projectId}.git`. */
export function repositoriesSlice(options: RepositoriesSliceOptions): RepositoriesSlice {
  const { db, encryption, clock, log, origin, git, tokens } = options
  const { root, providers } = git
  const copies = createCopies(git)
  const index = createPipelineIndex({ db, encryption, copies, log })
  const reading = createReading(db, encryption, copies, index.noteHead)
  const publishingFrom = { db, encryption, copies, artifacts: options.artifacts }
  const publishing = createPublishing(publishingFrom)
  const publishNew = createPublishNew({ ...publishingFrom, exclusively: options.exclusively, log })
  const repositories = createRepositories({ db, providers, encryption, clock, root, origin })
  const onPush = (projectId: string): void => {
    void index.refresh(projectId)
    void publishNew(projectId).catch((error: unknown) => {
      log.error({ err: error, project: projectId }, 'Publishing a push failed')
    })
  }
  const { maxRepositoryBytes } = git
  const readPipeline = readPipelineIn(options.parsePipeline)
  const comparing = createComparing({ db, reading, readDraft: options.readDraft, readPipeline })
  const workspaces = createWorkspaces(git, copies)
  const writing = createWriting({
    db,
    encryption,
    clock,
    root,
    maxRepositoryBytes,
    workspaces,
    reading,
    readPipeline,
    gate: createReviewGate(db, options.reviewFiles),
    onPush,
  })
  const trail = createGitTrail(options.audit, clock)
  const hosting = createHosting({
    db,
    root,
    log,
    trail,
    checkFiles: options.checkFiles,
    maxRepositoryBytes,
    onPush,
  })
  const login = createGitLogin({
    authenticate: options.authenticate,
    issue: tokens.issue,
    guesses: createGuessLimit(db),
  })
  return {
    reading,
    writing,
    shapes: [schema, comparingSchema, writingSchema],
    routes: (api) => repositoryRoutes(api, { repositories, reading, publishing, writing, comparing }),
    mount: (app) => smartHttpRoutes(app, hosting, login, trail),
    services: repositoryPasses({ db, providers, encryption, clock, log, publishNew, index, root }),
  }
}
