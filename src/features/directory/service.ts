import type { Db } from '../../db/database.ts'
import { createGroups } from './groups/service.ts'
import { createUsers } from './users/service.ts'

export interface DirectoryDependencies {
  readonly db: Db
  /** Origin and base path under which clients reach the API. */
  readonly baseUrl: () => string
}

/** The directory of people and groups: everything behind the SCIM interface. */
export function createDirectory({ db, baseUrl }: DirectoryDependencies) {
  const location = () => `${baseUrl()}/v1/directory-integration/scim/v2`
  return { users: createUsers({ db, location }), groups: createGroups({ db, location }) }
}

export type Directory = ReturnType<typeof createDirectory>
