import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImportOutcome } from '../../../features/variables/schema.ts'
import { errorText } from '../../../lib/error-text.ts'
import { confirm } from '../../terminal/confirm.ts'
import type { Context } from '../../terminal/context.ts'
import { Failure } from '../../terminal/failure.ts'
import type { FileOptions } from './options.ts'
import { changeLines } from './text.ts'
import { varsPath } from './values.ts'

const types = { json: 'application/json', yaml: 'application/yaml', csv: 'text/csv' } as const
type Format = keyof typeof types

function formatOf(file: string): Format | undefined {
  const ending = /\.(json|ya?ml|csv)$/i.exec(file)?.[1]?.toLowerCase()
  return ending === 'yml' ? 'yaml' : (ending as Format | undefined)
}

interface Wanted {
  readonly path: string
  readonly text: { readonly type: string; readonly content: string }
  readonly mode: 'MERGE' | 'REPLACE'
}

async function wantedOf(context: Context, file: string, options: FileOptions): Promise<Wanted> {
  const format = formatOf(file)
  if (format === undefined) throw new Failure(`${file}: the name must end in .json, .yaml or .csv.`)
  const content = readText(resolve(context.terminal.cwd, file), file)
  const path = `${await varsPath(context.client(), options.project)}/import`
  return {
    path,
    text: { type: types[format], content },
    mode: options.replace === true ? 'REPLACE' : 'MERGE',
  }
}

function readText(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure(`The file ${file} could not be read: ${errorText(error)}.`)
  }
}

/** What the import would change, and the tag of the state it was compared with. */
async function difference(context: Context, { path, text, mode }: Wanted) {
  const response = await context.client().send('POST', path, { text, query: { dryRun: true, mode } })
  return { outcome: (await response.json()) as ImportOutcome, etag: response.headers.get('etag') ?? '*' }
}

const isEmpty = ({ changes, failedOverride }: ImportOutcome) => changes.length + failedOverride.length === 0

export async function diffVars(context: Context, file: string, options: FileOptions): Promise<void> {
  const { outcome } = await difference(context, await wantedOf(context, file, options))
  if (context.json) context.printJson(outcome)
  else for (const line of changeLines(outcome, context.paint)) context.print(line)
  if (isEmpty(outcome)) context.note('The project already matches the file.')
  else context.terminal.setExitCode(1)
}

export async function importVars(context: Context, file: string, options: FileOptions): Promise<void> {
  const wanted = await wantedOf(context, file, options)
  const { outcome, etag } = await difference(context, wanted)
  if (!context.json) for (const line of changeLines(outcome, context.paint)) context.print(line)
  if (isEmpty(outcome)) {
    context.note('The project already matches the file.')
    if (context.json) context.printJson({ ...outcome, dryRun: false })
    return
  }
  await confirm(context, `Make ${outcome.changes.length} changes?`, options.yes)
  const { path, text, mode } = wanted
  const headers = { 'if-match': etag }
  const applied = await context.client().call<ImportOutcome>('POST', path, { text, query: { mode }, headers })
  if (context.json) context.printJson(applied)
  else context.print(`Applied ${applied.changes.length} changes.`)
  const failed = applied.failedOverride
  if (failed.length > 0) throw new Failure(`${failed.length} overrides could not be set.`)
}

export async function exportVars(
  context: Context,
  file: string | undefined,
  options: FileOptions,
): Promise<void> {
  const byDefault = context.json ? 'json' : ((file === undefined ? undefined : formatOf(file)) ?? 'yaml')
  const format = options.format?.toLowerCase() ?? byDefault
  if (!(format in types)) throw new Failure(`Unknown format ${options.format}; use json, yaml or csv.`)
  const client = context.client()
  const path = `${await varsPath(client, options.project)}/export`
  const response = await client.send('GET', path, { query: { format }, headers: { accept: '*/*' } })
  const text = await response.text()
  if (file === undefined) {
    context.terminal.stdout.write(text)
    return
  }
  writeFileSync(resolve(context.terminal.cwd, file), text)
  context.note(`Wrote ${file}.`)
}
