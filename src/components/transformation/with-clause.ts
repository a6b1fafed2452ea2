import type { Component } from '../../pipeline/model.ts'
import type { Input, Relation } from './relation.ts'

interface Entry {
  readonly component: Component
  readonly relation: Relation
  readonly input: Input
}

/** The SELECTs of a transformation so far, and the queries they make: one common table expression each. */
export interface WithClause {
  /** Takes the SELECT of a component whose sources are here already. */
  add(component: Component, relation: Relation): void
  input(name: string): Input | undefined
  /** The components that `names` are made of, themselves included, sources before what reads them. */
  before(names: readonly string[]): readonly Entry[]
  /** `select`, which may read from `names`, with all they are made of in front of it: to be executed. */
  query(names: readonly string[], select: string): string
  /**
   * The same, to be described before anything is written: what writes stands for the rows that it will write.
   */
  unwritten(names: readonly string[], select: string): string
  /**
   * A query that begins with WITH, made complete in itself: what it may read from is put in front of its own
   * names. Any other is as it was.
   */
  complete(
    names: readonly string[],
    query: string,
  ): { readonly sql: string; readonly unwritten: string } | undefined
}

export function createWithClause(): WithClause {
  // Insertion order is the order of the components: what is added has its sources before it.
  const entries = new Map<string, Entry>()

  function before(names: readonly string[], isWritten = false): readonly Entry[] {
    const wanted = new Set(names)
    for (const name of wanted) {
      const entry = entries.get(name)
      if (entry === undefined || (isWritten && entry.relation.unwritten !== undefined)) continue
      // A Set's iteration meets what is added meanwhile.
      for (const source of entry.component.sources) wanted.add(source)
    }
    return [...entries.values()].filter(({ component }) => wanted.has(component.name))
  }

  function definitions(parts: readonly Entry[], sqlOf: (relation: Relation) => string): string {
    const texts = parts.map(
      ({ component, relation, input }) =>
        `${input.from} as ( ${commentOf(component.name)}\n${sqlOf(relation)}\n)`,
    )
    return texts.join(',\n')
  }

  function withParts(parts: readonly Entry[], select: string, sqlOf: (relation: Relation) => string): string {
    return parts.length === 0 ? select : `with ${definitions(parts, sqlOf)}\n${select}`
  }

  return {
    before: (names) => before(names),
    add(component, relation) {
      // A name of ours: one made of the component's could hide a table of that name from the SQL of others.
      const from = `headrace_${entries.size + 1}`
      const input = { component: component.name, from, columns: relation.columns }
      entries.set(component.name, { component, relation, input })
    },
    input: (name) => entries.get(name)?.input,
    query: (names, select) => withParts(before(names, true), select, writtenSql),
    unwritten: (names, select) => withParts(before(names), select, unwrittenSql),
    complete(names, query) {
      const [start, recursive = ''] = ownWith.exec(query) ?? []
      if (start === undefined || names.length === 0) return undefined
      const rest = query.slice(start.length)
      const made = (parts: readonly Entry[], sqlOf: (relation: Relation) => string) =>
        `with${recursive} ${definitions(parts, sqlOf)},${rest}`
      return { sql: made(before(names, true), writtenSql), unwritten: made(before(names), unwrittenSql) }
    },
  }
}

const writtenSql = ({ sql }: Relation): string => sql
const unwrittenSql = ({ sql, unwritten = sql }: Relation): string => unwritten

/**
 * The beginning of a query with a WITH of its own, comments included. Each comment can end at one place only:
 * otherwise every further comment would double the time to find that there is no WITH.
 */
const ownWith = /^(?:\s|(?:--|#)[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*with\b(\s+recursive\b)?/i

/** The component's name, for readers of the statement. */
const commentOf = (name: string): string => `/* ${name.replaceAll('*/', '* /').replaceAll('/*', '/ *')} */`
