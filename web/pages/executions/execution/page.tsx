import { Alert, Loader, Tabs } from '@mantine/core'
import { api } from '../../../api/client.ts'
import { isProblem } from '../../../api/problem.ts'
import { type Execution, isLive } from '../../../components/executions/shapes.ts'
import { useProjectNames } from '../../../components/projects.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink, PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { lookOf } from '../../../ui/status.tsx'
import { useAddress } from '../../../use-address.ts'
import { useExecutionId } from '../../../use-params.ts'
import { Actions } from './actions.tsx'
import classes from './execution.module.css'
import { ExecutionFacts } from './execution-facts.tsx'
import { LogTab } from './log-tab.tsx'
import { StepsTab } from './steps-tab.tsx'
import { VariablesTab } from './variables-tab.tsx'

const LIVE_MS = 800

/** One execution: what it does now, or what it did. */
export function ExecutionPage() {
  const executionId = useExecutionId()
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/pipeline-executions/{pipelineExecutionId}',
    { params: { path: { pipelineExecutionId: executionId! } } },
    {
      refetchInterval: ({ state }) =>
        state.data !== undefined && isLive(state.data.status) ? LIVE_MS : false,
    },
  )
  if (data !== undefined) return <Known key={executionId} execution={data} />
  if (error === null) return <Loader aria-label="Loading the execution" />
  return (
    <Page title="Execution">
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      {isProblem(error) && error.status === 404 && (
        <div>
          <ButtonLink to={paths.executions} variant="default">
            All executions
          </ButtonLink>
        </div>
      )}
    </Page>
  )
}

function Known({ execution }: { readonly execution: Execution }) {
  const { projectId, pipelineName, status, message, parentPipelineExecutionId: parentId } = execution
  const projects = useProjectNames()
  const trail = [
    <PageLink key="project" to={paths.projectExecutions} params={{ projectId }} size="sm">
      Executions of {projects.get(projectId) ?? 'the project'}
    </PageLink>,
    ...(parentId === undefined
      ? []
      : [
          <PageLink key="parent" to={paths.execution} params={{ executionId: parentId }} size="sm">
            Parent execution
          </PageLink>,
        ]),
  ]
  return (
    <Page title={pipelineName} trail={trail} actions={<Actions execution={execution} />}>
      <ExecutionFacts execution={execution} />
      {message !== undefined && (
        <Alert
          color={lookOf(status).colour}
          title={status === 'FAILED' ? 'Failure reason' : 'Message'}
          py="xs"
        >
          <span className={classes['lines']}>{message}</span>
        </Alert>
      )}
      <Views execution={execution} />
    </Page>
  )
}

function Views({ execution }: { readonly execution: Execution }) {
  const [{ view, step, lines }, change] = useAddress('execution')
  const shown = view === 'log' || view === 'variables' ? view : 'steps'
  return (
    <Tabs
      value={shown}
      onChange={(wanted) => change({ view: wanted === 'steps' ? undefined : (wanted ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="steps">Steps</Tabs.Tab>
        <Tabs.Tab value="log">Log</Tabs.Tab>
        <Tabs.Tab value="variables">Variables</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="steps">
        <StepsTab
          execution={execution}
          selected={step}
          onSelect={(id) => change({ step: id })}
          onLog={(id) => change({ view: 'log', lines: id }, { push: true })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="log">
        <LogTab execution={execution} stepId={lines} onStep={(id) => change({ lines: id })} />
      </Tabs.Panel>
      <Tabs.Panel value="variables">
        <VariablesTab execution={execution} />
      </Tabs.Panel>
    </Tabs>
  )
}
