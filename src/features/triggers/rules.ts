import { repeated } from '../../lib/repeated.ts'
import type { ConditionType, TriggerCondition } from './schema.ts'
import { readPath } from './variable-paths.ts'

/** How many triggers may start one another in a row: an end that is further down starts nothing. */
export const MAX_CHAIN = 20
export const DEFAULT_POLL_SECONDS = 60
/** How long it is kept what happened for a trigger. */
export const KEEP_FIRES_DAYS = 90

/** Providers of connections that lead to files. */
export const providersOfFiles: readonly string[] = [
  'S3',
  'AZURE_BLOB_STORAGE',
  'GOOGLE_CLOUD_STORAGE',
  'SFTP',
]

type Member = Exclude<keyof TriggerCondition, 'type'>

/** What each type of condition must have, and may have. */
const members: Readonly<
  Record<ConditionType, { readonly needs: readonly Member[]; readonly may: readonly Member[] }>
> = {
  PIPELINE_END: { needs: ['pipelineName'], may: ['projectId', 'environmentName', 'states'] },
  ASSETS: { needs: ['assets'], may: ['match', 'withinSeconds'] },
  FILE: { needs: ['folder'], may: ['connection', 'filePattern', 'pollSeconds'] },
  SQL: { needs: ['sql'], may: ['fires', 'pollSeconds'] },
  EVENT: { needs: [], may: ['signed'] },
}

/**
 * What is wrong with a condition beyond its schema, one sentence each; `where` is its place in the request.
 */
export function conditionFaults(condition: TriggerCondition, where: string): string[] {
  const { type, ...given } = condition
  const { needs, may } = members[type]
  const missing = needs.filter((member) => given[member] === undefined)
  const foreign = (Object.keys(given) as Member[]).filter(
    (member) => given[member] !== undefined && !needs.includes(member) && !may.includes(member),
  )
  return [
    ...missing.map((member) => `${where}/${member} is required for a condition of type ${type}`),
    ...foreign.map((member) => `${where}/${member} is not part of a condition of type ${type}`),
    ...(type === 'FILE' && patternFault(given.filePattern)
      ? [`${where}/filePattern is not a regular expression`]
      : []),
    ...(type === 'ASSETS' ? assetFaults(given, where) : []),
  ]
}

function assetFaults(
  { assets = [], match, withinSeconds }: Omit<TriggerCondition, 'type'>,
  where: string,
): string[] {
  return [
    ...repeated(assets, ({ assetId }) => assetId).map(
      ({ assetId }) => `${where}/assets names ${assetId} twice`,
    ),
    ...(match === 'ANY' && withinSeconds !== undefined
      ? [`${where}/withinSeconds is for ALL: with ANY each write starts the pipeline by itself`]
      : []),
  ]
}

function patternFault(pattern: string | undefined): boolean {
  try {
    new RegExp(pattern ?? '', 'u')
    return false
  } catch {
    return true
  }
}

/** What is wrong with JSON paths. */
export const pathFaults = (paths: Readonly<Record<string, string>>, where: string): string[] =>
  Object.entries(paths)
    .filter(([, path]) => readPath(path) === undefined)
    .map(([name, path]) => `${where}/${name}: ${path} is not a JSON path such as $.order.lines[0].id`)

/** A condition with everything that it leaves to defaults. */
export function completed(condition: TriggerCondition): TriggerCondition {
  switch (condition.type) {
    case 'PIPELINE_END':
      return { ...condition, states: condition.states ?? ['SUCCESS'] }
    case 'ASSETS':
      return { ...condition, match: condition.match ?? 'ALL' }
    case 'FILE':
      return { ...condition, pollSeconds: condition.pollSeconds ?? DEFAULT_POLL_SECONDS }
    case 'SQL':
      return {
        ...condition,
        fires: condition.fires ?? 'BECOMES_TRUE',
        pollSeconds: condition.pollSeconds ?? DEFAULT_POLL_SECONDS,
      }
    case 'EVENT':
      return { ...condition, signed: condition.signed ?? false }
  }
}

/** Conditions that somebody has to look at from time to time. */
export const isPolled = ({ type }: Pick<TriggerCondition, 'type'>): boolean =>
  type === 'FILE' || type === 'SQL'

/** Why a chain of triggers is not continued. */
export const chainReason = (length: number): string =>
  `${length - 1} triggers in a row led here, and a chain may have ${MAX_CHAIN}: look for pipelines that start each other`
