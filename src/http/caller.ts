import type { ClientId, RunnerId } from '../lib/ids.ts'

export type AccountRole = 'SUPER_ADMIN' | 'USER'

/** What a caller may do in the installation besides its account role; a SUPER_ADMIN may do all of it. */
export type AccountPermission = 'PROJECT_CREATOR'

/** The caller of a request: a program with an API credential, or a user. */
export interface Caller {
  readonly kind: 'CREDENTIAL' | 'USER'
  /** The row that roles are given to. */
  readonly principalId: string
  readonly clientId: ClientId
  /** Display name: shown as `user` of an execution. */
  readonly name: string
  readonly accountRole: AccountRole
  /** A person in the user interface: the request came with the cookie of a browser session. */
  readonly inBrowser?: true
  /** What a personal access token is limited to; absent is everything the roles allow. */
  readonly scopes?: readonly Scope[]
  /** The personal access token that the request came with. */
  readonly tokenId?: string
}

/** `read`: operations that change nothing. `write`: all others too. */
export type Scope = 'read' | 'write'

/** A runner process. It may open a session and nothing else. */
export interface RunnerCaller {
  readonly kind: 'RUNNER'
  readonly runnerId: RunnerId
  readonly clientId: ClientId
}

/** An identity provider with a directory token. It may use the directory interface and nothing else. */
export interface DirectoryCaller {
  readonly kind: 'DIRECTORY'
  readonly clientId: ClientId
  readonly name: string
}

export type AnyCaller = Caller | RunnerCaller | DirectoryCaller
