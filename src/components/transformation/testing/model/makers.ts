import type { Piece } from '../run.ts'
import type { Column } from './cells.ts'
import type { Choices } from './choices.ts'
import { comparableWith, hasText, isExact, isNumeric, NAMES, TEXTS } from './columns.ts'
import { COMPARATORS } from './conditions.ts'
import { calculation, joinCondition } from './expressions.ts'
import {
  figuresFor,
  inputOf,
  type Maker,
  type Making,
  namesOf,
  outputName,
  piece,
  spelled,
  totalOrder,
  twoInputs,
  yesNo,
} from './making.ts'
import type { NamedTable } from './rows.ts'
import { setMakers } from './set-makers.ts'

const FIXED_TYPES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['INTEGER', '', '', ['1', '-7', '']],
  ['VARCHAR', '12', '', TEXTS],
  ['NUMBER', '', '', ['1.5', '2', '0.125', '']],
  ['NUMBER', '9', '2', ['1.5', '2.345', '1e1', '']],
  ['FLOAT', '', '', ['0.5', '3', '']],
  ['BOOLEAN', '', '', ['off', 'Yes', 'true', '']],
  ['DATE', '', '', ['2024-01-31', '']],
  ['TIMESTAMP', '', '', ['2024-01-31 12:30:00', '2024-02-29', '']],
]

/** Components that read tables, or make rows. */
export const sourceMakers: readonly ((making: Making) => Piece)[] = [
  ({ tables }) => piece('table-input', [], { targetTable: tables[0]!.name }),
  ({ tables }) => piece('table-input', [], { targetTable: tables[0]!.name }),
  ({ choices, tables }) => {
    const columns = choices.some(tables[0]!.columns, 1, 3)
    const columnNames = columns.map(({ name }) =>
      choices.rarely() && /^[a-z]+$/.test(name) ? name.toUpperCase() : name,
    )
    return piece('table-input', [], { targetTable: tables[0]!.name, columnNames })
  },
  ({ choices }) => {
    const types = [0, 1, 2].slice(0, 1 + choices.below(3)).map(() => choices.one(FIXED_TYPES))
    const names = choices.some(NAMES, types.length, types.length)
    const columns = types.map(([type, size, precision], index) => [names[index]!, type, size, precision])
    const values = Array.from({ length: choices.below(5) }, () =>
      types.map(([, , , cells]) => choices.one(cells)),
    )
    return piece('fixed-flow', [], { columns, values })
  },
  ({ choices }) =>
    piece('generate-sequence', [], {
      startValue: String(choices.below(5) - 2),
      incrementValue: choices.one(['1', '2', '-1']),
      endValue: String(choices.below(7) - 3),
      outputColumn: choices.one(NAMES),
    }),
]

function valueFor(choices: Choices, { columns }: NamedTable, column: Column): string {
  const others = columns.filter((one) => one !== column && comparableWith(column)(one))
  if (others.length > 0 && choices.rarely(3)) return choices.one(others).name
  if (isNumeric(column)) return choices.one(['0', '1', '2.5', '-0.5', '2.4', '7', '3000000000', '1e1'])
  if (column.kind === 'boolean') return choices.one(['true', 'false', 'yes'])
  if (column.kind === 'text') return choices.one(TEXTS)
  return choices.one(['2024-01-31', '2024-01-31 12:30:00', '2024-02-29'])
}

function condition(choices: Choices, input: NamedTable): readonly string[] {
  const column = choices.one(input.columns)
  const is = choices.one(['Is', 'Not'])
  const name = spelled(choices, column.name)
  if (choices.rarely()) return [name, is, choices.one(['Null', 'Blank', 'Null or blank']), '']
  if (column.kind === 'text' && choices.rarely(3)) {
    return [name, is, choices.one(['Like', 'ILike']), choices.one(['%\\%', 'a%', '_', 'Ä'])]
  }
  if (choices.rarely() && isExact(column)) return [name, is, 'In', '1, 2.5,-1']
  if (choices.rarely() && column.kind === 'text') return [name, is, 'In', 'a, 10 ,Ä']
  return [name, is, choices.one(COMPARATORS), valueFor(choices, input, column)]
}

const filter: Maker = (making) => {
  const input = inputOf(making)
  const filterConditions = Array.from({ length: 1 + making.choices.below(3) }, () =>
    condition(making.choices, input),
  )
  return piece('filter', [input], { filterConditions, combineCondition: making.choices.one(['And', 'Or']) })
}

const mapValues: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const valueMap = Array.from({ length: 1 + choices.below(2) }, () => [
    ...condition(choices, input),
    choices.one(TEXTS),
  ])
  const other = choices.rarely() ? {} : { other: choices.one(TEXTS) }
  return piece('map-values', [input], { valueMap, columnName: outputName(choices, 1), ...other })
}

const distinct: Maker = (making) => {
  const input = inputOf(making)
  const columns = namesOf(making.choices.some(input.columns, 0, 2)).map((name) =>
    spelled(making.choices, name),
  )
  return piece('distinct', [input], { columns })
}

const rename: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const columnMapping = choices
    .some(input.columns, 1, 3)
    .map(({ name }, index) => [name, outputName(choices, index)])
  return piece('rename', [input], { columnMapping, includeInputColumns: yesNo(choices) })
}

const calculator: Maker = (making) => {
  const { choices, say } = making
  const input = inputOf(making)
  const known = [...input.columns]
  const calculations = Array.from({ length: 1 + choices.below(3) }, (_, index) => {
    const expression = calculation(choices, known)
    const name = outputName(choices, index)
    // The name of an input column always means the input's.
    const isNew = input.columns.every((column) => column.name.toLowerCase() !== name.toLowerCase())
    if (isNew)
      known.push({ name, kind: expression.kind, places: expression.places, unsized: expression.unsized })
    return [say(expression), name]
  })
  return piece('calculator', [input], { calculations, includeInputColumns: choices.one(['Yes', 'No']) })
}

/** Types that values of a kind can be converted to. */
export const CONVERSIONS: Readonly<Record<Column['kind'], readonly string[]>> = {
  integer: ['VARCHAR,,', 'BOOLEAN,,', 'NUMBER,9,2', 'NUMBER,,', 'FLOAT,,', 'INTEGER,,', 'VARCHAR,2,'],
  decimal: ['VARCHAR,,', 'INTEGER,,', 'NUMBER,9,1', 'NUMBER,,', 'FLOAT,,', 'BOOLEAN,,', 'BIGINT,,'],
  float: ['INTEGER,,', 'VARCHAR,,', 'NUMBER,9,2', 'BIGINT,,', 'BOOLEAN,,', 'NUMBER,,'],
  text: ['VARCHAR,20,', 'VARCHAR,1,', 'INTEGER,,', 'NUMBER,9,2', 'BOOLEAN,,', 'FLOAT,,'],
  boolean: ['VARCHAR,,', 'INTEGER,,', 'NUMBER,9,2', 'FLOAT,,'],
  day: ['TIMESTAMP,,', 'VARCHAR,,'],
  moment: ['DATE,,', 'VARCHAR,,', 'VARCHAR,10,'],
}

const convertType: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const conversions = choices.some(input.columns, 1, 2).map((column) => {
    const isOpen = column.kind === 'text' && !making.isLast // what is no number may be refused without a row
    const targets = CONVERSIONS[column.kind].filter((one) =>
      one.startsWith('VARCHAR') ? hasText(column) : !isOpen,
    )
    return [spelled(choices, column.name), ...choices.one(targets).split(',')]
  })
  return piece('convert-type', [input], { conversions })
}

const splitField: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const columns = input.columns.filter(hasText)
  if (columns.length === 0) return undefined
  const outputColumns = [0, 1].map((index) => [String(choices.below(3)), outputName(choices, index)])
  return piece('split-field', [input], {
    inputColumn: choices.one(columns).name,
    delimiter: choices.one([',', '.', 'a', '-', '\\']),
    outputColumns,
    includeInputColumn: yesNo(choices),
  })
}

const aggregate: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const aggregations = choices
    .some(input.columns, 1, 3)
    .map((column) => [spelled(choices, column.name), choices.one(figuresFor(making, input, column))])
  const groupings = namesOf(choices.some(input.columns, 0, 2))
  const groupingType = choices.one(['Group By', 'Group By', 'Rollup', 'Cube'])
  return piece('aggregate', [input], { groupings, aggregations, groupingType })
}

const pivot: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const by = choices.one(input.columns)
  const values = input.columns.filter((column) => column !== by)
  if (values.length === 0 || !(isNumeric(by) || by.kind === 'text')) return undefined
  const value = choices.one(values)
  const pool = by.kind === 'text' ? TEXTS.filter((text) => text !== '') : ['0', '1', '2.5', '2.4', '7']
  return piece('pivot', [input], {
    aggregateFunction: choices.one(figuresFor(making, input, value)),
    pivotColumn: by.name,
    valueColumn: value.name,
    pivotValues: choices.some(pool, 1, 3),
  })
}

const unpivot: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const first = choices.one(input.columns)
  const columnsToNarrow = namesOf(choices.some(input.columns.filter(comparableWith(first)), 1, 3))
  return piece('unpivot', [input], {
    columnsToNarrow,
    outputNamesColumnName: outputName(choices, 1),
    outputValuesColumnName: outputName(choices, 2),
  })
}

const firstLast: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const groups = choices.some(input.columns, 0, 2)
  const others = input.columns.filter((column) => !groups.includes(column))
  if (others.length === 0) return undefined
  return piece('first-last', [input], {
    groupingColumns: namesOf(groups),
    orderingInPartitions: totalOrder(choices, input),
    firstLastColumns: choices.some(others, 1, 2).map(({ name }) => [name, choices.one(['First', 'Last'])]),
    ignoreNulls: yesNo(choices),
  })
}

const rank: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const words = choices.some(['Row Number', 'Rank', 'Dense Rank', 'Percent Rank', 'Cume Dist'], 1, 3)
  const total = totalOrder(choices, input)
  return piece('rank', [input], {
    includeInputColumns: choices.one(['Yes', 'No']),
    partitionData: namesOf(choices.some(input.columns, 0, 1)),
    orderingWithinPartitions: words.includes('Row Number') ? total : total.slice(0, 1),
    functions: words.map((word, index) => [word, outputName(choices, index)]),
  })
}

const leadLag: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const functions = choices
    .some(input.columns, 1, 2)
    .map(({ name }, index) => [
      choices.one(['Lead', 'Lag']),
      name,
      String(choices.below(3)),
      outputName(choices, index),
    ])
  return piece('lead-lag', [input], {
    includeInputColumns: choices.one(['Yes', 'No']),
    partitionData: namesOf(choices.some(input.columns, 0, 1)),
    orderingsWithinPartitions: totalOrder(choices, input),
    functions,
    ignoreNulls: yesNo(choices),
  })
}

const unite: Maker = (making) => {
  const { choices } = making
  const inputs = twoInputs(making)
  if (inputs === undefined) return undefined
  const isText = inputs.every(({ columns }) => columns.every(hasText)) && choices.rarely(2)
  return piece('unite', inputs, {
    method: choices.one(['All Columns', 'Common Columns']),
    castTypes: isText ? 'Yes' : 'No',
    addSourceComponentColumn: yesNo(choices),
    removeDuplicates: yesNo(choices),
  })
}

const join: Maker = (making) => {
  const { choices, nodes, say } = making
  const [main, ...others] = choices.some(nodes.toReversed(), 2, 3)
  if (main === undefined || others.length === 0) return undefined
  const aliases = ['m', 'J 1', "k'2"]
  const left = main.columns.map((column) => ({ alias: 'm', column }))
  const [joins, joinExpressions]: [string[][], string[][]] = [[], []]
  for (const [index, { component, columns }] of others.entries()) {
    const alias = aliases[index + 1]!
    const on = joinCondition(choices, left, alias, columns)
    const kind = on === undefined ? 'Cross' : choices.one(['Inner', 'Left', 'Right', 'Full', 'Cross'])
    joins.push([component, alias, kind])
    joinExpressions.push([kind === 'Cross' ? '' : say(on!), `m_${kind}_${alias}`])
    left.push(...columns.map((column) => ({ alias, column })))
  }
  const columnMappings = choices
    .some(left, 0, 4)
    .map(({ alias, column }, index) => [`${alias}.${column.name}`, outputName(choices, index)])
  const parameters = {
    mainTable: main.component,
    mainTableAlias: 'm',
    joins,
    joinExpressions,
    columnMappings,
  }
  return piece('join', [main, ...others], parameters)
}

const detectChanges: Maker = (making) => {
  const { choices } = making
  const inputs = twoInputs(making)
  if (inputs === undefined) return undefined
  const [master, second] = inputs
  const shared = master.columns.filter((column) =>
    second.columns.some(
      (one) => one.name === column.name && (one.kind === column.kind || (isExact(one) && isExact(column))),
    ),
  )
  const [key, ...compared] = choices.some(shared, 1, 3)
  if (key === undefined || compared.length === 0) return undefined
  return piece('detect-changes', inputs, {
    masterTable: master.component,
    matchKeys: [key.name],
    compareColumns: namesOf(compared),
    indicatorColumn: 'change',
  })
}

/** The simplest first: a counterexample shrinks towards it. */
export const makers: readonly Maker[] = [
  ...[distinct, filter, rename, calculator, aggregate, join, unite, convertType, mapValues, splitField],
  ...[pivot, unpivot, rank, leadLag, firstLast, detectChanges],
  ...setMakers,
]
