import type { Client } from '../../api/client.ts'
import { findProject } from '../../api/lookup.ts'
import type { CommonOptions } from '../../terminal/context.ts'

export interface OwnerOptions extends CommonOptions {
  readonly project?: string | undefined
}

/** The id of the project that an option names. */
export const ownerOf = async (client: Client, { project }: OwnerOptions): Promise<string | undefined> =>
  project === undefined ? undefined : (await findProject(client, project)).id
