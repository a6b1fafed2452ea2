import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { percentEncode } from '../../../lib/percent-encode.ts'
import { isMisspelledPipeline, pipelineNameOf } from '../../../pipeline/names.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { count, faultLines } from '../validate/fault-text.ts'
import { leftBehind, newestVersion } from './left-behind.ts'
import { noPipelines, PIPELINE_ENDINGS, type ProjectFile, readProjectFiles } from './source-files.ts'

interface PublishOptions extends CommonOptions {
  readonly project: string
  readonly environment: string
  readonly version: string
  readonly commit?: string | undefined
  readonly branch?: string | undefined
  readonly unlessPublished?: boolean | undefined
}

/** Adds `headrace publish`. */
export function addPublish(program: Command, terminal: Terminal): void {
  withJson(program.command('publish').argument('<dir>', 'folder with the pipelines'))
    .summary('Publishes a folder of pipelines as a version')
    .description(
      'Publishes the text files of a folder as an immutable version in an environment. ' +
        'Left out: names that begin with a dot, node_modules, links, and files that are not text.',
    )
    .requiredOption('-p, --project <project>', 'id or name of the project')
    .requiredOption('-e, --environment <name>', 'environment to publish in')
    .requiredOption('--version <name>', 'name of the version, new in the environment')
    .option('--commit <hash>', 'commit that the files come from')
    .option('--branch <name>', 'branch that the files come from')
    .option('--unless-published', 'succeed where that version has these files of the same --commit already')
    .addHelpText(
      'after',
      examples([
        'headrace publish demo/pipelines --project Demo --environment Development --version 1.0',
        'headrace publish . -p Demo -e Production --version $(git rev-parse --short HEAD)',
      ]),
    )
    .action((dir: string, options: PublishOptions) =>
      perform(terminal, options, (context) => publish(context, dir, options)),
    )
}

async function publish(context: Context, dir: string, options: PublishOptions): Promise<void> {
  // Of files the server names sizes, not contents: only the commit tells two versions apart.
  if (options.unlessPublished === true && !options.commit)
    throw new Failure('--unless-published needs --commit.')
  const { files, left } = readProjectFiles(resolve(context.terminal.cwd, dir))
  if (!files.some((file) => pipelineNameOf(file.path) !== undefined)) throw noPipelines(dir)
  const client = context.client()
  const project = await findProject(client, options.project)
  const form = new FormData()
  for (const { path, bytes } of files) form.append(path, new Blob([new Uint8Array(bytes)]), path)
  const headers = headersOf({
    versionName: options.version,
    environmentName: options.environment,
    // A job whose host names none has empty variables.
    commitHash: options.commit || undefined,
    branch: options.branch || undefined,
  })
  const path = { projectId: project.id }
  const before = context.json ? undefined : await newestVersion(client, project.id, options.environment)
  const published = await withNameHint(client, { ...path, environmentName: options.environment }, () =>
    client.post('/v1/projects/{projectId}/artifacts', { path, form, headers }),
  ).catch((error: unknown) => reportSame(context, project, files, options, error))
  if (published === undefined) return
  if (context.json) return context.printJson(published)
  for (const fault of published.faults)
    for (const line of faultLines(fault, context.paint)) context.print(line)
  context.print(
    `Published ${count(published.pipelineCount, 'pipeline')} (${count(published.fileCount, 'file')}) ` +
      `as version ${published.versionName} ` +
      `in environment ${published.environmentName} of project ${project.name}.`,
  )
  if (left.length > 0) context.note(`Left out, because not text: ${left.join(', ')}`)
  const paths = files.map((file) => file.path)
  const missing = leftBehind(before, paths)
  if (missing !== undefined) context.note(missing)
  const misspelled = paths.filter(isMisspelledPipeline)
  if (misspelled.length > 0)
    context.note(`Not taken for pipelines, whose names end in ${PIPELINE_ENDINGS}: ${misspelled.join(', ')}`)
}

/**
 * Says so where a version that was refused is there already, of the same files. Throws `refusal` otherwise.
 */
async function reportSame(
  context: Context,
  project: { readonly id: string; readonly name: string },
  files: readonly ProjectFile[],
  { unlessPublished, environment, version, commit }: PublishOptions,
  refusal: unknown,
): Promise<undefined> {
  if (unlessPublished !== true || !(refusal instanceof Failure && refusal.status === 409)) throw refusal
  const found = await context
    .client()
    .get('/v1/projects/{projectId}/artifacts/details', {
      path: { projectId: project.id },
      query: { environmentName: environment, versionName: version },
    })
    .catch(() => {
      throw refusal
    })
  const listed = (all: readonly { path: string; bytes: number }[]) =>
    all
      .map(({ path, bytes }) => `${bytes} ${path}`)
      .sort()
      .join('\n')
  const ours = files.map(({ path, bytes }) => ({ path, bytes: bytes.length }))
  if (found.commitHash !== commit || listed(found.files) !== listed(ours)) throw refusal
  const { versionName, environmentName } = found
  if (context.json) context.printJson(found)
  else
    context.print(
      `Version ${versionName} in environment ${environmentName} of project ${project.name} has these files already.`,
    )
  return undefined
}

/**
 * Other characters than those of ASCII in the form of RFC 8187, for HTTP carries them in no other safely;
 * without what is undefined.
 */
export function headersOf(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    headers[name] = /^(?!utf-8')[\x20-\x7e]*$/i.test(value) ? value : `UTF-8''${percentEncode(value)}`
  }
  return headers
}
