import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import { type ApiRequest, basicOf, bearerOf, type GitServer, startGitServer } from './git-server.ts'

interface Repository {
  readonly owner: string
  readonly name: string
  archived: boolean
  default_branch: string
  /** Whether the GitHub App is installed on it. */
  installed: boolean
  readonly rulesets: { id: number; name: string; enforcement: string; rules: { type: string }[] }[]
  readonly protections: Map<string, { allow_force_pushes: { enabled: boolean } }>
}

interface Token {
  readonly push: boolean
  /** Full name of the only repository it opens; undefined: all. */
  readonly only: string | undefined
}

/** GitHub as its documentation describes the operations that are used, with a GitHub App. */
export interface Github {
  readonly server: GitServer
  readonly apiUrl: string
  readonly app: { readonly appId: string; readonly privateKey: string }
  repository(owner: string, name: string): Promise<Repository>
  token(push?: boolean): string
  /** Makes every token that it gave invalid, as a change of the installation does. */
  revokeAll(): void
  /** Full names of repositories whose addresses only redirect. */
  readonly moved: Set<string>
  folderOf(repository: Repository): string
  [Symbol.asyncDispose](): Promise<void>
}

const APP_ID = '4711'
const INSTALLATION = 99

export async function startGithub(): Promise<Github> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const tokens = new Map<string, Token>()
  const repositories: Repository[] = []
  const moved = new Set<string>()

  const newToken = (token: Token): string => {
    const text = `ghs_${randomBytes(12).toString('hex')}`
    tokens.set(text, token)
    return text
  }
  const fullName = ({ owner, name }: Repository) => `${owner}/${name}`

  async function api(request: ApiRequest) {
    const { path, headers } = request
    const [, owner, name, rest = ''] = /^\/api\/v3\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path) ?? []
    const repository = repositories.find((one) => one.owner === owner && one.name === name)
    if (rest === '/installation' || path.startsWith('/api/v3/app/')) return asApp(request, repository)
    if (moved.has(`${owner}/${name}`)) return { status: 301, body: { message: 'Moved Permanently' } }
    const token = tokens.get(bearerOf(headers) ?? '')
    if (token === undefined) return { status: 401, body: { message: 'Bad credentials' } }
    const visible =
      repository !== undefined && (token.only === undefined || token.only === fullName(repository))
    if (!visible) return { status: 404, body: { message: 'Not Found' } }
    return repositoryApi(request, repository, token, rest)
  }

  function repositoryApi({ method, text }: ApiRequest, repository: Repository, token: Token, rest: string) {
    const { archived, default_branch } = repository
    if (rest === '' && method === 'PATCH') {
      repository.default_branch = (JSON.parse(text) as { default_branch: string }).default_branch
      return { status: 200, body: {} }
    }
    if (rest === '') {
      const permissions = { admin: false, maintain: false, push: token.push, pull: true }
      return { status: 200, body: { full_name: fullName(repository), archived, default_branch, permissions } }
    }
    if (rest === '/rulesets')
      return { status: 200, body: repository.rulesets.map(({ rules, ...shown }) => shown) }
    const ruleset = /^\/rulesets\/(\d+)$/.exec(rest)?.[1]
    if (ruleset !== undefined)
      return { status: 200, body: repository.rulesets.find(({ id }) => String(id) === ruleset) }
    if (rest === '/branches')
      return {
        status: 200,
        body: [...repository.protections.keys()].map((name) => ({ name, protected: true })),
      }
    const branch = /^\/branches\/([^/]+)\/protection$/.exec(rest)?.[1]
    const protection = repository.protections.get(decodeURIComponent(branch ?? ''))
    return protection === undefined
      ? { status: 404, body: { message: 'Branch not protected' } }
      : { status: 200, body: protection }
  }

  async function asApp({ path, method, headers, text }: ApiRequest, repository: Repository | undefined) {
    const verified = await jwtVerify(bearerOf(headers) ?? '', publicKey, { issuer: APP_ID }).catch(
      () => undefined,
    )
    if (verified === undefined)
      return { status: 401, body: { message: 'A JSON web token could not be decoded' } }
    if (path.endsWith('/installation')) {
      if (repository?.installed) return { status: 200, body: { id: INSTALLATION } }
      return { status: 404, body: { message: 'Not Found' } }
    }
    if (method !== 'POST' || path !== `/api/v3/app/installations/${INSTALLATION}/access_tokens`)
      return undefined
    const [wanted] = (JSON.parse(text) as { repositories: string[] }).repositories
    const found = repositories.find((one) => one.name === wanted && one.installed)
    if (found === undefined)
      return { status: 422, body: { message: 'There is at least one repository that…' } }
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    return { status: 201, body: { token: newToken({ push: true, only: fullName(found) }), expires_at } }
  }

  const server = await startGitServer({
    api,
    repository(path, headers, pushes) {
      const token = tokens.get(basicOf(headers)?.password ?? '')
      if (token === undefined) return { repository: '', refused: 401 }
      const repository = repositories.find((one) => `/${fullName(one)}.git` === path)
      if (repository === undefined || (token.only !== undefined && token.only !== fullName(repository)))
        return undefined
      if (pushes && (!token.push || repository.archived)) return { repository: '', refused: 403 }
      return { repository: `${fullName(repository)}.git` }
    },
  })

  const folderOf = (repository: Repository) => server.folderOf(`${fullName(repository)}.git`)
  return {
    server,
    apiUrl: `${server.origin}/api/v3`,
    app: { appId: APP_ID, privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }) as string },
    folderOf,
    moved,
    revokeAll: () => tokens.clear(),
    async repository(owner, name) {
      const repository: Repository = {
        owner,
        name,
        archived: false,
        default_branch: 'main',
        installed: false,
        rulesets: [],
        protections: new Map(),
      }
      repositories.push(repository)
      await server.create(`${owner}/${name}.git`, { 'receive.hideRefs': 'refs/pull' })
      return repository
    },
    token: (push = true) => newToken({ push, only: undefined }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
