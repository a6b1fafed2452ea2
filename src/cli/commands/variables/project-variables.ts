import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { type ProjectVariable, variablesOfProject } from '../../../client/project-variables.ts'
import { errorText } from '../../../lib/error-text.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Value, VariableType } from '../../../pipeline/model.ts'
import type { Context } from '../../terminal/context.ts'

export interface VariableOptions {
  /** Id or name of a project on the server. */
  readonly project?: string | undefined
  /** A file as `vars export` writes it. */
  readonly variables?: string | undefined
}

/**
 * The variables of the project, from the server or from a file; undefined when neither is named. Throws
 * Failure.
 */
export async function projectVariables(
  context: Context,
  { project, variables }: VariableOptions,
): Promise<readonly ProjectVariable[] | undefined> {
  if (variables !== undefined) return ofFile(context.terminal.cwd, variables)
  return project === undefined ? undefined : ofServer(context, project)
}

async function ofServer(context: Context, project: string): Promise<readonly ProjectVariable[]> {
  const client = context.client()
  return variablesOfProject(client, (await findProject(client, project)).id)
}

async function ofFile(cwd: string, file: string): Promise<readonly ProjectVariable[]> {
  const content = await contentOf(cwd, file)
  const list = isObject(content) ? content['variables'] : undefined
  if (!Array.isArray(list)) throw notVariables(file, ['it has no list "variables"'])
  const violations: string[] = []
  const known: ProjectVariable[] = []
  for (const [index, entry] of list.entries()) {
    const { name, type, ...more } = isObject(entry) ? entry : {}
    if (typeof name !== 'string' || name === '') violations.push(`variables[${index}] has no name`)
    else if (!isType(type)) violations.push(`the type of ${name} must be TEXT, NUMBER or GRID`)
    else known.push({ name, type, ...read(type, more) })
  }
  if (violations.length > 0) throw notVariables(file, violations)
  return known
}

function read(type: VariableType, more: Readonly<Record<string, unknown>>) {
  const overrides = Array.isArray(more['overrides']) ? more['overrides'].filter(isObject) : []
  return {
    scope: more['behaviour'] === 'SHARED' ? ('SHARED' as const) : ('COPIED' as const),
    columns: Array.isArray(more['columns']) ? more['columns'].map(String) : [],
    value: asValue(type, more['value']),
    overrides: overrides.map(({ environmentName, value }) => ({
      environmentName: String(environmentName),
      value: asValue(type, value),
    })),
  }
}

/** A value of its type, also where the file says none. */
function asValue(type: VariableType, value: unknown): Value {
  if (type === 'GRID')
    return Array.isArray(value) ? value.map((row) => (Array.isArray(row) ? row.map(String) : [])) : []
  if (type === 'NUMBER') return Number(value ?? 0)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
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
