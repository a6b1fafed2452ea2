import type { ComponentProperties } from '../component.ts'
import { aggregate } from './aggregate/properties.ts'
import { calculator } from './calculator/properties.ts'
import { convertType } from './convert-type/properties.ts'
import { createView } from './create-view/properties.ts'
import { detectChanges } from './detect-changes/properties.ts'
import { distinct } from './distinct/properties.ts'
import { filter } from './filter/properties.ts'
import { firstLast } from './first-last/properties.ts'
import { fixedFlow } from './fixed-flow/properties.ts'
import { generateSequence } from './generate-sequence/properties.ts'
import { join } from './join/properties.ts'
import { leadLag } from './lead-lag/properties.ts'
import { mapValues } from './map-values/properties.ts'
import { multiTableInput } from './multi-table-input/properties.ts'
import { pivot } from './pivot/properties.ts'
import { rank } from './rank/properties.ts'
import { rename } from './rename/properties.ts'
import { rewriteTable } from './rewrite-table/properties.ts'
import { splitField } from './split-field/properties.ts'
import { sql } from './sql/properties.ts'
import { tableInput } from './table-input/properties.ts'
import { tableOutput } from './table-output/properties.ts'
import { tableUpdate } from './table-update/properties.ts'
import { unite } from './unite/properties.ts'
import { unpivot } from './unpivot/properties.ts'

/**
 * Every component of transformations. What compiles one stands in compilers.ts, which only runners import.
 */
export const transformationDeclarations: readonly ComponentProperties[] = [
  tableInput,
  multiTableInput,
  fixedFlow,
  generateSequence,
  filter,
  join,
  calculator,
  rename,
  aggregate,
  rank,
  leadLag,
  firstLast,
  unite,
  distinct,
  convertType,
  mapValues,
  splitField,
  pivot,
  unpivot,
  sql,
  detectChanges,
  rewriteTable,
  tableOutput,
  tableUpdate,
  createView,
]
