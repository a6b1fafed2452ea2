import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorText } from '../../../lib/error-text.ts'
import { Problem } from '../../../lib/problem.ts'
import type { VariableType } from '../../../pipeline/model.ts'
import type { ProjectVariables } from '../../../pipeline/validate-variables.ts'
import { findProject } from '../../api/lookup.ts'
import type { Context } from '../../terminal/context.ts'
import { Failure } from '../../terminal/failure.ts'

export interface VariableOptions {
  /** Id or name of a project on the server. */
  readonly project?: string | undefined
  /** A file as `vars export` writes it. */
  readonly variables?: string | undefined
}

/** The variables of the project, from the server or from a file; undefined when neither is named. Throws Failure. */
export async function projectVariables(
  context: Context,
  { project, variables }: VariableOptions,
): Promise<ProjectVariables | undefined> {
  if (variables !== undefined) return ofFile(context.terminal.cwd, variables)
  return project === undefined ? undefined : ofServer(context, project)
}

async function ofServer(context: Context, project: string): Promise<ProjectVariables> {
  const client = context.client()
  const { id: projectId } = await findProject(client, project)
  const all = await client.all('/v1/projects/{projectId}/variables', { path: { projectId } })
  return new Map(all.map(({ name, type, columns = [] }) => [name, { type, columns }]))
}

async function ofFile(cwd: string, file: string): Promise<ProjectVariables> {
  const content = await contentOf(cwd, file)
  const list = isObject(content) ? content['variables'] : undefined
  if (!Array.isArray(list)) throw notVariables(file, ['it has no list "variables"'])
  const violations: string[] = []
  const known = new Map<string, { type: VariableType; columns: readonly string[] }>()
  for (const [index, entry] of list.entries()) {
    const { name, type, columns } = isObject(entry) ? entry : {}
    if (typeof name !== 'string' || name === '') violations.push(`variables[${index}] has no name`)
    else if (!isType(type)) violations.push(`the type of ${name} must be TEXT, NUMBER or GRID`)
    else known.set(name, { type, columns: Array.isArray(columns) ? columns.map(String) : [] })
  }
  if (violations.length > 0) throw notVariables(file, violations)
  return known
}

async function contentOf(cwd: string, file: string): Promise<unknown> {
  let text: string
  try {
    text = readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new Failure(`The file ${file} could not be read: ${errorText(error)}.`)
  }
  // Loaded when it is needed, as the language is.
  const { readCsvFile, readYaml } = await import('../../../features/variables/formats.ts')
  try {
    return /\.csv$/i.test(file) ? readCsvFile(text) : readYaml(text)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw notVariables(
      file,
      error.violations.map((violation) => violation.replace(/^body: /, '')),
    )
  }
}

const notVariables = (file: string, violations: readonly string[]) =>
  new Failure(`${file} is not a file of variables.`, {
    violations,
    hint: 'Write it with `headrace vars export FILE --project PROJECT`.',
  })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isType = (value: unknown): value is VariableType =>
  value === 'TEXT' || value === 'NUMBER' || value === 'GRID'
