import { Button, Loader } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { PanelLeft } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { FirstSteps } from '../../../components/first-steps/first-steps.tsx'
import { type PipelineSummary, usePipelines } from '../../../components/pipelines/use-pipelines.ts'
import type { Source } from '../../../components/pipelines/usual-source.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import type { ChangePipelineAddress, PipelineAddress } from './address.ts'
import { FirstPipeline } from './first-pipeline.tsx'
import { NewPipeline } from './new-pipeline.tsx'
import classes from './page.module.css'
import { PipelineView } from './pipeline/pipeline-view.tsx'
import { SourceChoice } from './source/source-choice.tsx'
import { useSources } from './source/use-sources.ts'
import { meant } from './tree/folders.ts'
import { PipelineTree } from './tree/tree-view.tsx'

/** The pipelines of a project, from Git or as published: their tree, and the chosen one as a graph. */
export function PipelinesPage() {
  const projectId = useProjectId()
  const [address, change] = useAddress('pipelines')
  const sources = useSources(projectId, address)
  const pipelines = usePipelines(projectId, sources.source)
  const isNothing = !sources.isLoading && sources.source === undefined && !sources.error
  return (
    <Page
      title="Pipelines"
      actions={
        <>
          <SourceChoice projectId={projectId} address={address} change={change} sources={sources} />
          <NewPipeline projectId={projectId} branch={address.branch} />
        </>
      }
    >
      <FirstSteps projectId={projectId} />
      <ProblemAlert error={sources.error} />
      <ProblemAlert error={pipelines.error} onRetry={() => void pipelines.refetch()} />
      {isNothing && <NoSource projectId={projectId} branch={address.branch} />}
      {(sources.isLoading || pipelines.isLoading) && <Loader aria-label="Loading the pipelines" />}
      {pipelines.data?.length === 0 && (
        <FirstPipeline projectId={projectId} branch={address.branch} title="No pipelines here">
          There are no .orch.yaml or .tran.yaml files. Start one below, push one to the branch, publish a
          version, or choose another source above.
        </FirstPipeline>
      )}
      {sources.source !== undefined && pipelines.data !== undefined && pipelines.data.length > 0 && (
        <Workbench
          projectId={projectId}
          address={address}
          change={change}
          source={sources.source}
          summaries={pipelines.data}
        />
      )}
    </Page>
  )
}

interface WorkbenchProps {
  readonly projectId: string
  readonly address: PipelineAddress
  readonly change: ChangePipelineAddress
  readonly source: Source
  readonly summaries: readonly PipelineSummary[]
}

/** The tree on the left, the selected pipeline on the right. On narrow screens the tree collapses. */
function Workbench(props: WorkbenchProps) {
  const { address, summaries } = props
  const [isShown, { toggle }] = useDisclosure(address.pipeline === undefined)
  const open = address.pipeline === undefined ? undefined : meant(summaries, address.pipeline)
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const tree = <PipelineTree {...props} open={open} />
  return (
    <div className={classes['workbench']}>
      {isWide ? (
        <div className={classes['tree']}>{tree}</div>
      ) : (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<PanelLeft size={14} aria-hidden />}
            aria-expanded={isShown}
            onClick={toggle}
          >
            Pipelines ({summaries.length})
          </Button>
          {isShown && <div className={classes['folded']}>{tree}</div>}
        </div>
      )}
      <div className={classes['chosen']}>
        <Chosen {...props} />
      </div>
    </div>
  )
}

function Chosen(props: WorkbenchProps) {
  const { projectId, address, source } = props
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/details',
    { params: { path: { projectId }, query: { ...source, name: address.pipeline ?? '' } } },
    { enabled: address.pipeline !== undefined, placeholderData: keepPreviousData },
  )
  if (address.pipeline === undefined)
    return (
      <EmptyState title="No pipeline selected">
        Select a pipeline to see its graph, components, variables and validation results.
      </EmptyState>
    )
  if (error === null && data === undefined) return <Loader aria-label="Loading the pipeline" />
  return (
    <>
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      {data !== undefined && <PipelineView {...props} pipeline={data} />}
    </>
  )
}

interface NoSourceProps {
  readonly projectId: string
  readonly branch: string | undefined
}

const NoSource = ({ projectId, branch }: NoSourceProps) => (
  <FirstPipeline projectId={projectId} branch={branch} title="No pipelines yet">
    Create the first one with New pipeline, which also gives the project a repository. Or connect a{' '}
    <PageLink to={paths.repository} params={{ projectId }} underline="always">
      repository
    </PageLink>{' '}
    that contains them, or create an{' '}
    <PageLink to={paths.environments} params={{ projectId }} underline="always">
      environment
    </PageLink>{' '}
    and publish a version to it with headrace publish.
  </FirstPipeline>
)
