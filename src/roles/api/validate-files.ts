import { componentCatalog } from '../../components/catalog.ts'
import type { ValidateFiles } from '../../features/artifacts/service.ts'
import { type Analyses, createAnalyses, versionKey } from '../../features/pipelines/service.ts'
import { createValidator } from '../../pipeline/validator.ts'

/** What one process needs to say what validation says of pipelines, with every component known. */
export interface Validation {
  readonly validateFiles: ValidateFiles
  /** Knows every version that was published with `validateFiles` without validating it once more. */
  readonly analyses: Analyses
}

/** All that validates in a process shares one turn: make it once. */
export function createValidation(): Validation {
  const validate = createValidator(componentCatalog)
  const analyses = createAnalyses(validate)
  const validateFiles: ValidateFiles = async (files, warehouse, artifactId) => {
    const texts = files.map(({ path, content }) => ({ path, text: content }))
    const validation = await validate(async () => texts, warehouse)
    if (artifactId !== undefined) analyses.remember({ key: versionKey(artifactId), warehouse }, validation)
    return validation.faults
  }
  return { validateFiles, analyses }
}
