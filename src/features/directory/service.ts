import type { Db } from '../../db/database.ts'
import { type DirectoryUser, enterDirectory } from './access.ts'
import { createBulk } from './bulk/service.ts'
import { createDiscovery } from './discovery/service.ts'
import { createGroups } from './groups/service.ts'
import { asProblem, errorBody } from './scim-response.ts'
import { createUsers } from './users/service.ts'

export interface DirectoryDependencies {
  readonly db: Db
  /** Origin and base path under which clients reach the API. */
  readonly baseUrl: () => string
  readonly onAccessEnded: () => void
}

/** The directory of users and groups: everything behind the SCIM interface. */
export function createDirectory({ db, baseUrl, onAccessEnded }: DirectoryDependencies) {
  const location = () => `${baseUrl()}/v1/directory-integration/scim/v2`
  const users = createUsers({ db, location, onAccessEnded })
  const groups = createGroups({ db, location })
  const bulk = createBulk({ db, users, groups, location, errorOf })
  return {
    /** Throws unless the caller may use the directory interface. */
    admit: (caller: DirectoryUser) => enterDirectory(db, caller),
    users,
    groups,
    bulk,
    discovery: createDiscovery({ db, location }),
  }
}

export type Directory = ReturnType<typeof createDirectory>

const errorOf = (error: unknown) => {
  const problem = asProblem(error)
  return { problem, body: errorBody(problem) }
}
