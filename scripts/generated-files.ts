import { readFile } from 'node:fs/promises'
import { fileSchemas } from '../src/components/file-schemas.ts'
import { openApiDocument } from '../src/roles/api/openapi-document.ts'
import { apiTypes } from './api-types.ts'
import { drawStates } from './draw-states.ts'
import { generatedSchema } from './generate-schema.ts'
import type { ApiDocument } from './python-client/api-document.ts'
import { pythonModels } from './python-client/models.ts'
import { pythonOperations } from './python-client/operations.ts'
import { webComponentTitles } from './web-component-titles.ts'
import { webStates } from './web-states.ts'
import { commandReference } from './write-command-reference.ts'
import { componentLists } from './write-component-lists.ts'
import { componentReference } from './write-component-reference.ts'
import { connectionReference } from './write-connection-reference.ts'
import { problemReference } from './write-problem-reference.ts'
import { reviewRulesPage } from './write-review-rules.ts'
import { settingsReference } from './write-settings-reference.ts'
import { transformationReference } from './write-transformation-reference.ts'

/** Every file that is generated from the code and committed, with its content: the only list of them. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const { schema, tables } = await generatedSchema()
  const document = await openApiDocument()
  const lists = [...(await componentLists())].map(([name, text]) => [`src/components/${name}`, text] as const)
  return {
    ...Object.fromEntries(lists),
    'clients/python/src/headrace_client/models.py': pythonModels(document as ApiDocument),
    'clients/python/src/headrace_client/operations.py': pythonOperations(document as ApiDocument),
    'db/schema.sql': schema,
    'docs/components.md': await componentReference(),
    'docs/pipelines/transformation-components.md': await transformationReference(),
    'docs/reference/commands.md': commandReference(),
    'docs/reference/connections.md': connectionReference(),
    'docs/reference/problems.md': problemReference(),
    'docs/reference/settings.md': settingsReference(),
    'docs/reference/review-rules.md': reviewRulesPage(),
    'docs/states.md': await drawStates(),
    ...Object.fromEntries(
      fileSchemas.map(({ name, make }) => [`openapi/schemas/${name}.json`, schemaText(make())]),
    ),
    'openapi/public-v1.json': `${JSON.stringify(document, null, 2)}\n`,
    'openapi/types.generated.ts': await apiTypes(document),
    'src/db/tables.generated.ts': tables,
    'web/api/component-titles.generated.ts': webComponentTitles(),
    'web/api/states.generated.ts': webStates(),
  }
}

const schemaText = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`

/** The paths of generated files that differ from what the code says now. */
export async function staleFiles(): Promise<string[]> {
  const files = Object.entries(await generatedFiles())
  const found = await Promise.all(files.map(([path]) => readFile(path, 'utf8').catch(() => undefined)))
  return files.filter(([, content], i) => content !== found[i]).map(([path]) => path)
}
