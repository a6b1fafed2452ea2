import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Client } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { Variable, VariableWithOverrides } from '../../../client/resources.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { fitValue } from '../../../pipeline/variables.ts'
import { confirm } from '../../terminal/confirm.ts'
import type { Context } from '../../terminal/context.ts'
import { parseCsv } from '../../terminal/csv.ts'
import type { SortedBy } from '../../terminal/sort-option.ts'
import { gridValues } from '../executions/start-values.ts'
import type { ListOptions, OverrideOptions, SetOptions, UnsetOptions } from './options.ts'
import { type VariableValue, valueText } from './text.ts'

const MAX_SHOWN_CHARACTERS = 60

/** The parameters of the paths below one variable. */
async function pathOf(client: Client, project: string, variableName: string) {
  return { projectId: (await findProject(client, project)).id, variableName }
}

const ONE = '/v1/projects/{projectId}/variables/{variableName}'

export async function listVars(
  context: Context,
  { project, sort }: ListOptions & SortedBy<'/v1/projects/{projectId}/variables'>,
): Promise<void> {
  const client = context.client()
  const { id: projectId } = await findProject(client, project)
  context.printTable(
    await client.all('/v1/projects/{projectId}/variables', {
      path: { projectId },
      query: { include: 'overrides', sort },
    }),
    [
      { title: 'name', value: ({ name }) => name, whole: true },
      { title: 'type', value: ({ type }) => type },
      { title: 'behaviour', value: ({ behaviour }) => behaviour },
      { title: 'value', value: ({ value }) => short(value) },
      { title: 'overrides', value: ({ overrides }) => overrides?.map(overrideText).join(', ') },
    ],
    'The project has no variables yet. Create one with `headrace vars set NAME VALUE`.',
  )
}

const overrideText = ({ environmentName, value }: VariableWithOverrides['overrides'][number]) =>
  `${environmentName}=${short(value)}`

function short(value: VariableValue): string {
  const text = valueText(value)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 1)}…` : text
}

export async function getVar(context: Context, name: string, options: ListOptions): Promise<void> {
  const client = context.client()
  const path = await pathOf(client, options.project, name)
  const { environment } = options
  const found =
    environment === undefined
      ? await client.get(`${ONE}/environment-overrides`, { path })
      : await withNameHint(client, { projectId: path.projectId, environmentName: environment }, () =>
          client.get(`${ONE}/resolved`, { path, query: { environmentName: environment } }),
        )
  if (context.json) context.printJson(found)
  else context.print(valueText(found.value))
  if ('source' in found && found.source === 'PROJECT_VARIABLE')
    context.note(`${environment} has no override of ${name}: this is the value of the variable itself.`)
}

export async function setVar(
  context: Context,
  name: string,
  value: string | undefined,
  options: SetOptions,
): Promise<void> {
  const client = context.client()
  const path = await pathOf(client, options.project, name)
  const present = await findVar(client, path)
  const type = options.type ?? present?.type ?? (options.grid ? 'GRID' : 'TEXT')
  const behaviour = options.behaviour ?? present?.behaviour ?? 'COPIED'
  const grid = options.grid === undefined ? undefined : gridOf(options.grid, context.terminal.cwd)
  if (grid !== undefined && value !== undefined) throw new Failure('Pass a value or --grid, not both.')
  const json = {
    type,
    behaviour,
    description: options.description,
    value: grid?.rows ?? (value === undefined ? undefined : typedValue({ name, type }, value)),
    columns: options.column ?? grid?.columns,
  }
  const saved =
    present === undefined
      ? await client.post('/v1/projects/{projectId}/variables', { path, json: { name, ...json } })
      : await client.patch(ONE, { path, json })
  if (context.json) context.printJson(saved)
  else context.print(`${present === undefined ? 'Created' : 'Changed'} ${name} = ${short(saved.value)}`)
}

type VariablePath = Awaited<ReturnType<typeof pathOf>>

/** The variable at this path; undefined when it does not exist. */
async function findVar(client: Client, path: VariablePath): Promise<Variable | undefined> {
  return client.get(ONE, { path }).catch((error: unknown) => {
    if (error instanceof Failure && error.status === 404) return undefined
    throw error
  })
}

type Declared = Pick<Variable, 'name' | 'type'>

/** A value as the command line gives it, as the type wants it. Throws Failure when it cannot be. */
function typedValue(declared: Declared, text: string): VariableValue {
  if (declared.type === 'GRID')
    throw new Failure('Rows of a GRID are read from a file.', { hint: 'Write --grid rows.csv' })
  const fitted = fitValue({ ...declared, columns: [] }, text)
  if ('fault' in fitted) throw new Failure(`${fitted.fault}.`)
  return fitted.value as VariableValue
}

function gridOf(file: string, cwd: string): { rows: string[][]; columns: string[] | undefined } {
  const rows = gridValues([`grid=@${file}`], cwd)['grid']!
  if (file.toLowerCase().endsWith('.json')) return { rows, columns: undefined }
  return { rows, columns: parseCsv(readFileSync(resolve(cwd, file), 'utf8'))[0] }
}

export async function unsetVar(context: Context, name: string, options: UnsetOptions): Promise<void> {
  const client = context.client()
  const { environment, project, yes } = options
  const path = await pathOf(client, project, name)
  const what =
    environment === undefined ? `${name} with all its overrides` : `the override of ${name} in ${environment}`
  await confirm(context, `Delete ${what}?`, yes)
  if (environment === undefined) await client.delete(ONE, { path })
  else {
    await client.delete(`${ONE}/environment-overrides/{environmentName}`, {
      path: { ...path, environmentName: environment },
    })
  }
  if (context.json) context.printJson({ name, environmentName: environment, deleted: true })
  else context.print(`Deleted ${what}.`)
}

export async function overrideVar(
  context: Context,
  name: string,
  given: readonly string[],
  options: OverrideOptions,
): Promise<void> {
  const client = context.client()
  const path = await pathOf(client, options.project, name)
  const { type } = await client.get(ONE, { path })
  const overrides = given.map((text) => {
    const at = text.indexOf('=')
    if (at < 1)
      throw new Failure(`${text}: expected an environment and a value.`, { hint: 'Write Production=value' })
    return {
      environmentName: text.slice(0, at),
      value: overrideValue({ name, type }, text.slice(at + 1), context),
    }
  })
  const outcome = await client.post(`${ONE}/environment-overrides`, {
    path,
    query: { dryRun: options.dryRun },
    json: { overrides },
  })
  if (context.json) context.printJson(outcome)
  else for (const one of outcome.overrides) context.print(overrideText(one))
  const { failedOverride } = outcome
  if (failedOverride.length > 0)
    throw new Failure(`${failedOverride.length} of ${overrides.length} overrides failed.`, {
      violations: failedOverride.map(({ reason, detail }) => `${reason}: ${detail}`),
    })
}

const overrideValue = (declared: Declared, text: string, { terminal }: Context): VariableValue =>
  declared.type === 'GRID' && text.startsWith('@')
    ? gridOf(text.slice(1), terminal.cwd).rows
    : typedValue(declared, text)
