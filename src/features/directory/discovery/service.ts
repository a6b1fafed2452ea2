import type { Db } from '../../../db/database.ts'

import { notFound } from '../../../lib/problem.ts'
import { type DirectoryUser, enterDirectory } from '../access.ts'
import type { DirectoryGrant } from '../grant.ts'
import type { Location } from '../scim/resource.ts'
import { listed, resourceTypes, schemas, serviceProviderConfig } from './describe.ts'

type MakeList = (location: string, grant: DirectoryGrant) => readonly { readonly id: string }[]

/** RFC 7644 §4. */
export function createDiscovery({ db, location }: { readonly db: Db; readonly location: Location }) {
  const listing = (noun: string, make: MakeList) => ({
    async all(caller: DirectoryUser) {
      return listed(make(location(), await enterDirectory(db, caller)))
    },
    async one(caller: DirectoryUser, id: string) {
      const found = make(location(), await enterDirectory(db, caller)).find(
        (candidate) => candidate.id.toLowerCase() === id.toLowerCase(),
      )
      if (found === undefined) throw notFound(noun, id)
      return found
    },
  })

  return {
    async config(caller: DirectoryUser) {
      return serviceProviderConfig(location(), await enterDirectory(db, caller))
    },
    resourceTypes: listing('Resource type', resourceTypes),
    schemas: listing('Schema', schemas),
  }
}

export type Discovery = ReturnType<typeof createDiscovery>
