import type { Db } from '../../db/database.ts'
import { revisionFault } from '../../git/refs.ts'
import type { Caller } from '../../http/caller.ts'
import { badRequest } from '../../lib/problem.ts'
import { enterProject } from '../projects/access.ts'
import { type Reading, readReviewedFilesAt } from '../repositories/service.ts'
import { readValidationFacts } from '../variables/access.ts'
import type { ReviewFiles } from './access.ts'
import { reviewOf } from './rules.ts'
import type { NewReview, Review } from './schema.ts'

export interface ReviewDependencies {
  readonly db: Db
  readonly reading: Pick<Reading, 'at'>
  readonly reviewFiles: ReviewFiles
}

/** Use cases of decisions.md §22: reviews of commits. Nothing is kept of them. */
export function createReviews({ db, reading, reviewFiles }: ReviewDependencies) {
  async function review(caller: Caller, projectId: string, wanted: NewReview): Promise<Review> {
    const { branchName, commitId: stated = branchName, filePaths } = wanted
    await enterProject(db, caller, projectId, 'repository:read')
    const faults = (['branchName', 'commitId'] as const).flatMap((member) => {
      const value = wanted[member]
      const fault = value === undefined ? undefined : revisionFault(value)
      return fault === undefined ? [] : [`body/${member} ${fault}`]
    })
    if (faults.length > 0) throw badRequest(faults)
    const { folder, commitHash, warehouse } = await reading.at(caller, projectId, stated)
    const read = () => readReviewedFilesAt(folder, commitHash)
    const facts = await readValidationFacts(db, {
      projectId,
      warehouse: wanted.dataWarehouseType ?? warehouse,
    })
    return reviewOf({ ...(await reviewFiles(read, facts)), commitId: commitHash }, filePaths)
  }

  return { review }
}

export type Reviews = ReturnType<typeof createReviews>
