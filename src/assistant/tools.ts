import { authoringTools, reviewTools } from './authoring.ts'
import { componentTools } from './components.ts'
import { executionTools } from './executions.ts'
import { failureTools } from './failures.ts'
import { projectTools } from './projects.ts'
import { publishTools } from './publishing.ts'
import { repositoryTools } from './repository.ts'
import { runTools, waitTools } from './running.ts'
import type { Grants, Tool } from './tool.ts'
import { validationTools } from './validation.ts'

/** The tools that an assistant is offered; what was not granted is not there. */
export function toolsFor({ readOnly, publish }: Pick<Grants, 'readOnly' | 'publish'>): readonly Tool[] {
  const reading = [
    ...projectTools,
    ...repositoryTools,
    ...componentTools,
    ...validationTools,
    ...reviewTools,
    ...executionTools,
    ...failureTools,
    ...waitTools,
  ]
  if (readOnly) return reading
  return [...reading, ...authoringTools, ...runTools, ...(publish ? publishTools : [])]
}
