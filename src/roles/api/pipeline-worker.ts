import { componentCatalog } from '../../components/catalog.ts'
import { analysisOf, drawingOf } from '../../features/pipelines/rules.ts'
import { serveWork } from '../../lib/serve-work.ts'
import { designOf } from '../../pipeline/design.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { cutPart } from '../../pipeline/part.ts'
import { reviewProject } from '../../pipeline/review/review.ts'
import { validateAll } from '../../pipeline/validate.ts'
import type { PipelineWork, PipelineWorkResult } from './pipeline-files.ts'

/** The thread that reads and validates pipeline files for an API process. */
serveWork((work: PipelineWork, progressed): PipelineWorkResult => {
  if ('files' in work) return wholeProject(work, progressed)
  if (work.kind === 'cut') return { kind: 'cut', cut: cutPart(work.path, work.text, work.part) }
  const { pipeline, root } = parsePipelineFile(work.path, work.text)
  if (work.kind === 'parse') return { kind: 'parsed', pipeline }
  return { kind: 'drawn', drawing: drawingOf(pipeline, designOf(root)) }
})

function wholeProject(
  { kind, files, warehouse }: Extract<PipelineWork, { readonly files: unknown }>,
  progressed: () => void,
): PipelineWorkResult {
  const texts = files.map(({ path, content }) => ({ path, text: content }))
  const facts = { warehouse }
  if (kind === 'review')
    return { kind: 'reviewed', review: reviewProject(texts, componentCatalog, facts, progressed) }
  const analysis = analysisOf(validateAll(texts, componentCatalog, facts, progressed))
  return { kind: 'analysed', analysis, characters: JSON.stringify(analysis).length }
}
