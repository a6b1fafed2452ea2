import { comparableWith, hasText } from './columns.ts'
import {
  figuresFor,
  inputOf,
  type Maker,
  namesOf,
  outputName,
  piece,
  spelled,
  totalOrder,
  twoInputs,
} from './making.ts'
import type { NamedTable } from './rows.ts'

const haveTexts = (inputs: readonly NamedTable[]) => inputs.every(({ columns }) => columns.every(hasText))

const except: Maker = (making) => {
  const inputs = twoInputs(making)
  if (inputs === undefined) return undefined
  const castTypes = haveTexts(inputs) && making.choices.rarely(2) ? 'Yes' : 'No'
  const primaryTable = making.choices.one(['', inputs[1].component])
  return piece('except', inputs, { castTypes, ...(primaryTable === '' ? {} : { primaryTable }) })
}

const intersect: Maker = (making) => {
  const inputs = twoInputs(making)
  if (inputs === undefined) return undefined
  const castTypes = haveTexts(inputs) && making.choices.rarely(2) ? 'Yes' : 'No'
  return piece('intersect', inputs, { castTypes })
}

const replicate: Maker = (making) => piece('replicate', [inputOf(making)], {})

/** At times of columns that do not go together, which is refused. */
const transposeColumns: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const outputs = [0, 1].slice(0, 1 + choices.below(2)).map(() => {
    const first = choices.one(input.columns)
    return choices.rarely(8) ? input.columns : input.columns.filter(comparableWith(first))
  })
  const columnToRowMapping = Array.from({ length: 1 + choices.below(3) }, (_, index) => [
    `it's row ${index}`,
    ...outputs.map((columns) => spelled(choices, choices.one(columns).name)),
  ])
  return piece('transpose-columns', [input], {
    ordinaryColumns: namesOf(choices.some(input.columns, 0, 2)),
    rowLabelName: outputName(choices, 0),
    outputColumns: outputs.map((_, index) => outputName(choices, index + 1)),
    columnToRowMapping,
  })
}

const BOUNDS = [
  ['unbounded preceding', 'current row'],
  ['unbounded preceding', 'unbounded following'],
  ['current row', 'unbounded following'],
  ['offset preceding', 'current row'],
  ['offset preceding', 'offset following'],
  ['current row', 'offset following'],
] as const

const IN_WINDOWS = ['Sum', 'Count', 'Average', 'Max', 'Min']

const windowCalculation: Maker = (making) => {
  const { choices } = making
  const input = inputOf(making)
  const functions = choices.some(input.columns, 1, 3).map((column, index) => {
    const figures = figuresFor(making, input, column).filter((word) => IN_WINDOWS.includes(word))
    const word = choices.one([...figures, 'First Value', 'Last Value'])
    return [word, spelled(choices, column.name), outputName(choices, index)]
  })
  const [lowerBound, upperBound] = choices.one(BOUNDS)
  return piece('window-calculation', [input], {
    includeInputColumns: choices.one(['Yes', 'No']),
    partitionData: namesOf(choices.some(input.columns, 0, 1)),
    orderingWithinPartitions: totalOrder(choices, input),
    lowerBound,
    lowerBoundOffset: String(choices.below(3)),
    upperBound,
    upperBoundOffset: String(choices.below(3)),
    functions,
  })
}

/** Components that compare whole rows, or look at several of a row's columns alike. */
export const setMakers: readonly Maker[] = [except, intersect, replicate, transposeColumns, windowCalculation]
