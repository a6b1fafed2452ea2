import type { Db } from '../../db/database.ts'
import type { EnvironmentGrant, Grant } from '../projects/access.ts'
import type { ReviewLevel } from '../projects/schema.ts'

/** What a review must not find in a version for this environment. */
export async function readPublishingLevel(db: Db, { environmentId }: EnvironmentGrant): Promise<ReviewLevel> {
  const row = await db
    .selectFrom('environment')
    .select('review_before_publishing as level')
    .where('id', '=', environmentId)
    .executeTakeFirst()
  return (row?.level ?? 'OFF') as ReviewLevel
}

/** What a review must not find in what is merged in this project. */
export async function readMergingLevel(db: Db, { projectId }: Grant): Promise<ReviewLevel> {
  const row = await db
    .selectFrom('project')
    .select('review_before_merging as level')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return (row?.level ?? 'OFF') as ReviewLevel
}
