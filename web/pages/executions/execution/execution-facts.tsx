import { Group } from '@mantine/core'
import { api } from '../../../api/client.ts'
import { useRunners } from '../../../components/choices.ts'
import { type Execution, triggerName } from '../../../components/executions/shapes.ts'
import { Took } from '../../../components/executions/took.tsx'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import { Status } from '../../../ui/status.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { type Fact, Facts } from './facts.tsx'
import { pageSource } from './page-source.ts'

const STALE_MS = 60_000

/** Where, when, by whom and for how long. */
export function ExecutionFacts({ execution }: { readonly execution: Execution }) {
  const { status, queuedAt, startedAt, finishedAt } = execution
  const { trigger, user, executionTag, agentId } = execution
  const facts: Fact[] = [
    { name: 'Status', value: <Status status={status} /> },
    { name: 'Took', value: <Took from={startedAt} to={finishedAt} /> },
    { name: 'Pipeline', value: <Pipeline execution={execution} /> },
    { name: 'Environment', value: <Environment execution={execution} /> },
    sourceOf(execution),
    ...partOf(execution),
    { name: 'Queued', value: exactTime(queuedAt) },
    { name: 'Started', value: startedAt === undefined ? '–' : exactTime(startedAt) },
    { name: 'Ended', value: finishedAt === undefined ? '–' : exactTime(finishedAt) },
    { name: 'Started by', value: `${triggerName(trigger)}, ${user}` },
    { name: 'Runner', value: <Runner agentId={agentId} /> },
    ...(execution.scheduleId === undefined
      ? []
      : [{ name: 'Schedule', value: <Schedule execution={execution} /> }]),
    ...(executionTag === undefined ? [] : [{ name: 'Tag', value: executionTag }]),
    ...(execution.rerunOf === undefined
      ? []
      : [{ name: 'Rerun of', value: <Origin id={execution.rerunOf} /> }]),
  ]
  return (
    <Group gap="xs">
      <Facts facts={facts} />
    </Group>
  )
}

interface OfExecution {
  readonly execution: Execution
}

/** Of a run of a part of the pipeline, which part. */
function partOf({ fromComponentName, onlyComponentName }: Execution): Fact[] {
  if (fromComponentName !== undefined) return [{ name: 'Part', value: `from ${fromComponentName} on` }]
  return onlyComponentName === undefined ? [] : [{ name: 'Part', value: `only ${onlyComponentName}` }]
}

/** What it ran: a version, or the branch, commit or draft that was run without being published. */
function sourceOf(execution: Execution): Fact {
  const { ref, draft, commitHash } = execution
  if (ref === undefined && draft === undefined)
    return { name: 'Version', value: <Version execution={execution} /> }
  const commit = commitHash === undefined ? undefined : <Commit execution={execution} />
  if (draft !== undefined)
    return {
      name: 'Draft',
      value:
        commit === undefined ? (
          draft
        ) : (
          <>
            {draft} on {commit}
          </>
        ),
    }
  return {
    name: 'Unpublished',
    value: commitHash?.startsWith(ref!) ? (
      commit
    ) : (
      <>
        {ref} at {commit}
      </>
    ),
  }
}

const SHORT_HASH = 10

/** Leads to the pipeline as this commit has it. */
const Commit = ({ execution: { projectId, commitHash, pipelineName } }: OfExecution) => (
  <PageLink
    to={paths.pipelines}
    params={{ projectId }}
    search={{ ...(commitHash !== undefined && { commit: commitHash }), pipeline: pipelineName }}
    size="sm"
  >
    {commitHash?.slice(0, SHORT_HASH)}
  </PageLink>
)

/** Leads to the pipeline as this version has it. */
const Pipeline = ({ execution }: OfExecution) => (
  <PageLink
    to={paths.pipelines}
    params={{ projectId: execution.projectId }}
    search={{ ...pageSource(execution), pipeline: execution.pipelineName }}
    size="sm"
  >
    {execution.pipelineName}
  </PageLink>
)

const Environment = ({ execution: { projectId, environmentName } }: OfExecution) => (
  <PageLink
    to={paths.environments}
    params={{ projectId }}
    search={{ environment: environmentName }}
    size="sm"
  >
    {environmentName}
  </PageLink>
)

/** Leads to the files, the commit and the publisher of the version. */
const Version = ({ execution: { projectId, environmentName, versionName } }: OfExecution) => (
  <PageLink
    to={paths.environments}
    params={{ projectId }}
    search={{ environment: environmentName, version: versionName }}
    size="sm"
  >
    {versionName}
  </PageLink>
)

/** By name, if the user may see runners. */
function Runner({ agentId }: { readonly agentId: string }) {
  const { data } = useRunners({ staleTime: STALE_MS })
  const name = data?.find((agent) => agent.agentId === agentId)?.name
  return (
    <PageLink to={paths.runner} params={{ agentId }} size="sm">
      {name ?? agentId.slice(0, 8)}
    </PageLink>
  )
}

function Schedule({ execution: { projectId, scheduleId = '' } }: { readonly execution: Execution }) {
  const { data } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/schedules/{scheduleId}',
    { params: { path: { projectId, scheduleId } } },
    { staleTime: STALE_MS },
  )
  return (
    <PageLink to={paths.schedule} params={{ projectId, scheduleId }} size="sm">
      {data?.name ?? scheduleId.slice(0, 8)}
    </PageLink>
  )
}

const Origin = ({ id }: { readonly id: string }) => (
  <PageLink to={paths.execution} params={{ executionId: id }} size="sm">
    an earlier execution
  </PageLink>
)
