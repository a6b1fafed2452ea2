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
    .option('--no-any', 'start once all of them were written')
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
    .option('--no-on-change', 'start when it becomes true')
    .option('--every <seconds>', 'how often to look for files or run the query; 60 by default', positive)
    .option('--on-event', 'start for each event that is sent: headrace triggers send')
    .option('--signed', 'accept only signed events (Standard Webhooks)')
    .option('--no-signed', 'accept events without a signature, too')

type Type = Condition['type']
type Flags = Partial<Readonly<Record<keyof ConditionOptions, string>>>

/** The option that says the type. */
const saying = {
  PIPELINE_END: '--after',
  ASSETS: '--after-asset',
  FILE: '--files',
  SQL: '--sql',
  EVENT: '--on-event',
} as const satisfies Record<Type, string>
const types = Object.keys(saying) as Type[]

/** The options of each type. */
const flagsOf: Readonly<Record<Type, Flags>> = {
  PIPELINE_END: {
    after: saying.PIPELINE_END,
    state: '--state',
    afterProject: '--after-project',
    afterEnvironment: '--after-environment',
  },
  ASSETS: { afterAsset: saying.ASSETS, any: '--any', within: '--within' },
  FILE: { files: saying.FILE, pattern: '--pattern', connection: '--connection', every: '--every' },
  SQL: { sql: saying.SQL, onChange: '--on-change', every: '--every' },
  EVENT: { onEvent: saying.EVENT, signed: '--signed' },
}
const allFlags: Flags = Object.assign({}, ...Object.values(flagsOf))

/**
 * The condition that options stand for; undefined when they say nothing about one. Of a condition of the same
 * type that is `stored`, it keeps what they do not say. Throws Failure when they do not belong together.
 */
export async function conditionOf(
  client: Client,
  options: ConditionOptions,
  stored?: Condition,
): Promise<Condition | undefined> {
  const type = typeOf(options, stored)
  if (type === undefined) return undefined
  const said = Object.entries(await membersOf(client, type, options)).filter(
    ([, value]) => value !== undefined,
  )
  const condition = { ...(stored?.type === type ? stored : { type }), ...Object.fromEntries(said) }
  const { withinSeconds: _, ...unlimited } = condition
  // With ANY each write starts the pipeline by itself.
  return condition.match === 'ANY' && options.within === undefined ? unlimited : condition
}

function typeOf(options: ConditionOptions, stored: Condition | undefined): Type | undefined {
  const given = (flags: Flags) =>
    Object.entries(flags).filter(([name]) => options[name as keyof ConditionOptions] !== undefined)
  const said = types.filter((type) => given(flagsOf[type])[0]?.[1] === saying[type])
  if (said.length > 1) throw new Failure(`Pass only one of ${conditionNames}.`)
  const type = said[0] ?? stored?.type
  const all = given(allFlags)
  if (type === undefined || all.length === 0) return undefined
  const stray = all.filter(([name]) => !Object.hasOwn(flagsOf[type], name)).map(([, flag]) => flag)
  if (stray.length > 0) throw new Failure(`${stray.join(', ')} cannot be used with ${saying[type]}.`)
  return type
}

/** What the options say of a condition of this type. */
async function membersOf(client: Client, type: Type, options: ConditionOptions): Promise<object> {
  const { every: pollSeconds } = options
  switch (type) {
    case 'PIPELINE_END': {
      const { after: pipelineName, afterProject, afterEnvironment: environmentName, state } = options
      const projectId = afterProject === undefined ? undefined : (await findProject(client, afterProject)).id
      return { pipelineName, states: state, projectId, environmentName }
    }
    case 'ASSETS': {
      const { afterAsset, any: each, within: withinSeconds } = options
      const match = each === undefined ? undefined : each ? 'ANY' : 'ALL'
      return { assets: await assetsOf(client, afterAsset), match, withinSeconds }
    }
    case 'FILE': {
      const { files: folder, pattern: filePattern, connection } = options
      return { folder, filePattern, connection, pollSeconds }
    }
    case 'SQL': {
      const { sql, onChange } = options
      const fires = onChange === undefined ? undefined : onChange ? 'VALUE_CHANGES' : 'BECOMES_TRUE'
      return { sql, fires, pollSeconds }
    }
    case 'EVENT':
      return { signed: options.signed }
  }
}

async function assetsOf(client: Client, named: readonly string[] | undefined) {
  if (named === undefined) return undefined
  const assets: { assetId: string }[] = []
  for (const one of named) assets.push({ assetId: await findAssetId(client, one) })
  return assets
}

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
