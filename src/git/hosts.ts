import type { AddressPolicy } from './address.ts'
import type { Providers } from './providers/providers.ts'

/** Where this installation keeps repositories, and the providers it reaches. */
export interface GitHosts {
  /** Folder for hosted repositories and copies. */
  readonly root: string
  readonly providers: Providers
  readonly policy: AddressPolicy
  readonly maxRepositoryBytes: number
}
