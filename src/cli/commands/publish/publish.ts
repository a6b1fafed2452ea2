import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { percentEncode } from '../../../lib/percent-encode.ts'
import { pipelineNameOf } from '../../../pipeline/names.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { count, faultLines } from '../validate/fault-text.ts'
import { readProjectFiles } from './source-files.ts'

interface PublishOptions extends CommonOptions {
  readonly project: string
  readonly environment: string
  readonly version: string
  readonly commit?: string | undefined
  readonly branch?: string | undefined
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
  const { files, left } = readProjectFiles(resolve(context.terminal.cwd, dir))
  if (!files.some((file) => pipelineNameOf(file.path) !== undefined))
    throw new Failure(`No pipelines in ${dir}.`, {
      hint: 'Pipelines are files that end in .orch.yaml or .tran.yaml.',
    })
  const client = context.client()
  const project = await findProject(client, options.project)
  const form = new FormData()
  for (const { path, bytes } of files) form.append(path, new Blob([new Uint8Array(bytes)]), path)
  const headers = headersOf({
    versionName: options.version,
    environmentName: options.environment,
    commitHash: options.commit,
    branch: options.branch,
  })
  const path = { projectId: project.id }
  const published = await withNameHint(client, { ...path, environmentName: options.environment }, () =>
    client.post('/v1/projects/{projectId}/artifacts', { path, form, headers }),
  )
  if (context.json) return context.printJson(published)
  for (const fault of published.faults)
    for (const line of faultLines(fault, context.paint)) context.print(line)
  context.print(
    `Published ${count(published.pipelineCount, 'pipeline')} (${count(published.fileCount, 'file')}) ` +
      `as version ${published.versionName} ` +
      `in environment ${published.environmentName} of project ${project.name}.`,
  )
  if (left.length > 0) context.note(`Left out, because not text: ${left.join(', ')}`)
}

/** Other characters than those of ASCII in the form of RFC 8187, for HTTP carries them in no other safely; without what is undefined. */
export function headersOf(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    headers[name] = /^(?!utf-8')[\x20-\x7e]*$/i.test(value) ? value : `UTF-8''${percentEncode(value)}`
  }
  return headers
}
