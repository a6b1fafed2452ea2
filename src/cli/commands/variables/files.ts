import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { ImportOutcome } from '../../../client/resources.ts'
import { confirm } from '../../terminal/confirm.ts'
import type { Context } from '../../terminal/context.ts'
import { readTextFile, writeTextFile } from '../../terminal/text-file.ts'
import { type FileFormat, type FileOptions, mediaTypes } from './options.ts'
import { changeLines } from './text.ts'

function formatOf(file: string): FileFormat | undefined {
  const ending = /\.(json|ya?ml|csv)$/i.exec(file)?.[1]?.toLowerCase()
  return ending === 'yml' ? 'yaml' : (ending as FileFormat | undefined)
}

interface Wanted {
  readonly path: { readonly projectId: string }
  readonly text: { readonly type: (typeof mediaTypes)[FileFormat]; readonly content: string }
  readonly mode: 'MERGE' | 'REPLACE'
}

async function wantedOf(context: Context, file: string, options: FileOptions): Promise<Wanted> {
  const format = formatOf(file)
  if (format === undefined) throw new Failure(`${file}: the name must end in .json, .yaml or .csv.`)
  const content = readTextFile(context.terminal, file)
  const { id: projectId } = await findProject(context.client(), options.project)
  return {
    path: { projectId },
    text: { type: mediaTypes[format], content },
    mode: options.replace === true ? 'REPLACE' : 'MERGE',
  }
}

/** What the import would change, and the tag of the state it was compared with. */
async function difference(context: Context, { path, text, mode }: Wanted) {
  const query = { dryRun: true, mode }
  const response = await context
    .client()
    .send('post', '/v1/projects/{projectId}/variables/import', { path, text, query })
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
  const query = { mode }
  const applied = await context
    .client()
    .post('/v1/projects/{projectId}/variables/import', { path, text, query, headers })
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
  const ofOutput = context.json ? 'json' : 'yaml'
  const format = options.format ?? (file === undefined ? ofOutput : (formatOf(file) ?? 'yaml'))
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const response = await client.send('get', '/v1/projects/{projectId}/variables/export', {
    path: { projectId },
    query: { format },
    headers: { accept: '*/*' },
  })
  const text = await response.text()
  if (file === undefined) {
    context.terminal.stdout.write(text)
    return
  }
  writeTextFile(context.terminal, file, text)
  if (context.json) context.printJson({ file })
  else context.note(`Wrote ${file}.`)
}
