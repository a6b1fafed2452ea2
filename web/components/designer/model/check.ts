import type { ComponentCatalog } from '../../../../src/pipeline/catalog.ts'
import type { Fault } from '../../../../src/pipeline/model.ts'
import type { ReadFile } from '../../../../src/pipeline/reread.ts'
import { type ValidationFacts, validateFile } from '../../../../src/pipeline/validate.ts'
import type { FaultCount } from '../../pipeline-graph/model.ts'

/**
 * What only a look at the other files of the repository can say; the server does, once the file is committed.
 */
const aboutOtherFiles: ReadonlySet<string> = new Set(['unknown-pipeline', 'wrong-pipeline-kind'])

/** The faults of one file alone, errors first. */
export function faultsOf(
  file: ReadFile,
  catalog: ComponentCatalog,
  facts: ValidationFacts,
): readonly Fault[] {
  return validateFile(file, catalog, facts)
    .filter(({ rule }) => !aboutOtherFiles.has(rule))
    .toSorted((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error'))
}

/** How many faults each component has. */
export function countsOf(faults: readonly Fault[]): ReadonlyMap<string, FaultCount> {
  const counts = new Map<string, FaultCount>()
  for (const { component, severity } of faults) {
    if (component === undefined) continue
    const { errors, warnings } = counts.get(component) ?? { errors: 0, warnings: 0 }
    const isError = severity === 'error'
    counts.set(component, { errors: errors + Number(isError), warnings: warnings + Number(!isError) })
  }
  return counts
}
