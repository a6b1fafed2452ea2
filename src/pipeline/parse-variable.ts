import { losesDigits } from '../lib/plain-number.ts'
import type { Grid, ParameterValue, Value, VariableDeclaration, VariableType } from './model.ts'
import { type FaultList, isList, isMapping, namesOf, textOrJson } from './parse-shapes.ts'
import type { YamlFile } from './parse-yaml.ts'

/**
 * Reads one entry of `pipeline.variables`. Nothing is refused: a variable with faults is kept with what
 * could be read (TEXT, COPIED and PUBLIC when the file does not say), so that the rest of the file can be
 * checked against it.
 */
export function parseVariable(
  file: YamlFile,
  name: string,
  block: ParameterValue,
  line: number,
  faults: FaultList,
): VariableDeclaration {
  const complain = (message: string, hint: string) =>
    faults.error(line, 'invalid-variable', `The variable "${name}" ${message}`, { hint })
  const fault = variableNameFault(name)
  if (fault) faults.error(line, 'invalid-variable-name', fault, { hint: 'Rename it, and every use of it' })
  if (!isMapping(block)) complain('has no block', 'Add metadata and a defaultValue')

  const metadata = isMapping(block) && isMapping(block['metadata']) ? block['metadata'] : {}
  const choose = <T extends string>(key: string, choices: readonly [T, ...T[]]): T => {
    const text = textOrJson(metadata[key]).toUpperCase()
    const choice = choices.find((one) => one === text)
    if (!choice && text !== '') complain(`has the ${key} "${text}"`, `Choose one of ${choices.join(', ')}`)
    return choice ?? choices[0]
  }
  const type = choose<VariableType>('type', ['TEXT', 'NUMBER', 'GRID'])
  const stated = metadata['columns']
  const columns = type === 'GRID' ? (isMapping(stated) ? file.keysOf(stated) : namesOf(stated)) : []
  if (type === 'GRID' && columns.length === 0)
    complain('is a grid without columns', 'List its columns in metadata')
  return {
    name,
    type,
    scope: choose('scope', ['COPIED', 'SHARED']),
    visibility: choose('visibility', ['PUBLIC', 'PRIVATE']),
    description: textOrJson(metadata['description']),
    columns,
    defaultValue: defaultOf(type, columns, isMapping(block) ? block['defaultValue'] : null, complain),
  }
}

type Complain = (message: string, hint: string) => void

function defaultOf(
  type: VariableType,
  columns: readonly string[],
  stated: ParameterValue | undefined,
  complain: Complain,
): Value {
  if (type === 'GRID') return gridOf(columns, stated, complain)
  if (isList(stated) || isMapping(stated)) {
    complain(`is ${type} but its default is not a single value`, 'Write one value, or make it a GRID')
    return type === 'NUMBER' ? 0 : ''
  }
  return type === 'NUMBER' ? numberOf(textOrJson(stated), complain) : textOrJson(stated)
}

function numberOf(text: string, complain: Complain): number {
  const value = Number(text) // of the empty text and of blanks: 0
  if (losesDigits(text))
    complain(`is a NUMBER, which cannot keep its default ${text} exactly`, 'Make it TEXT')
  if (Number.isFinite(value)) return value
  complain(`is a NUMBER but its default is "${text}"`, 'Write a number such as "0" or "1.5"')
  return 0
}

/** Rows in the order of the columns; a short row is filled up with empty cells. */
function gridOf(columns: readonly string[], stated: ParameterValue | undefined, complain: Complain): Grid {
  if (stated === undefined || stated === null || stated === '') return []
  const rows = isList(stated) ? stated : undefined
  const hint = `Write a list of rows, each a list of ${columns.length} values`
  if (!rows?.every(isList)) {
    complain('is a GRID but its default is not a list of rows', hint)
    return []
  }
  const long = rows.findIndex((row) => row.length > columns.length)
  if (long >= 0) complain(`has more values than columns in row ${long + 1} of its default`, hint)
  return rows.map((row) => columns.map((_, index) => textOrJson(row[index])))
}

const reservedWords = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export ' +
    'extends false finally for function if implements import in instanceof interface let new ' +
    'null package private protected public return static super switch this throw true try ' +
    'typeof undefined var void while with yield sysvar'
  ).split(' '),
)

/** Why `name` cannot be a variable, or undefined when it can: it has to work as a name in expressions. */
export function variableNameFault(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return `The variable name "${name}" may contain only letters, digits and underscores, and must not begin with a digit`
  }
  return reservedWords.has(name) ? `The variable name "${name}" is a reserved word` : undefined
}
