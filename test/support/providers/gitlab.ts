import { randomBytes } from 'node:crypto'
import { type ApiRequest, basicOf, type GitServer, installHook, startGitServer } from './git-server.ts'

interface Token {
  readonly userId: number
  scopes: string[]
  active: boolean
  expires_at: string
  /** Tokens that came from one another by rotation. */
  readonly family: number
}

interface Project {
  readonly id: number
  readonly path: string
  archived: boolean
  default_branch: string | null
  readonly members: Map<number, number>
  readonly protectedBranches: { name: string; allow_force_push: boolean }[]
}

/** GitLab as its documentation describes the operations that are used: REST API v4 and Git over HTTP. */
export interface Gitlab {
  readonly server: GitServer
  readonly tokens: Map<string, Token>
  /** A project that is empty, with the service account as `level` (40: Maintainer). */
  project(path: string, level?: number): Promise<Project>
  /** A new personal access token of the service account. */
  token(own?: Partial<Pick<Token, 'scopes' | 'active' | 'expires_at'>>): string
  protect(project: Project, name: string, allowForcePush: boolean): Promise<void>
  folderOf(project: Project): string
  [Symbol.asyncDispose](): Promise<void>
}

const ACCOUNT = 7
const DEVELOPER = 30
const FAR_AWAY = '2099-01-01'

export async function startGitlab(): Promise<Gitlab> {
  const tokens = new Map<string, Token>()
  const projects: Project[] = []
  let families = 0

  const valid = (text: string | undefined): Token | undefined => {
    const token = tokens.get(text ?? '')
    const expired = token !== undefined && Date.parse(token.expires_at) <= Date.now()
    return token?.active && !expired ? token : undefined
  }
  const newToken = (from: Omit<Token, 'active'>, active = true): string => {
    const text = `glpat-${randomBytes(12).toString('hex')}`
    tokens.set(text, { ...from, active })
    return text
  }

  function api({ method, path, query, headers, text }: ApiRequest) {
    const given = String(headers['private-token'] ?? '')
    const token = valid(given)
    if (path === '/api/v4/personal_access_tokens/self/rotate' && method === 'POST')
      return rotate(given, token, query)
    if (token === undefined) return { status: 401, body: { message: '401 Unauthorized' } }
    if (path === '/api/v4/personal_access_tokens/self')
      return { status: 200, body: { id: 1, ...token, revoked: !token.active, user_id: token.userId } }
    if (path === '/api/v4/user') return { status: 200, body: { id: token.userId, username: 'service' } }
    const [, id, rest = ''] = /^\/api\/v4\/projects\/([^/]+)(\/.*)?$/.exec(path) ?? []
    const project = projects.find((one) => String(one.id) === id || one.path === decodeURIComponent(id ?? ''))
    if (project === undefined || !project.members.has(token.userId))
      return { status: 404, body: { message: '404 Project Not Found' } }
    if (rest === '/protected_branches') return { status: 200, body: project.protectedBranches }
    const member = /^\/members\/all\/(\d+)$/.exec(rest)?.[1]
    if (member !== undefined) {
      const level = project.members.get(Number(member))
      return level === undefined
        ? { status: 404, body: { message: '404 Not found' } }
        : { status: 200, body: { id: Number(member), access_level: level } }
    }
    if (rest !== '') return undefined
    if (method === 'PUT')
      project.default_branch = (JSON.parse(text) as { default_branch: string }).default_branch
    const { archived, default_branch } = project
    return {
      status: 200,
      body: { id: project.id, path_with_namespace: project.path, archived, default_branch },
    }
  }

  /** A token that was rotated before and comes again was stolen: GitLab then revokes what came from it. */
  function rotate(given: string, token: Token | undefined, query: URLSearchParams) {
    const known = tokens.get(given)
    if (token === undefined) {
      for (const other of tokens.values()) if (other.family === known?.family) other.active = false
      return { status: 401, body: { message: '401 Unauthorized' } }
    }
    if (!token.scopes.includes('api') && !token.scopes.includes('self_rotate'))
      return { status: 403, body: { message: '403 Forbidden' } }
    token.active = false
    const expires_at = query.get('expires_at') ?? FAR_AWAY
    const fresh = newToken({ userId: token.userId, scopes: token.scopes, family: token.family, expires_at })
    return { status: 200, body: { id: 2, active: true, revoked: false, expires_at, token: fresh } }
  }

  const server = await startGitServer({
    api,
    repository(path, headers, pushes) {
      const project = projects.find((one) => `/${one.path}.git` === path)
      const token = valid(basicOf(headers)?.password)
      if (token === undefined) return { repository: '', refused: 401 }
      const level = project?.members.get(token.userId)
      if (project === undefined || level === undefined) return undefined
      if (pushes && (level < DEVELOPER || project.archived)) return { repository: '', refused: 403 }
      return { repository: `${project.path}.git` }
    },
  })

  const folderOf = ({ path }: Project) => server.folderOf(`${path}.git`)
  return {
    server,
    tokens,
    folderOf,
    async project(path, level = 40) {
      const project: Project = {
        id: 100 + projects.length,
        path,
        archived: false,
        default_branch: null,
        members: new Map([[ACCOUNT, level]]),
        protectedBranches: [],
      }
      projects.push(project)
      await server.create(`${path}.git`, { 'receive.hideRefs': 'refs/merge-requests' })
      return project
    },
    token: ({ scopes = ['api'], active = true, expires_at = FAR_AWAY } = {}) =>
      newToken({ userId: ACCOUNT, scopes, expires_at, family: ++families }, active),
    async protect(project, name, allowForcePush) {
      project.protectedBranches.push({ name, allow_force_push: allowForcePush })
      if (allowForcePush) return
      const script = `[ "$1" = "refs/heads/${name}" ] || exit 0
git merge-base --is-ancestor "$2" "$3" 2>/dev/null && exit 0
echo "GitLab: You are not allowed to force push code to a protected branch on this project." >&2
exit 1`
      await installHook(folderOf(project), 'update', script)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
