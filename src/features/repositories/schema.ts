import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { ProjectPath } from '../projects/schema.ts'

/** Wire shapes of decisions.md §11, repositories. */
export const ProviderName = Type.Enum(['hosted', 'git', 'github', 'gitlab', 'azure-devops'])
const Instant = Type.String({ format: 'date-time' })
const Hash = Type.String({ description: 'Full id of a commit' })

export const ProviderParameters = Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
  description:
    'hosted: none. git: url, username? (http(s) or ssh). github: ownerName. gitlab: repositoryId, baseUrl?. ' +
    'azure-devops: organization, repositoryId, tenantId',
})
const NewName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The last part of the address by default',
})

export const NewRepository = Type.Object(
  {
    provider: ProviderName,
    repositoryName: Type.Optional(NewName),
    providerParameters: Type.Optional(ProviderParameters),
  },
  {
    additionalProperties: false,
    examples: [
      { provider: 'github', repositoryName: 'pipelines', providerParameters: { ownerName: 'example' } },
    ],
  },
)

/**
 * Header names are case-insensitive; Node provides them in lower case. Its form is checked where the provider
 * uses it (`tokenFor`): a program may send the header for any provider.
 */
export const TokenHeader = Type.Object({
  'git-provider-access-token': Type.Optional(
    Type.String({
      description:
        'Access token of a service account, where the provider is token-based: up to 4,000 visible ASCII characters. It is ' +
        'rotated immediately and cannot be used again. An empty header is ignored',
    }),
  ),
})

export const Repository = Type.Object({
  provider: ProviderName,
  repositoryName: Type.String(),
  providerParameters: Type.Record(Type.String(), Type.String()),
  cloneUrl: Type.Optional(
    Type.String({ description: 'URL of a hosted repository for git clone and git push' }),
  ),
  tokenExpiresAt: Type.Optional(Instant),
  tokenFault: Type.Optional(
    Type.String({ description: 'Why the stored token could not be rotated; store a new one' }),
  ),
  migrationInProgress: Type.Boolean(),
  publishedBranches: Type.Array(Type.String(), {
    description:
      'Branches of which every new commit is published automatically, be it in an environment that the caller does not see',
  }),
  createdAt: Instant,
  createdBy: Type.String(),
})

const Branch = Type.String({ minLength: 1, maxLength: 250 })
export const PullRequestQuery = Type.Object({ source: Branch, target: Branch })
export const PullRequestPage = Type.Object({
  url: Type.Optional(
    Type.String({
      description: 'Absent where the repository is hosted by Headrace, or its code host is not known',
    }),
  ),
})

export const RevisionQuery = Type.Object({
  ref: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 250,
      description: 'Branch, tag or commit; the default branch by default',
    }),
  ),
})
export const BranchPage = pageOf(
  Type.Object({
    name: Type.String(),
    commitHash: Hash,
    committedAt: Instant,
    subject: Type.String(),
    isDefault: Type.Boolean(),
  }),
)
export const CommitsQuery = Type.Object({ ...PageQuery.properties, ...RevisionQuery.properties })
export const CommitPage = pageOf(
  Type.Object({
    commitHash: Hash,
    parents: Type.Array(Hash),
    authorName: Type.String(),
    authorEmail: Type.String(),
    authoredAt: Instant,
    subject: Type.String(),
  }),
)
export const FilePage = pageOf(
  Type.Object({
    path: Type.String(),
    bytes: Type.Integer(),
    kind: Type.Enum(['file', 'link', 'submodule']),
  }),
)
export const ContentQuery = Type.Object({
  ...RevisionQuery.properties,
  path: Type.String({ minLength: 1, maxLength: 1_000 }),
})
export const FileContent = Type.Object({
  path: Type.String(),
  commitHash: Hash,
  blobHash: Type.String({ description: 'The content as Git names it' }),
  bytes: Type.Integer(),
  encoding: Type.Enum(['utf-8', 'base64']),
  content: Type.String(),
})

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
export const PublishFromGit = Type.Object(
  {
    environmentName: Name,
    versionName: Name,
    ref: Type.String({ minLength: 1, maxLength: 250, description: 'Branch, tag or commit' }),
  },
  { additionalProperties: false },
)

export const Publication = Type.Object({
  environmentName: Type.String(),
  branch: Type.String(),
  lastCommit: Type.Optional(Hash),
  lastResult: Type.Optional(Type.String()),
})
export const NewPublication = Type.Object(
  { environmentName: Name, branch: Type.String({ minLength: 1, maxLength: 250 }) },
  { additionalProperties: false },
)
export const PublicationPage = pageOf(Publication)
export const PublicationPath = Type.Object({
  ...ProjectPath.properties,
  environmentName: Type.String({ minLength: 1 }),
})

export const RepositoryEventPage = pageOf(
  Type.Object({ action: Type.String(), madeBy: Type.String(), madeAt: Instant, detail: Type.String() }),
)

export type NewRepository = Static<typeof NewRepository>
export type Repository = Static<typeof Repository>
export type PublishFromGit = Static<typeof PublishFromGit>
export type Publication = Static<typeof Publication>
export type NewPublication = Static<typeof NewPublication>
