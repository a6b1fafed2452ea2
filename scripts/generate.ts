import { mkdir, writeFile } from 'node:fs/promises'
import { openApiDocument } from '../src/roles/api/openapi-document.ts'
import { drawStates } from './draw-states.ts'
import { generateSchema } from './generate-schema.ts'
import { readmeWithSettings } from './readme-settings.ts'
import { webStates } from './web-states.ts'
import { webTypes } from './web-types.ts'
import { componentReference } from './write-component-reference.ts'
import { transformationReference } from './write-transformation-reference.ts'

/** Writes what is generated from the code and committed: the API, the database and the lives on one page each. */
await generateSchema()
await mkdir('openapi', { recursive: true })
const document = await openApiDocument()
await writeFile('openapi/public-v1.json', `${JSON.stringify(document, null, 2)}\n`)
await writeFile('web/api/generated.ts', await webTypes(document))
await writeFile('web/api/states.generated.ts', webStates())
await writeFile('docs/states.md', await drawStates())
await writeFile('docs/components.md', await componentReference())
await mkdir('docs/pipelines', { recursive: true })
await writeFile('docs/pipelines/transformation-components.md', await transformationReference())
await writeFile('README.md', await readmeWithSettings())
