import Type, { type Static } from 'typebox'
import { blocks, choice, code, list, shownWhen, text } from '../properties.ts'

/** What a gate can check, as files name it. */
export const GATE_TYPES = [
  'Row Count',
  'Not Null',
  'Unique',
  'Accepted Values',
  'References',
  'Freshness',
  'Custom SQL',
  'Deviation',
] as const
export type GateType = (typeof GATE_TYPES)[number]

/** Gates that find rows; all others judge one number or moment of the table. */
export const ROW_GATES: readonly string[] = [
  'Not Null',
  'Unique',
  'Accepted Values',
  'References',
  'Custom SQL',
] satisfies readonly GateType[]

const COUNTING: readonly string[] = ['Row Count', 'Deviation'] satisfies readonly GateType[]
const OF_COLUMNS: readonly string[] = ['Not Null', 'Unique', 'Accepted Values', 'References']

const properties = {
  type: choice('Type', GATE_TYPES),
  name: Type.Optional(text('Name', 'Shown with its result; what it checks by default')),
  onFailure: Type.Optional(choice('On Failure', ['Stop', 'Warn'])),
  ...shownWhen({ type: OF_COLUMNS }, { columns: Type.Optional(list('Columns')) }),
  ...shownWhen({ type: ['Accepted Values'] }, { values: Type.Optional(list('Values')) }),
  ...shownWhen(
    { type: ['References'] },
    {
      referencedTable: Type.Optional(text('Referenced Table', 'table or schema.table')),
      referencedColumns: Type.Optional(list('Referenced Columns')),
    },
  ),
  ...shownWhen(
    { type: COUNTING },
    { measure: Type.Optional(choice('Measure', ['Rows in Table', 'Rows Written'])) },
  ),
  ...shownWhen(
    { type: ['Row Count'] },
    { minimum: Type.Optional(text('Minimum')), maximum: Type.Optional(text('Maximum')) },
  ),
  ...shownWhen(
    { type: ['Freshness'] },
    {
      column: Type.Optional(text('Column', 'A date or timestamp, in UTC')),
      maximumAge: Type.Optional(text('Maximum Age')),
      ageUnit: Type.Optional(choice('Unit of Age', ['Minutes', 'Hours', 'Days'])),
    },
  ),
  ...shownWhen(
    { type: ['Custom SQL'] },
    {
      query: Type.Optional(
        code('Query', 'sql', 'A query whose rows fail the gate; $T{table} is the table that is checked'),
      ),
    },
  ),
  ...shownWhen(
    { type: ['Deviation'] },
    {
      tolerance: Type.Optional(text('Tolerance', 'Width of the expected band in deviations; 4 by default')),
      minimumRuns: Type.Optional(
        text('Minimum Runs', 'Passes until this many runs are known; 10 by default'),
      ),
      compareWith: Type.Optional(choice('Compare With', ['All Runs', 'Same Weekday'])),
    },
  ),
  ...shownWhen(
    { type: ROW_GATES },
    {
      allowedFailures: Type.Optional(text('Allowed Failures', 'Rows that may fail; 0 by default')),
      failedRowsTable: Type.Optional(
        text('Failed Rows Table', 'Replaced with the rows that failed; none are kept by default'),
      ),
      failedRowsLimit: Type.Optional(text('Failed Rows Limit', '1000 by default')),
    },
  ),
}

/** What is checked before rows are published: a parameter of every component that writes a table. */
export const gateProperties = {
  gates: Type.Optional(blocks('Gates', properties, 'Checked before the written rows become visible')),
}

const gateSchema = Type.Object(properties)
/** A gate as files state it. */
export type Gate = Static<typeof gateSchema>

export const gateKeys: readonly string[] = Object.keys(properties)
