import type { ComponentRun } from './component.ts'
import { andRun } from './orchestration/and/run.ts'
import { apiExtractRun } from './orchestration/api-extract/run.ts'
import { appendToGridRun } from './orchestration/append-to-grid/run.ts'
import { assertTableRun } from './orchestration/assert-table/run.ts'
import { bashScriptRun } from './orchestration/bash-script/run.ts'
import { createTableRun } from './orchestration/create-table/run.ts'
import { dataTransferRun } from './orchestration/data-transfer-object/run.ts'
import { deleteTablesRun } from './orchestration/delete-tables/run.ts'
import { endFailureRun } from './orchestration/end-failure/run.ts'
import { endSuccessRun } from './orchestration/end-success/run.ts'
import { fixedIteratorRun } from './orchestration/fixed-iterator/run.ts'
import { gridIteratorRun } from './orchestration/grid-iterator/run.ts'
import { loopIteratorRun } from './orchestration/loop-iterator/run.ts'
import { modularApiExtractRun } from './orchestration/modular-api-extract-input-v2/run.ts'
import { orRun } from './orchestration/or/run.ts'
import { printVariablesRun } from './orchestration/print-variables/run.ts'
import { pythonScriptRun } from './orchestration/python-script/run.ts'
import { queryToGridRun } from './orchestration/query-to-grid/run.ts'
import { queryToScalarRun } from './orchestration/query-to-scalar/run.ts'
import { removeFromGridRun } from './orchestration/remove-from-grid/run.ts'
import { sendEmailRun } from './orchestration/send-email/run.ts'
import { sqlExecutorRun } from './orchestration/sql-executor/run.ts'
import { startRun } from './orchestration/start/run.ts'
import { tableIteratorRun } from './orchestration/table-iterator/run.ts'
import { tableMetadataToGridRun } from './orchestration/table-metadata-to-grid/run.ts'
import { truncateTableRun } from './orchestration/truncate-table/run.ts'
import { updateScalarRun } from './orchestration/update-scalar/run.ts'
import { webhookPostRun } from './orchestration/webhook-post/run.ts'

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
