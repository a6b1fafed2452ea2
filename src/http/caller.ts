import type { ClientId, RunnerId } from '../lib/ids.ts'

export type AccountRole = 'SUPER_ADMIN' | 'USER'

/** Whoever makes a request: a program with an API credential, or a person. */
export interface Caller {
  readonly kind: 'CREDENTIAL' | 'USER'
  /** The row that roles are given to. */
  readonly principalId: string
  readonly clientId: ClientId
  /** For people: shown as `user` of an execution. */
  readonly name: string
  readonly accountRole: AccountRole
}

/** A runner process. It may open a session and nothing else. */
export interface RunnerCaller {
  readonly kind: 'RUNNER'
  readonly runnerId: RunnerId
  readonly clientId: ClientId
}

export type AnyCaller = Caller | RunnerCaller
