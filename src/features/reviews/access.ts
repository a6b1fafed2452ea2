import type { Db } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import type { Review } from '../../pipeline/review/review.ts'
import type { ValidationFacts } from '../../pipeline/validate.ts'
import type { EnvironmentGrant, Grant } from '../projects/access.ts'
import type { ReviewLevel } from '../projects/schema.ts'
import { readValidationFacts } from '../variables/access.ts'
import { refusing, sentenceOf } from './rules.ts'
import { readMergingLevel, readPublishingLevel } from './store.ts'

interface ReviewedFile {
  readonly path: string
  readonly content: string
}
/** Reads the files once it is their turn. */
export type ReadFiles = () => Promise<readonly ReviewedFile[]>
/** Reviews the files of a project; wired to threads that know every component. */
export type ReviewFiles = (read: ReadFiles, facts: ValidationFacts) => Promise<Review>

const MAX_REPORTED = 200

/** Reviews as a condition: nothing is read where the project or the environment asks for none. */
export function createReviewGate(db: Db, reviewFiles: ReviewFiles) {
  /** Throws `conflict` with the findings that keep these files from being published in an environment. */
  async function publishing(grant: EnvironmentGrant, read: ReadFiles): Promise<void> {
    const level = await readPublishingLevel(db, grant)
    await refuse(grant, level, read, () => true, `what would be published in ${grant.environmentName}`)
  }

  /** Throws `conflict` with the findings in the files that a merge into `target` would change. */
  async function merging(
    grant: Grant,
    target: string,
    read: ReadFiles,
    changed: () => Promise<ReadonlySet<string>>,
  ): Promise<void> {
    const level = await readMergingLevel(db, grant)
    if (level === 'OFF') return
    const paths = await changed()
    await refuse(grant, level, read, (path) => paths.has(path), `what the merge would change in ${target}`)
  }

  async function refuse(
    grant: Grant,
    level: ReviewLevel,
    read: ReadFiles,
    isMeant: (path: string) => boolean,
    where: string,
  ): Promise<void> {
    if (level === 'OFF') return
    const { findings } = await reviewFiles(read, await readValidationFacts(db, grant))
    const found = refusing(findings, level).filter(({ file }) => isMeant(file))
    if (found.length === 0) return
    const many = found.length === 1 ? '1 finding' : `${found.length} findings`
    throw new Problem(
      'conflict',
      `The review has ${many} in ${where}; fix them, or change the rules of the repository`,
      { violations: found.slice(0, MAX_REPORTED).map(sentenceOf) },
    )
  }

  return { publishing, merging }
}

export type ReviewGate = ReturnType<typeof createReviewGate>
