import { resolve } from 'node:path'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { CommonOptions, Context } from '../../terminal/context.ts'
import { headersOf } from '../publish/publish.ts'
import { readProjectFiles } from '../publish/source-files.ts'
import { count, faultLines } from '../validate/fault-text.ts'

export interface PublishSharedOptions extends CommonOptions {
  readonly set: string
  readonly version: string
  readonly project?: string | undefined
  readonly ref?: string | undefined
  readonly commit?: string | undefined
  readonly branch?: string | undefined
}

/** Publishes a folder, or a commit of the project's repository, as a version of shared pipelines. */
export async function publish(
  context: Context,
  dir: string | undefined,
  options: PublishSharedOptions,
): Promise<void> {
  if ((dir === undefined) === (options.ref === undefined))
    throw new Failure('Name either a folder, or a commit with --ref.')
  const published =
    dir === undefined ? await ofCommit(context, options) : await ofFolder(context, dir, options)
  if (context.json) return context.printJson(published)
  for (const fault of published.faults)
    for (const line of faultLines(fault, context.paint)) context.print(line)
  for (const { sharedPipelineId } of published.sharedPipelines)
    context.print(`${published.sharedPipelineIdPrefix}#${sharedPipelineId}`)
  context.print(
    `Published ${count(published.pipelineCount, 'shared pipeline')} as version ${published.versionName} ` +
      `of ${published.sharedPipelineIdPrefix}.`,
  )
}

async function ofFolder(context: Context, dir: string, options: PublishSharedOptions) {
  const { files } = readProjectFiles(resolve(context.terminal.cwd, dir))
  const client = context.client()
  const projectId =
    options.project === undefined ? undefined : (await findProject(client, options.project)).id
  const form = new FormData()
  for (const { path, bytes } of files) form.append(path, new Blob([new Uint8Array(bytes)]), path)
  const headers = headersOf({
    sharedPipelineIdPrefix: options.set,
    versionName: options.version,
    commitHash: options.commit,
    branch: options.branch,
    projectId,
  })
  return client.post('/v1/shared-pipelines/artifacts', { form, headers })
}

async function ofCommit(context: Context, { project, set, version, ref }: PublishSharedOptions) {
  if (project === undefined)
    throw new Failure('Name the project whose repository has the commit, with --project.')
  const client = context.client()
  const { id: projectId } = await findProject(client, project)
  const json = { projectId, ref: ref!, versionName: version, sharedPipelineIdPrefix: set }
  return client.post('/v1/shared-pipelines/artifacts/from-git', { json })
}
