import { componentCatalog } from '../components/catalog.ts'
import type { ValidateFiles } from '../features/artifacts/service.ts'
import { validateProject } from '../pipeline/validate.ts'

/** What validation says of a project's files, with every component known. */
export const validateFiles: ValidateFiles = (files, warehouse) =>
  validateProject(
    files.map(({ path, content }) => ({ path, text: content })),
    componentCatalog,
    { warehouse },
  )
