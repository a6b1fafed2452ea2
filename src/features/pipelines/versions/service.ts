import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { PageRequest } from '../../../http/page.ts'
import { notFoundIn } from '../../../lib/problem.ts'
import { compareComponents } from '../../../pipeline/compare.ts'
import { pipelineNameOf, pipelinePaths, pipelineReference } from '../../../pipeline/names.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import { type ArtifactFile, type Artifacts, readPipelineFiles } from '../../artifacts/service.ts'
import { enterEnvironment } from '../../environments/access.ts'
import {
  MAX_TEXT_CHARACTERS,
  type PipelineDiff,
  type PipelineDiffQuery,
  type PipelineVersionsQuery,
} from './schema.ts'
import * as store from './store.ts'

export interface VersionsDependencies {
  readonly db: Db
  readonly artifacts: Pick<Artifacts, 'version'>
  readonly parsePipeline: ParsePipeline
}

interface Side {
  readonly environmentName: string
  readonly versionName: string
  readonly file: ArtifactFile | undefined
}

/** What published versions changed about one pipeline. */
export function createVersions({ db, artifacts, parsePipeline }: VersionsDependencies) {
  async function list(
    caller: Caller,
    projectId: string,
    { environmentName, name }: PipelineVersionsQuery,
    page: PageRequest,
  ) {
    const reading = { project: 'artifacts:read', environment: 'environment:read' } as const
    const grant = await enterEnvironment(db, caller, projectId, environmentName, reading)
    const path = pathIn(name)
    return store.listVersions(db, grant, { name: pipelineReference(name), path }, page)
  }

  async function diff(caller: Caller, projectId: string, query: PipelineDiffQuery): Promise<PipelineDiff> {
    const { name, fromEnvironmentName, fromVersionName, toEnvironmentName, toVersionName } = query
    const sideOf = async (environmentName: string, versionName: string | undefined): Promise<Side> => {
      const version = await artifacts.version(caller, projectId, environmentName, versionName)
      const file = await fileIn(version.artifactId, name)
      return { environmentName, versionName: version.versionName, file }
    }
    const from = await sideOf(fromEnvironmentName, fromVersionName)
    const to = await sideOf(toEnvironmentName, toVersionName)
    if (from.file === undefined && to.file === undefined)
      throw notFoundIn('Pipeline', name, `the versions ${from.versionName} and ${to.versionName}`)
    const { added, changed, removed } = compareComponents(await read(from), await read(to))
    return {
      change: changeOf(from.file, to.file),
      components: { added: [...added], changed: [...changed], removed: [...removed] },
      from: shown(from),
      to: shown(to),
    }
  }

  async function fileIn(artifactId: Parameters<typeof readPipelineFiles>[1], name: string) {
    const path = pathIn(name)
    const paths = path === undefined ? pipelinePaths(pipelineReference(name)) : [path]
    for (const one of paths) {
      const [file] = await readPipelineFiles(db, artifactId, one)
      if (file !== undefined) return file
    }
    return undefined
  }

  /** A file beyond the limits of reading has no components to compare; its text still is there. */
  const read = async ({ file }: Side) =>
    file && (await parsePipeline(file.path, file.content).catch(() => undefined))

  return { list, diff }
}

export type Versions = ReturnType<typeof createVersions>

/** The path that a name with an ending is. */
const pathIn = (name: string): string | undefined =>
  pipelineNameOf(name) === undefined ? undefined : name.replace(/^(?:\.?\/)+/, '')

function changeOf(from: ArtifactFile | undefined, to: ArtifactFile | undefined): PipelineDiff['change'] {
  if (from === undefined) return 'ADDED'
  if (to === undefined) return 'REMOVED'
  return from.path === to.path && from.content === to.content ? 'NONE' : 'MODIFIED'
}

const shown = ({ environmentName, versionName, file }: Side): PipelineDiff['from'] => ({
  environmentName,
  versionName,
  ...(file !== undefined && { path: file.path, text: file.content.slice(0, MAX_TEXT_CHARACTERS) }),
  textTruncated: file !== undefined && file.content.length > MAX_TEXT_CHARACTERS,
})
