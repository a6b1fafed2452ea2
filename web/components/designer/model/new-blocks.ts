import type { FileMapping } from '../../../../src/pipeline/editing/nodes.ts'
import { partsOfSql, type SqlPart } from '../../../../src/pipeline/editing/sql-script.ts'
import type { PipelineKind } from '../../../../src/pipeline/model.ts'
import { pipelineReference } from '../../../../src/pipeline/names.ts'
import { lookOfType } from '../../pipeline-graph/component-types.ts'
import { type ComponentType, defaultsOf, titleOf } from './catalogue.ts'

/** A component that is to be added. Its name is made unique then. */
export interface NewBlock {
  readonly name: string
  readonly type: string
  readonly parameters: FileMapping
  readonly takesLinks: boolean
}

/** One of the palette, with the name that was typed for it. */
export const blockOf = (entry: ComponentType, name = ''): NewBlock => ({
  name: name.trim() || titleOf(entry),
  type: entry.type,
  parameters: defaultsOf(entry),
  takesLinks: entry.incomingLinks !== 'none',
})

/** What runs a pipeline of each kind. */
export const callTypes = { orchestration: 'run-orchestration', transformation: 'run-transformation' } as const

/**
 * The run of another pipeline: it sets those of its public variables that the pipeline that runs it has too,
 * to what they are there.
 */
export function blockOfCall(
  entry: ComponentType,
  pipeline: { readonly name: string; readonly publicVariables: readonly string[] },
  own: ReadonlySet<string>,
  name = '',
): NewBlock {
  const parameter = entry.type === callTypes.transformation ? 'transformationJob' : 'orchestrationJob'
  const shared = pipeline.publicVariables.filter((variable) => own.has(variable))
  return {
    ...blockOf(entry, name.trim() || (pipelineReference(pipeline.name).split('/').at(-1) ?? '')),
    parameters: {
      ...defaultsOf(entry),
      [parameter]: pipeline.name,
      ...(shared.length > 0 && {
        setScalarVariables: shared.map((variable) => [variable, `\${${variable}}`]),
      }),
    },
  }
}

/**
 * What an SQL script asks for, one behind the other: in an orchestration statements run as a script, and a
 * query puts what it finds into the variables that its columns are named after. In a transformation a query
 * is a source of rows.
 */
export function blocksOfSql(text: string, kind: PipelineKind): readonly NewBlock[] {
  const parts = partsOfSql(text)
  if (kind === 'orchestration') return parts.map(inOrchestration)
  return parts.flatMap(({ name, sql, query }) =>
    query === undefined ? [] : [{ ...made('sql', name, { query: sql }), takesLinks: sql.includes('$T{') }],
  )
}

function inOrchestration({ name, sql, query }: SqlPart): NewBlock {
  if (query === undefined) return made('sql-executor', name, { sqlScript: sql })
  const pairs = query.columns.map((column) => [column, column])
  const shared = { mode: 'Advanced', query: sql }
  if (query.isOneRow) return made('query-to-scalar', name, { ...shared, scalarVariableMapping: pairs })
  const gridVariable = name === undefined ? '' : variableNameOf(name)
  return made('query-to-grid', name, { ...shared, gridVariable, gridVariableMapping: pairs })
}

const made = (type: string, name: string | undefined, parameters: FileMapping): NewBlock => ({
  name: name ?? lookOfType(type).title,
  type,
  parameters,
  takesLinks: true,
})

/** `Worst Airports` as the name of a variable: `worst_airports`. */
const variableNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, '_')
