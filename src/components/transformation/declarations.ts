import type { ComponentProperties } from '../component.ts'
import { aggregate } from './aggregate/properties.ts'
import { calculator } from './calculator/properties.ts'
import { filter } from './filter/properties.ts'
import { join } from './join/properties.ts'
import { rename } from './rename/properties.ts'
import { rewriteTable } from './rewrite-table/properties.ts'
import { sql } from './sql/properties.ts'
import { tableInput } from './table-input/properties.ts'

/** Every component of transformations. What compiles one stands in compilers.ts, which only runners import. */
export const transformationDeclarations: readonly ComponentProperties[] = [
  tableInput,
  filter,
  join,
  calculator,
  rename,
  aggregate,
  sql,
  rewriteTable,
]
