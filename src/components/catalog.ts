import type { ComponentCatalog } from '../pipeline/catalog.ts'
import { namedVariables } from './common/named-variables.ts'
import { readParameters } from './common/parameters.ts'
import type { ComponentProperties } from './component.ts'
import { and } from './orchestration/and/properties.ts'
import { apiExtract } from './orchestration/api-extract/properties.ts'
import { appendToGrid } from './orchestration/append-to-grid/properties.ts'
import { assertTable } from './orchestration/assert-table/properties.ts'
import { bashScript } from './orchestration/bash-script/properties.ts'
import { createTable } from './orchestration/create-table/properties.ts'
import { dataTransfer } from './orchestration/data-transfer-object/properties.ts'
import { deleteTables } from './orchestration/delete-tables/properties.ts'
import { endFailure } from './orchestration/end-failure/properties.ts'
import { endSuccess } from './orchestration/end-success/properties.ts'
import { fixedIterator } from './orchestration/fixed-iterator/properties.ts'
import { gridIterator } from './orchestration/grid-iterator/properties.ts'
import { ifDeclaration } from './orchestration/if/properties.ts'
import { loopIterator } from './orchestration/loop-iterator/properties.ts'
import { modularApiExtract } from './orchestration/modular-api-extract-input-v2/properties.ts'
import { or } from './orchestration/or/properties.ts'
import { printVariables } from './orchestration/print-variables/properties.ts'
import { pythonScript } from './orchestration/python-script/properties.ts'
import { queryToGrid } from './orchestration/query-to-grid/properties.ts'
import { queryToScalar } from './orchestration/query-to-scalar/properties.ts'
import { removeFromGrid } from './orchestration/remove-from-grid/properties.ts'
import { retry } from './orchestration/retry/properties.ts'
import { runOrchestration } from './orchestration/run-orchestration/properties.ts'
import { runTransformation } from './orchestration/run-transformation/properties.ts'
import { sendEmail } from './orchestration/send-email/properties.ts'
import { sqlExecutor } from './orchestration/sql-executor/properties.ts'
import { start } from './orchestration/start/properties.ts'
import { tableIterator } from './orchestration/table-iterator/properties.ts'
import { tableMetadataToGrid } from './orchestration/table-metadata-to-grid/properties.ts'
import { truncateTable } from './orchestration/truncate-table/properties.ts'
import { updateScalar } from './orchestration/update-scalar/properties.ts'
import { webhookPost } from './orchestration/webhook-post/properties.ts'
import { transformationDeclarations } from './transformation/declarations.ts'

/** Every component of orchestrations. What can run one stands in registry.ts, which only runners import. */
export const declarations: readonly ComponentProperties[] = [
  start,
  endSuccess,
  endFailure,
  and,
  or,
  ifDeclaration,
  retry,
  fixedIterator,
  loopIterator,
  gridIterator,
  tableIterator,
  runOrchestration,
  runTransformation,
  printVariables,
  updateScalar,
  appendToGrid,
  removeFromGrid,
  assertTable,
  bashScript,
  createTable,
  dataTransfer,
  deleteTables,
  pythonScript,
  queryToGrid,
  queryToScalar,
  sendEmail,
  sqlExecutor,
  tableMetadataToGrid,
  truncateTable,
  webhookPost,
  apiExtract,
  modularApiExtract,
]

const byType: ReadonlyMap<string, ComponentProperties> = new Map(
  [...declarations, ...transformationDeclarations].flatMap((one) =>
    one.types.map((type) => [type, one] as const),
  ),
)

const transformations: ReadonlySet<ComponentProperties> = new Set(transformationDeclarations)

/** The declaration of a type as files write it, current or older spelling; undefined when it is not known. */
export const findDeclaration = (type: string): ComponentProperties | undefined => byType.get(type)

/** What validation asks; parameter faults are those of the schema first, then those of the component. */
export const componentCatalog: ComponentCatalog = {
  parameterFaults: (component, facts) => {
    const declaration = byType.get(component.type)
    if (declaration === undefined) return undefined
    const { parameters, faults } = readParameters(declaration.properties, component.parameters)
    return [...faults, ...(declaration.validate?.(parameters, facts) ?? [])]
  },
  links: (type) => {
    const declaration = byType.get(type)
    return declaration && (declaration.links ?? { incoming: 'one', outgoing: 'many' })
  },
  kind: (type) => {
    const declaration = byType.get(type)
    if (declaration === undefined) return undefined
    return transformations.has(declaration) ? 'transformation' : 'orchestration'
  },
  namedVariables: ({ type, parameters }) => {
    const declaration = byType.get(type)
    return declaration === undefined ? [] : namedVariables(declaration, parameters)
  },
}
