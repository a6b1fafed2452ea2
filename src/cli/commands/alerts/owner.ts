import type { Client } from '../../../client/client.ts'
import { findProject } from '../../../client/lookup.ts'
import type { CommonOptions } from '../../terminal/context.ts'

export interface OwnerOptions extends CommonOptions {
  readonly project?: string | undefined
}

/** The id of the project that an option names. */
export const ownerOf = async (client: Client, { project }: OwnerOptions): Promise<string | undefined> =>
  project === undefined ? undefined : (await findProject(client, project)).id
