import type { ComponentCatalog } from '../pipeline/catalog.ts'
import { and } from './and/properties.ts'
import { apiExtract } from './api-extract/properties.ts'
import { appendToGrid } from './append-to-grid/properties.ts'
import { assertTable } from './assert-table/properties.ts'
import { bashScript } from './bash-script/properties.ts'
import { namedVariables } from './common/named-variables.ts'
import { readParameters } from './common/parameters.ts'
import type { ComponentProperties } from './component.ts'
import { createTable } from './create-table/properties.ts'
import { dataTransfer } from './data-transfer-object/properties.ts'
import { deleteTables } from './delete-tables/properties.ts'
import { endFailure } from './end-failure/properties.ts'
import { endSuccess } from './end-success/properties.ts'
import { fixedIterator } from './fixed-iterator/properties.ts'
import { gridIterator } from './grid-iterator/properties.ts'
import { ifDeclaration } from './if/properties.ts'
import { loopIterator } from './loop-iterator/properties.ts'
import { modularApiExtract } from './modular-api-extract-input-v2/properties.ts'
import { or } from './or/properties.ts'
import { printVariables } from './print-variables/properties.ts'
import { pythonScript } from './python-script/properties.ts'
import { queryToGrid } from './query-to-grid/properties.ts'
import { queryToScalar } from './query-to-scalar/properties.ts'
import { removeFromGrid } from './remove-from-grid/properties.ts'
import { retry } from './retry/properties.ts'
import { runOrchestration } from './run-orchestration/properties.ts'
import { runTransformation } from './run-transformation/properties.ts'
import { sendEmail } from './send-email/properties.ts'
import { sqlExecutor } from './sql-executor/properties.ts'
import { start } from './start/properties.ts'
import { tableIterator } from './table-iterator/properties.ts'
import { tableMetadataToGrid } from './table-metadata-to-grid/properties.ts'
import { transformationDeclarations } from './transformation/declarations.ts'
import { truncateTable } from './truncate-table/properties.ts'
import { updateScalar } from './update-scalar/properties.ts'
import { webhookPost } from './webhook-post/properties.ts'

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
