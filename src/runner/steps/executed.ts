import { findRun } from '../../components/registry.ts'
import type { ResolvedConnection } from '../../connections/resolve.ts'
import { createMasking, type Masking } from '../../lib/masking.ts'
import type { Scope } from '../../pipeline/expressions/expressions.ts'
import type { Visit } from '../../pipeline/flow-events.ts'
import type { Component, Parameters, ParameterValue } from '../../pipeline/model.ts'
import { isSecretName } from '../../pipeline/secret-names.ts'
import type { WireExecuted } from '../../protocol/step-outcome.ts'
import type { SourceConnection, SourceDatabase } from '../../warehouses/source-database.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { dynamicParameters } from './resolved-parameters.ts'

/** What one step was executed with: gathered while it runs, and reported with its end. */
export interface ExecutedRecord {
  /** The parameters with `${…}` and `fromGrid` replaced. */
  parameters(resolved: Parameters): void
  /** A verbatim parameter that the component resolved itself. */
  resolved(template: string, text: string): void
  statement(sql: string): void
  /** A statement that another database executed, which is `statement` too. */
  sourceStatement(connection: SourceConnection, sql: string): void
  /** A connection of the project that the step used. */
  connection(resolved: ResolvedConnection): void
  /** What the step used, to know what it read and wrote. */
  used(): UsedPlaces
  hasStatements(): boolean
  /**
   * Secrets masked, long texts cut; undefined when nothing differs from the file and no statement was
   * executed.
   */
  report(): WireExecuted | undefined
}

/** How much of an execution's steps is kept beside their outcomes; what was kept is taken off. */
export interface ExecutedBudget {
  characters: number
}

const MAX_EXECUTION_CHARACTERS = 16_000_000
const MAX_STEP_CHARACTERS = 256_000
const MAX_VALUE_CHARACTERS = 64_000
const MAX_STATEMENTS = 50
const MAX_SOURCE_STATEMENTS = 5
/** A secret that is cut in two is not found: what is masked is longer than what is kept by this. */
const MARGIN_CHARACTERS = 64_000

export const createExecutedBudget = (): ExecutedBudget => ({ characters: MAX_EXECUTION_CHARACTERS })

interface RecordContext {
  readonly masking: Masking
  readonly executedBudget: ExecutedBudget
}

interface RecordedVisit {
  readonly visit: Visit
  readonly scope: Scope
}

interface Statement {
  readonly text: string
  readonly characters: number
}

/** Where a step was, beside the environment's database. */
export interface UsedPlaces {
  readonly parameters: Parameters
  readonly source: SourceConnection | undefined
  /** Statements that the source executed, secrets masked; at most some. */
  readonly sourceStatements: readonly string[]
  readonly connections: ReadonlyMap<string, ResolvedConnection>
}

export const createExecutedRecord = (context: RecordContext, step: RecordedVisit): ExecutedRecord =>
  new RecordOfStep(context, step)

/** A class, because one is made for each step; and what most steps have none of is made when it is needed. */
class RecordOfStep implements ExecutedRecord {
  readonly #context: RecordContext
  readonly #step: RecordedVisit
  #parameters: Parameters = {}
  /** What verbatim parameters became, by what the file has. */
  #texts: Map<string, string> | undefined
  #statements: Statement[] | undefined
  #moreStatements = 0
  #source: SourceConnection | undefined
  #sourceStatements: string[] | undefined
  #connections: Map<string, ResolvedConnection> | undefined

  constructor(context: RecordContext, step: RecordedVisit) {
    this.#context = context
    this.#step = step
  }

  parameters(resolved: Parameters): void {
    this.#parameters = resolved
  }

  resolved(template: string, text: string): void {
    if (text === template) return
    this.#texts ??= new Map()
    this.#texts.set(template, text)
  }

  statement(sql: string): void {
    this.#statements ??= []
    if (this.#statements.length >= MAX_STATEMENTS) this.#moreStatements++
    else
      this.#statements.push({
        text: sql.slice(0, MAX_VALUE_CHARACTERS + MARGIN_CHARACTERS),
        characters: sql.length,
      })
  }

  sourceStatement(connection: SourceConnection, sql: string): void {
    this.#source = connection
    this.#sourceStatements ??= []
    if (this.#sourceStatements.length < MAX_SOURCE_STATEMENTS && sql.length <= MAX_VALUE_CHARACTERS)
      this.#sourceStatements.push(this.#context.masking.mask(sql))
  }

  connection(resolved: ResolvedConnection): void {
    this.#connections ??= new Map()
    this.#connections.set(resolved.name, resolved)
  }

  used(): UsedPlaces {
    return {
      parameters: this.#parameters,
      source: this.#source,
      sourceStatements: this.#sourceStatements ?? [],
      connections: this.#connections ?? new Map(),
    }
  }

  hasStatements(): boolean {
    return this.#statements !== undefined
  }

  report(): WireExecuted | undefined {
    const { component } = this.#step.visit
    const values = [
      ...dynamicParameters(component).flatMap((name) => {
        const value = this.#parameters[name]
        return value === undefined ? [] : [{ name, value }]
      }),
      ...this.#changedTexts(component),
    ]
    if (values.length === 0 && this.#statements === undefined) return undefined
    const cut = cutter(this.#context, maskOf(this.#context, this.#step))
    const shown = values.map(({ name, value }) => ({ name, ...cut.value(name, value) }))
    const executed = this.#statements?.map(({ text, characters }) => cut.text(text, characters))
    return {
      ...(shown.length > 0 && { parameters: shown }),
      ...(executed !== undefined && { statements: executed }),
      ...(this.#moreStatements > 0 && { moreStatements: this.#moreStatements }),
    }
  }

  #changedTexts(component: Component) {
    const texts = this.#texts
    if (texts === undefined) return []
    return verbatimParameters(component).flatMap(({ name, text }) => {
      const value = texts.get(text)
      return value === undefined ? [] : [{ name, value }]
    })
  }
}

/**
 * The same database; what a step has it execute is recorded. Statements that carry rows are not: rows stay
 * where they are.
 */
export function recordingWarehouse(warehouse: Warehouse, record: ExecutedRecord): Warehouse {
  const carryingRows = new Set<string>()
  return {
    ...warehouse,
    insertJsonSql: (table, columns, elements) => {
      const sql = warehouse.insertJsonSql(table, columns, elements)
      carryingRows.add(sql)
      return sql
    },
    execute: (sql, options) => {
      if (!carryingRows.delete(sql)) record.statement(sql)
      return warehouse.execute(sql, options)
    },
    query: (sql, options) => {
      record.statement(sql)
      return warehouse.query(sql, options)
    },
  }
}

export const recordingSource = (
  source: SourceDatabase,
  connection: SourceConnection,
  record: ExecutedRecord,
): SourceDatabase => ({
  ...source,
  read: (query) => {
    record.statement(query)
    record.sourceStatement(connection, query)
    return source.read(query)
  },
})

const verbatimParameters = ({ type, parameters }: Component) =>
  (findRun(type)?.declaration.verbatim ?? []).flatMap((name) => {
    const text = parameters[name]
    return typeof text === 'string' ? [{ name, text }] : []
  })

/**
 * Masks the secrets that the execution has looked up, and the values of variables that are named like one.
 */
function maskOf({ masking }: RecordContext, { scope: { variables } }: RecordedVisit) {
  const named = createMasking()
  for (const name of variables.names()) {
    if (!isSecretName(name)) continue
    const value = variables.get(name) ?? ''
    for (const text of typeof value === 'object' ? value.flat() : [String(value)]) named.add(text)
  }
  return (text: string) => named.mask(masking.mask(text))
}

function cutter({ executedBudget: budget }: RecordContext, mask: (text: string) => string) {
  let left = Math.min(MAX_STEP_CHARACTERS, budget.characters)

  /** Never below zero: what was masked may be longer than what there was room for. */
  function spend(characters: number): void {
    left = Math.max(0, left - characters)
    budget.characters = Math.max(0, budget.characters - characters)
  }

  function keep(masked: string, limit: number): string {
    const text = masked.slice(0, Math.min(limit, left))
    spend(text.length)
    return text
  }

  /** `characters` is how long it was; present when something is missing. */
  function text(whole: string, characters = whole.length) {
    const masked = mask(whole.slice(0, MAX_VALUE_CHARACTERS + MARGIN_CHARACTERS))
    const isWhole = characters <= MAX_VALUE_CHARACTERS + MARGIN_CHARACTERS
    const safe = isWhole ? masked : masked.slice(0, Math.max(0, masked.length - MARGIN_CHARACTERS))
    const kept = keep(safe, MAX_VALUE_CHARACTERS)
    return kept.length === masked.length && isWhole ? { text: kept } : { text: kept, characters }
  }

  function value(name: string, given: ParameterValue): { value: unknown; characters?: number } {
    if (isHidden(name, given)) return { value: hidden }
    if (typeof given === 'string') {
      const { text: kept, characters } = text(given)
      return { value: kept, ...(characters !== undefined && { characters }) }
    }
    const characters = lengthOf(given)
    const limit = Math.min(MAX_VALUE_CHARACTERS, left)
    const kept = characters <= limit ? given : beginningOf(given, limit)
    const masked = maskedValue(name, kept, mask)
    spend(lengthOf(masked))
    return kept === given ? { value: masked } : { value: masked, characters }
  }

  return { text, value }
}

const hidden = '***'
const isHidden = (name: string, value: ParameterValue): boolean =>
  isSecretName(name) && value !== null && typeof value !== 'object'

/** `name` is the parameter's, or that of a member of it; a row of two cells names its value by the first. */
function maskedValue(name: string, value: ParameterValue, mask: (text: string) => string): ParameterValue {
  if (isHidden(name, value)) return hidden
  if (typeof value === 'string') return mask(value)
  if (value === null || typeof value !== 'object') return value
  if (!isList(value)) {
    const members = Object.entries(value).map(([key, item]) => [key, maskedValue(key, item, mask)])
    return Object.fromEntries(members) as ParameterValue
  }
  const [first] = value
  const isNamed = value.length === 2 && typeof first === 'string'
  return value.map((item, at) => maskedValue(isNamed && at === 1 ? first : name, item, mask))
}

/** Characters of all its texts. */
function lengthOf(value: ParameterValue): number {
  if (value === null || typeof value !== 'object') return String(value).length
  return Object.values(value).reduce((sum: number, item: ParameterValue) => sum + lengthOf(item), 0)
}

/** The first elements of a list that fit; nothing of anything else. */
function beginningOf(value: ParameterValue, limit: number): ParameterValue {
  if (value === null || typeof value !== 'object' || !isList(value)) return null
  let length = 0
  const fitting = value.findIndex((item) => {
    length += lengthOf(item)
    return length > limit
  })
  return value.slice(0, fitting)
}

const isList = (value: ParameterValue): value is readonly ParameterValue[] => Array.isArray(value)
