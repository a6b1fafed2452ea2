import type { Command } from 'commander'
import type { Client } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findAssetId, findProject } from '../../../client/lookup.ts'
import type { DataTrigger } from '../../../client/resources.ts'
import { collect, positive } from '../../terminal/options.ts'

export type Condition = DataTrigger['condition']

/** What one of is needed to say what a trigger waits for. */
export const conditionNames = '--after, --after-asset, --files, --sql and --on-event'

/** The options that say what a trigger waits for. */
export interface ConditionOptions {
  readonly after?: string | undefined
  readonly state?: readonly string[] | undefined
  readonly afterProject?: string | undefined
  readonly afterEnvironment?: string | undefined
  readonly afterAsset?: readonly string[] | undefined
  readonly any?: boolean | undefined
  readonly within?: number | undefined
  readonly files?: string | undefined
  readonly pattern?: string | undefined
  readonly connection?: string | undefined
  readonly sql?: string | undefined
  readonly onChange?: boolean | undefined
  readonly every?: number | undefined
  readonly onEvent?: boolean | undefined
  readonly signed?: boolean | undefined
}

/** Adds these options to a command. */
export const withCondition = (command: Command): Command =>
  command
    .option('--after <pipeline>', 'start when an execution of this published pipeline ends')
    .option(
      '--state <state>',
      'how that execution must end: SUCCESS (default), FAILED, CANCELLED; may be repeated',
      collect,
    )
    .option('--after-project <project>', "id or name of that pipeline's project; the same by default")
    .option('--after-environment <name>', "that pipeline's environment; the same by default")
    .option(
      '--after-asset <asset>',
      'start when this asset is written: its id, or its name if no other asset has it; may be repeated',
      collect,
    )
    .option('--any', 'start at each write of any of these assets, not only once all of them were written')
    .option(
      '--within <seconds>',
      'maximum time between the writes of all of them; no limit by default',
      positive,
    )
    .option('--files <folder>', 'start for each file that arrives in this folder, or changes')
    .option(
      '--pattern <expression>',
      'only files whose path below the folder matches this regular expression',
    )
    .option(
      '--connection <name>',
      "reach the folder through this connection; the runner's own files by default",
    )
    .option('--sql <query>', 'start when the first cell of this query becomes true')
    .option('--on-change', 'start when that cell changes instead')
    .option('--every <seconds>', 'how often to look for files or run the query; 60 by default', positive)
    .option('--on-event', 'start for each event that is sent: headrace triggers send')
    .option('--signed', 'accept only signed events (Standard Webhooks)')

/** The condition that options stand for; undefined when they say nothing about one. Throws when they say several. */
export async function conditionOf(client: Client, options: ConditionOptions): Promise<Condition | undefined> {
  const { after, afterAsset, files, sql, onEvent, every: pollSeconds } = options
  const said = [after, afterAsset, files, sql, onEvent || undefined].filter((one) => one !== undefined)
  if (said.length > 1) throw new Failure(`Pass only one of ${conditionNames}.`)
  if (after !== undefined) {
    const { afterProject, afterEnvironment: environmentName, state: states } = options
    const projectId = afterProject === undefined ? undefined : (await findProject(client, afterProject)).id
    return defined({ type: 'PIPELINE_END', pipelineName: after, states, projectId, environmentName })
  }
  if (afterAsset !== undefined) {
    const assets: { assetId: string }[] = []
    for (const one of afterAsset) assets.push({ assetId: await findAssetId(client, one) })
    return defined({
      type: 'ASSETS',
      assets,
      match: options.any ? 'ANY' : undefined,
      withinSeconds: options.within,
    })
  }
  if (files !== undefined) {
    const { pattern: filePattern, connection } = options
    return defined({ type: 'FILE', folder: files, filePattern, connection, pollSeconds })
  }
  if (sql !== undefined)
    return defined({ type: 'SQL', sql, fires: options.onChange ? 'VALUE_CHANGES' : undefined, pollSeconds })
  return onEvent ? defined({ type: 'EVENT', signed: options.signed }) : undefined
}

const defined = (members: object): Condition =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Condition

/** A condition in a few words. */
export function conditionText(condition: Condition): string {
  const { type, pipelineName, states = [], assets = [], match, folder, connection, fires, signed } = condition
  switch (type) {
    case 'PIPELINE_END':
      return `after ${pipelineName ?? 'a pipeline that you cannot see'} (${states.join(', ')})`
    case 'ASSETS':
      return `after ${assets.map(({ name, assetId }) => name ?? assetId).join(match === 'ANY' ? ' or ' : ' and ')}`
    case 'FILE':
      return `files in ${folder || 'the folder of files'}${connection === undefined ? '' : ` of ${connection}`}`
    case 'SQL':
      return fires === 'VALUE_CHANGES' ? 'a query changes' : 'a query becomes true'
    case 'EVENT':
      return signed ? 'signed events' : 'events'
  }
}
