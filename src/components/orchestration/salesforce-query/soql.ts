import { isLoopbackHost } from '../../../lib/addresses.ts'
import type { Parameters } from '../../../pipeline/model.ts'
import { textOf } from '../../common/blocks.ts'
import { isNegated, qualifierFaults } from '../../common/condition-words.ts'
import { wholeNumberFault } from '../../common/numbers.ts'

/** A field of an object as Salesforce describes it. */
export interface SalesforceField {
  readonly name: string
  readonly type: string
  readonly precision: number
  readonly scale: number
}

export interface BasicSelection {
  readonly object: string
  readonly columns: readonly string[]
  readonly filters: readonly (readonly string[])[]
  readonly combine: 'And' | 'Or'
  readonly limit: string
}

const objectName = /^[A-Za-z]\w*$/
const fieldName = /^[A-Za-z]\w*(\.[A-Za-z]\w*)*$/
const comparators: Readonly<Record<string, string>> = {
  'equal to': '=',
  'not equal to': '!=',
  'greater than': '>',
  'greater than or equal to': '>=',
  'less than': '<',
  'less than or equal to': '<=',
  like: 'LIKE',
  null: '=',
}

/**
 * What is wrong with the query, one sentence each. Expressions and grids are looked at when they have values.
 */
export function queryFaults(parameters: Parameters): readonly string[] {
  const { basicAdvancedMode, dataSource, dataSelection, dataSourceFilter, limit, instanceUrl } = parameters
  const faults: string[] = []
  const method = textOf(parameters['authenticationMethod'])
  if (method !== '' && !/^oauth$/i.test(method) && !method.includes('${'))
    faults.push(`Authentication Method ("authenticationMethod") is "${method}"; only OAuth is available`)
  faults.push(...instanceFaults(textOf(instanceUrl)))
  if (!/^(\d+\.0)?$/.test(textOf(parameters['apiVersion'])))
    faults.push('API Version ("apiVersion") must be one like 62.0')
  if (textOf(basicAdvancedMode) === 'Advanced') {
    const query = textOf(parameters['sqlQuery'])
    if (query === '') faults.push('Query ("sqlQuery") is missing')
    // Its number comes beside the records, of which there are none.
    if (/^\s*select\s+count\s*\(\s*\)\s+from\b/i.test(query))
      faults.push('Query ("sqlQuery") with count() finds no records: write count(Id)')
    return faults
  }
  const object = textOf(dataSource)
  if (object === '') faults.push('Data Source ("dataSource") is missing')
  else if (!object.includes('${') && !objectName.test(object))
    faults.push(`Data Source ("dataSource") is "${object}", which is not the name of an object`)
  for (const name of Array.isArray(dataSelection) ? dataSelection.map(textOf) : [])
    if (!name.includes('${') && !fieldName.test(name))
      faults.push(`Data Selection ("dataSelection") names "${name}", which is not the name of a field`)
  faults.push(...qualifierFaults(FILTER, dataSourceFilter))
  for (const row of Array.isArray(dataSourceFilter) ? dataSourceFilter : [])
    faults.push(...filterFaults((Array.isArray(row) ? row : []).map(textOf)))
  if (textOf(limit) !== '')
    faults.push(...wholeNumberFault('Limit ("limit")', textOf(limit), { least: 0, most: 2_000_000_000 }))
  return faults
}

function instanceFaults(address: string): readonly string[] {
  if (address === '' || address.includes('${')) return []
  const url = URL.parse(address)
  const isGood =
    url !== null &&
    // The token must not be sent unencrypted.
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))) &&
    url.username === ''
  return isGood ? [] : ['Instance ("instanceUrl") must be an address like https://acme.my.salesforce.com']
}

const FILTER = 'Data Source Filter ("dataSourceFilter")'

function filterFaults([column = '', , comparator = '']: readonly string[]): readonly string[] {
  if (`${column}${comparator}`.includes('${')) return []
  if (!fieldName.test(column)) return [`${FILTER} names "${column}", which is not the name of a field`]
  if (comparators[comparator.toLowerCase()] !== undefined) return []
  return [
    `${FILTER} has the comparator "${comparator}"; it must be one of: ${Object.keys(comparators).join(', ')}`,
  ]
}

/**
 * The SOQL of a selection; types of `fields` say how values are written. Answers why it cannot be made
 * otherwise.
 */
export function soqlOf(
  { object, columns, filters, combine, limit }: BasicSelection,
  fields: readonly SalesforceField[],
): { readonly soql: string } | { readonly fault: string } {
  const conditions: string[] = []
  for (const row of filters) {
    const condition = conditionOf(row, fields)
    if ('fault' in condition) return condition
    conditions.push(condition.soql)
  }
  const where =
    conditions.length === 0 ? '' : ` WHERE ${conditions.join(combine === 'Or' ? ' OR ' : ' AND ')}`
  return {
    soql: `SELECT ${columns.join(',')} FROM ${object}${where}${limit === '' ? '' : ` LIMIT ${limit}`}`,
  }
}

function conditionOf(
  [column = '', qualifier, comparator = '', value = '']: readonly string[],
  fields: readonly SalesforceField[],
): { readonly soql: string } | { readonly fault: string } {
  const word = comparator.trim().toLowerCase()
  const type = fields.find(({ name }) => name.toLowerCase() === column.toLowerCase())?.type ?? 'string'
  const literal = word === 'null' ? 'null' : literalOf(type, value.trim())
  if (literal === undefined)
    return { fault: `The filter of ${column} has the value "${value}", which does not fit its type, ${type}` }
  const condition = `${column} ${comparators[word]} ${literal}`
  return { soql: isNegated(qualifier) ? `(NOT ${condition})` : condition }
}

const numbers = new Set(['int', 'double', 'currency', 'percent', 'long'])

/**
 * A value as SOQL writes it: texts in quotes, everything else bare, so it must be exactly what it says it is.
 */
function literalOf(type: string, value: string): string | undefined {
  if (numbers.has(type)) return /^[+-]?\d+(\.\d+)?$/.test(value) ? value : undefined
  if (type === 'boolean') return /^(true|false)$/i.test(value) ? value.toLowerCase() : undefined
  if (type === 'date') return /^\d{4}-\d\d-\d\d/.exec(value)?.[0]
  if (type === 'datetime') return datetimeOf(value)
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
}

/** `2026-01-31 12:00:00` is UTC, as Salesforce's own moments are. */
function datetimeOf(value: string): string | undefined {
  const [, day, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? []
  return day === undefined ? undefined : `${day}T${time}${zone}`
}
