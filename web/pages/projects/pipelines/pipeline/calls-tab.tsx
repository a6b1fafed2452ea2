import { api } from '../../../../api/client.ts'
import { CallLists } from '../../../../components/pipelines/calls/call-lists.tsx'
import type { Source } from '../../../../components/pipelines/usual-source.ts'
import { paths } from '../../../../paths.ts'
import { PageLink } from '../../../../ui/link.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { type PipelineAddress, sourceOf } from '../address.ts'

interface CallsTabProps {
  readonly projectId: string
  readonly address: PipelineAddress
  readonly source: Source
  readonly path: string
}

/** Who runs a pipeline and whom it runs, in the commit or version that is shown. */
export function CallsTab({ projectId, address, source, path }: CallsTabProps) {
  const { data, error, refetch } = api.useQuery('get', '/v1/projects/{projectId}/pipelines/calls', {
    params: { path: { projectId }, query: { ...source, name: path } },
  })
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  const link = (pipeline: string, label: string, component?: string) => (
    <PageLink
      to={paths.pipelines}
      params={{ projectId }}
      search={{ ...sourceOf(address), pipeline, component }}
      size="sm"
      underline="always"
    >
      {label}
    </PageLink>
  )
  return <CallLists calls={data} linkTo={link} linkToOwn={(component) => link(path, component, component)} />
}
