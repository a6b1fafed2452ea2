import { datasetOf, type Place } from '../../components/asset-places.ts'
import { type PlannedStep, plannedSteps } from '../../components/planned/planned-steps.ts'
import type { PlannedAssets, VersionFiles } from '../../features/lineage/access.ts'
import type { DatabasePlace } from '../../lib/datasets.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { pipelineFilesOf } from '../../pipeline/validate.ts'
import type { WireAssets } from '../../protocol/asset-messages.ts'

/**
 * A version, and how the tables of its environment's database are named; undefined when that is not known.
 */
export interface VersionPlan extends Omit<VersionFiles, 'connection'> {
  readonly database: DatabasePlace | undefined
}

const MAX_PLACES = 100

/** What the components of a version will report when they run, as runners do it. */
export function plannedAssets(version: VersionPlan, progressed: () => void): PlannedAssets[] {
  const texts = new Map(version.files.map(({ path, content }) => [path, content]))
  const pipelines = pipelineFilesOf(version.files).flatMap(({ path, content }) => {
    const { pipeline } = parsePipelineFile(path, content)
    progressed()
    return pipeline ?? []
  })
  const steps = plannedSteps(pipelines, { values: valuesOf(version), readFile: (path) => texts.get(path) })
  return steps.flatMap((step) => reportOf(step, version) ?? [])
}

const valuesOf = ({ variables, projectId, environmentName, versionName }: VersionPlan) =>
  new Map([
    ...variables.map(({ name, value }) => [name, value] as const),
    ['sysvar.environment.name', environmentName],
    ['sysvar.project.id', projectId],
    ['sysvar.artifact.versionName', versionName],
  ])

function reportOf(step: PlannedStep, version: VersionPlan): PlannedAssets | undefined {
  const { pipelineName, componentName, scripts, queries } = step
  const { database, projectId: project, environmentName: environment } = version
  const datasets = (places: readonly Place[]) =>
    places.slice(0, MAX_PLACES).flatMap((place) => {
      const found = datasetOf(place, { database, project, environment })
      return found ?? []
    })
  const [reads, writes] = [datasets(step.reads), datasets(step.writes)]
  const hasScripts = scripts.length > 0 && database !== undefined
  if (reads.length + writes.length === 0 && !hasScripts) return undefined
  const statements = database as NonNullable<WireAssets['statements']>
  return {
    pipelineName,
    componentName,
    assets: { reads, writes, ...(hasScripts && { statements }) },
    scripts,
    queries: database && { database, statements: queries },
  }
}
