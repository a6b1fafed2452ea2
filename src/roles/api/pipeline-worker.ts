import { componentCatalog } from '../../components/catalog.ts'
import { analysisOf, drawingOf, sharedCallsIn } from '../../features/pipelines/rules.ts'
import { serveWork } from '../../lib/serve-work.ts'
import { designOf } from '../../pipeline/design.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { cutPart } from '../../pipeline/part.ts'
import { reviewProject } from '../../pipeline/review/review.ts'
import { isSharedPipelinesFile } from '../../pipeline/shared/config-paths.ts'
import { declareShared } from '../../pipeline/shared/declare.ts'
import { validateAll } from '../../pipeline/validate.ts'
import type { PipelineWork, PipelineWorkResult } from './pipeline-files.ts'
import { plannedAssets } from './planned-assets.ts'

/** The thread that reads and validates pipeline files for an API process. */
serveWork((work: PipelineWork, progressed): PipelineWorkResult => {
  if (work.kind === 'plan') return { kind: 'planned', planned: plannedAssets(work.version, progressed) }
  if ('files' in work) return wholeProject(work, progressed)
  if (work.kind === 'cut') return { kind: 'cut', cut: cutPart(work.path, work.text, work.part) }
  const { pipeline, root } = parsePipelineFile(work.path, work.text)
  if (work.kind === 'parse') return { kind: 'parsed', pipeline }
  return { kind: 'drawn', drawing: drawingOf(pipeline, designOf(root)) }
})

function wholeProject(
  { kind, files, facts }: Extract<PipelineWork, { readonly files: unknown }>,
  progressed: () => void,
): PipelineWorkResult {
  const texts = files.map(({ path, content }) => ({ path, text: content }))
  if (kind === 'review')
    return { kind: 'reviewed', review: reviewProject(texts, componentCatalog, facts, progressed) }
  const shared = kind === 'share' ? declareShared(texts) : undefined
  const pipelines = texts.filter(({ path }) => !isSharedPipelinesFile(path))
  const analysis = analysisOf(validateAll(pipelines, componentCatalog, facts, progressed))
  if (shared !== undefined) {
    const { pipelines: declared, faults: declarationFaults } = shared
    const faults = analysis.flatMap((one) => one.faults)
    const calls = sharedCallsIn(analysis)
    return { kind: 'shared', shared: { pipelines: declared, declarationFaults, faults, calls } }
  }
  return { kind: 'analysed', analysis, characters: JSON.stringify(analysis).length }
}
