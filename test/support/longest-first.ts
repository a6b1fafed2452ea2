import { accessSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files whose tests wait long for one thing after another, the longest first. One that is not there stops the
 * run.
 */
const longest = [
  'test/e2e/life.test.ts',
  'test/faults/stopped-for-a-minute.test.ts',
  'test/faults/database-network.test.ts',
  'test/faults/test-executions.test.ts',
  'test/faults/agent-tasks.test.ts',
  'test/faults/runner-instances.test.ts',
  'test/faults/api-away.test.ts',
  'src/features/repository-migration/crash.db.test.ts',
]

/**
 * Begins with the files that take longest, or the others would be done while the last of these still waits.
 * Without what an earlier run measured, as in a fresh clone, Vitest itself only knows how much text a file
 * has.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const path of longest) accessSync(join(this.ctx.config.root, path))
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(path))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
