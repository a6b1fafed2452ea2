import { randomBytes } from 'node:crypto'
import { type ApiRequest, bearerOf, type GitServer, startGitServer } from './git-server.ts'

interface Repository {
  readonly organization: string
  readonly projectId: string
  readonly id: string
  isDisabled: boolean
  defaultBranch: string | undefined
  /**
   * Bits of the namespace "Git Repositories" that the service principal has: 2 Read, 4 Contribute, 8 Force
   * push.
   */
  permissions: number
}

/** Azure DevOps and the token endpoint of its tenants, as documented for service principals. */
export interface AzureDevops {
  readonly server: GitServer
  readonly application: { readonly clientId: string; readonly clientSecret: string }
  /** Tenants that the application is installed in. */
  readonly tenants: Set<string>
  repository(organization: string, id: string, permissions?: number): Promise<Repository>
  folderOf(repository: Repository): string
  [Symbol.asyncDispose](): Promise<void>
}

const READ = 2
const FORCE_PUSH = 8
const NAMESPACE = '2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87'
const SCOPE = '499b84ac-1321-427f-aa17-267ca6975798/.default'

export async function startAzureDevops(): Promise<AzureDevops> {
  const application = { clientId: 'azure-client', clientSecret: 'azure-secret' }
  const tenants = new Set<string>(['tenant-1'])
  const tokens = new Set<string>()
  const repositories: Repository[] = []

  function login(tenant: string, form: URLSearchParams) {
    const right =
      form.get('client_id') === application.clientId &&
      form.get('client_secret') === application.clientSecret &&
      form.get('grant_type') === 'client_credentials' &&
      form.get('scope') === SCOPE
    if (!right)
      return { status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid' } }
    if (!tenants.has(tenant)) {
      const error_description = `AADSTS700016: Application with identifier '${application.clientId}' was not found in the directory '${tenant}'.`
      return { status: 400, body: { error: 'unauthorized_client', error_description } }
    }
    const access_token = randomBytes(16).toString('hex')
    tokens.add(access_token)
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token } }
  }

  function api({ method, path, query, headers, text }: ApiRequest) {
    const tenant = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(path)?.[1]
    if (tenant !== undefined && method === 'POST') return login(tenant, new URLSearchParams(text))
    // Azure DevOps sends strangers to its sign-in page.
    if (!tokens.has(bearerOf(headers) ?? '')) return { status: 203, body: '<html>Sign in</html>' }
    const [, organization, rest = ''] = /^\/([^/]+)\/_apis\/(.+)$/.exec(path) ?? []
    const id = /^git\/repositories\/([^/]+)$/.exec(rest)?.[1]
    const found = repositories.find((one) => one.organization === organization && one.id === id)
    if (id !== undefined) {
      if (found === undefined || (found.permissions & READ) === 0)
        return {
          status: 404,
          body: { message: 'TF401019: The Git repository does not exist or you do not have permissions' },
        }
      if (method === 'PATCH')
        found.defaultBranch = (JSON.parse(text) as { defaultBranch: string }).defaultBranch
      const { projectId, isDisabled, defaultBranch } = found
      const webUrl = `${server.origin}/${organization}/Data/_git/${id}`
      return {
        status: 200,
        body: { id, name: id, project: { id: projectId }, isDisabled, defaultBranch, webUrl },
      }
    }
    const [, namespace, bits] = /^permissions\/([^/]+)\/(\d+)$/.exec(rest) ?? []
    if (namespace !== NAMESPACE) return undefined
    const asked = repositories.find((one) => `repoV2/${one.projectId}/${one.id}` === query.get('tokens'))
    const value = asked !== undefined && (asked.permissions & Number(bits)) === Number(bits)
    return { status: 200, body: { count: 1, value: [value] } }
  }

  const pathOf = ({ organization, projectId, id }: Repository) => `${organization}/${projectId}/_git/${id}`
  const server = await startGitServer({
    api,
    repository(path, headers, pushes) {
      if (!tokens.has(bearerOf(headers) ?? '')) return { repository: '', refused: 401 }
      const found = repositories.find((one) => `/${pathOf(one)}` === path)
      if (found === undefined || (found.permissions & READ) === 0) return undefined
      const refused = pushes && (found.permissions & FORCE_PUSH) === 0 ? 403 : undefined
      return { repository: pathOf(found), refused }
    },
  })

  const folderOf = (repository: Repository) => server.folderOf(pathOf(repository))
  return {
    server,
    application,
    tenants,
    folderOf,
    async repository(organization, id, permissions = READ | FORCE_PUSH) {
      const projectId = `project-${repositories.length + 1}`
      const repository = {
        organization,
        projectId,
        id,
        isDisabled: false,
        defaultBranch: undefined,
        permissions,
      }
      repositories.push(repository)
      await server.create(pathOf(repository), { 'receive.hideRefs': 'refs/pull' })
      return repository
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
