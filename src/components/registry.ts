import { andRun } from './and/run.ts'
import { apiExtractRun } from './api-extract/run.ts'
import { appendToGridRun } from './append-to-grid/run.ts'
import { assertTableRun } from './assert-table/run.ts'
import { bashScriptRun } from './bash-script/run.ts'
import type { ComponentRun } from './component.ts'
import { createTableRun } from './create-table/run.ts'
import { dataTransferRun } from './data-transfer-object/run.ts'
import { deleteTablesRun } from './delete-tables/run.ts'
import { endFailureRun } from './end-failure/run.ts'
import { endSuccessRun } from './end-success/run.ts'
import { fixedIteratorRun } from './fixed-iterator/run.ts'
import { gridIteratorRun } from './grid-iterator/run.ts'
import { loopIteratorRun } from './loop-iterator/run.ts'
import { modularApiExtractRun } from './modular-api-extract-input-v2/run.ts'
import { orRun } from './or/run.ts'
import { printVariablesRun } from './print-variables/run.ts'
import { pythonScriptRun } from './python-script/run.ts'
import { queryToGridRun } from './query-to-grid/run.ts'
import { queryToScalarRun } from './query-to-scalar/run.ts'
import { removeFromGridRun } from './remove-from-grid/run.ts'
import { sendEmailRun } from './send-email/run.ts'
import { sqlExecutorRun } from './sql-executor/run.ts'
import { startRun } from './start/run.ts'
import { tableIteratorRun } from './table-iterator/run.ts'
import { tableMetadataToGridRun } from './table-metadata-to-grid/run.ts'
import { truncateTableRun } from './truncate-table/run.ts'
import { updateScalarRun } from './update-scalar/run.ts'
import { webhookPostRun } from './webhook-post/run.ts'

/** `if`, `retry` and `run-*` are absent: the runner and the flow carry them out themselves. */
const runs: readonly ComponentRun[] = [
  startRun,
  endSuccessRun,
  endFailureRun,
  andRun,
  orRun,
  fixedIteratorRun,
  loopIteratorRun,
  gridIteratorRun,
  printVariablesRun,
  updateScalarRun,
  appendToGridRun,
  removeFromGridRun,
  assertTableRun,
  bashScriptRun,
  createTableRun,
  dataTransferRun,
  deleteTablesRun,
  pythonScriptRun,
  queryToGridRun,
  queryToScalarRun,
  sendEmailRun,
  sqlExecutorRun,
  tableMetadataToGridRun,
  truncateTableRun,
  tableIteratorRun,
  webhookPostRun,
  apiExtractRun,
  modularApiExtractRun,
]

const byType: ReadonlyMap<string, ComponentRun> = new Map(
  runs.flatMap((one) => one.declaration.types.map((type) => [type, one] as const)),
)

/** What runs a component of this type; undefined when no component here does. */
export const findRun = (type: string): ComponentRun | undefined => byType.get(type)
