import type { AssetEdge } from '../../../components/lineage/shapes.ts'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import { Ago } from '../../../ui/time.tsx'

const words: Readonly<Record<AssetEdge['knownFrom'][number], string>> = {
  RUN: 'runs',
  VERSION: 'the published version',
}

/** Where it is known from: `runs, the published version`. */
export const sourcesText = (sources: AssetEdge['knownFrom']): string =>
  sources.map((source) => words[source]).join(', ')

/** The execution that did it last; what is known from a version may not have run yet. */
export const LastRun = ({
  of: { lastExecutionId, lastTime },
}: {
  readonly of: Pick<AssetEdge, 'lastExecutionId' | 'lastTime'>
}) =>
  lastExecutionId === undefined ? (
    'not run yet'
  ) : (
    <PageLink to={paths.execution} params={{ executionId: lastExecutionId }} size="sm">
      <Ago at={lastTime} />
    </PageLink>
  )
