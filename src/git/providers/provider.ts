import type { Remote } from '../remote.ts'
import type { PullRequestBranches } from './pull-request-pages.ts'

export type ProviderKind = 'hosted' | 'git' | 'github' | 'gitlab' | 'azure-devops'

/** Which repository of which provider: what is stored and shown, without secrets. */
export interface Location {
  readonly projectId: string
  readonly provider: ProviderKind
  readonly repositoryName: string
  readonly providerParameters: Readonly<Record<string, string>>
}

/** A location with the token that opens it, where the provider takes one. */
export interface AuthenticatedLocation extends Location {
  readonly token: string | undefined
}

/**
 * One thing that must hold, and what to do when it does not. `undefined`: it cannot be known before it is
 * tried.
 */
export interface Check {
  readonly name: CheckName
  readonly passed: boolean | undefined
  readonly detail: string
}

export type CheckName =
  | 'REPOSITORY_ASSOCIATED'
  | 'ANOTHER_REPOSITORY'
  | 'SOURCE_READABLE'
  | 'SOURCE_TOKEN'
  | 'ACCESS_TOKEN'
  | 'TENANT_APPLICATION'
  | 'TARGET_EXISTS'
  | 'ROLE'
  | 'READ_PERMISSION'
  | 'FORCE_PUSH'
  | 'TARGET_HISTORY'
  | 'PUBLISHED_COMMITS'

/** What the repository is wanted for. */
export type Purpose = 'read' | 'mirror'

export interface RotatedToken {
  readonly token: string
  readonly expiresAt: Date | undefined
}

/** A kind of location that repositories live in. Every call goes to the provider's documented API. */
export interface Provider {
  readonly kind: ProviderKind
  readonly usesToken: 'required' | 'optional' | 'never'
  /** Prefixes of refs that the provider creates itself and does not let clients write: never copied. */
  readonly reservedRefs: readonly string[]
  /** Faults of parameters and name, one sentence each with the path of the field. */
  faults(location: Pick<Location, 'repositoryName' | 'providerParameters'>): string[]
  /** The name when none was given: the last part of the address. */
  nameOf(parameters: Readonly<Record<string, string>>): string
  /** Where Git reaches it. Throws `ProviderError` when credentials cannot be got. */
  remote(location: AuthenticatedLocation): Promise<Remote>
  /**
   * Forgets a token that the installation got for itself, so that `remote` gets a new one; false where it
   * uses no such token.
   */
  forget?(location: AuthenticatedLocation): boolean
  /**
   * Whether the repository is there and may be used for `purpose`. Never throws for what a person can put
   * right.
   */
  checks(location: AuthenticatedLocation, purpose: Purpose): Promise<Check[]>
  /**
   * Trades the token for a new one; the old one is dead afterwards. Only of providers that require a token.
   */
  rotate?(location: AuthenticatedLocation, now: Date): Promise<RotatedToken>
  /** Makes a branch the one that clones get. */
  setDefaultBranch?(location: AuthenticatedLocation, branch: string): Promise<void>
  /**
   * The provider's page that opens a pull request; undefined where none is known. Throws `ProviderError`
   * where the provider does not say where the repository is.
   */
  pullRequestPage?(
    location: AuthenticatedLocation,
    branches: PullRequestBranches,
  ): Promise<string | undefined>
}

/** The provider said no, or nothing useful. The message says what to do. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly status: number | undefined

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export const passed = (name: CheckName, detail: string): Check => ({ name, passed: true, detail })
export const failed = (name: CheckName, detail: string): Check => ({ name, passed: false, detail })
export const unknown = (name: CheckName, detail: string): Check => ({ name, passed: undefined, detail })

const plainName = /^[A-Za-z0-9_][A-Za-z0-9._ -]{0,254}$/

/** For names that become a part of an address. */
export const nameFault = (field: string, value: string | undefined): string[] => {
  if (value === undefined || value === '') return [`${field} is required`]
  return plainName.test(value) && !value.includes('..')
    ? []
    : [`${field} must contain only letters, digits, spaces, dots, _ and -`]
}

/** Fields that a provider does not know, one sentence each. */
export const unknownFields = (
  parameters: Readonly<Record<string, string>>,
  known: readonly string[],
): string[] =>
  Object.keys(parameters)
    .filter((name) => !known.includes(name))
    .map((name) => `body/providerParameters/${name} is not a known field`)
