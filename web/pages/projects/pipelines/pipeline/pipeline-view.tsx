import { Badge, Button, Group, Loader, Stack, Tabs, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CirclePlay, Pencil } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { PipelineGraph } from '../../../../components/pipeline-graph/pipeline-graph.tsx'
import type { PipelineSummary } from '../../../../components/pipelines/use-pipelines.ts'
import type { Source } from '../../../../components/pipelines/usual-source.ts'
import { runNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { paths } from '../../../../paths.ts'
import { ButtonLink } from '../../../../ui/link.tsx'
import type { ChangePipelineAddress, PipelineAddress } from '../address.ts'
import { ChangeMenu } from '../change/change-menu.tsx'
import type { Place } from '../change/rename.ts'
import { ComponentPanel } from '../component/component-panel.tsx'
import { RunDialog } from '../run/run-dialog.tsx'
import { AssetsTab } from './assets-tab.tsx'
import { CallsTab } from './calls-tab.tsx'
import { ComponentList } from './component-list.tsx'
import { type FileFault, faultsByComponent, type PipelineDetails } from './details.ts'
import { FaultList } from './fault-list.tsx'
import classes from './pipeline.module.css'
import { RunsTab } from './runs-tab.tsx'
import { SourceText } from './source-text.tsx'
import { VariablesTab } from './variables-tab.tsx'

/** It reads pipelines in the browser to compare them, and the code for that is only loaded then. */
const VersionsTab = lazy(async () => ({
  default: (await import('./versions/versions-tab.tsx')).VersionsTab,
}))

interface ViewProps {
  readonly projectId: string
  readonly address: PipelineAddress
  readonly change: ChangePipelineAddress
  readonly pipeline: PipelineDetails
  readonly source: Source
  readonly summaries: readonly PipelineSummary[]
}

const tabs = ['graph', 'components', 'variables', 'runs', 'assets', 'calls', 'versions', 'text'] as const
type Tab = (typeof tabs)[number]

/**
 * One pipeline: its graph, its components as a list, its variables, its runs and schedules, who runs it and
 * whom it runs, its versions, and its text; a chosen component at the side.
 */
export function PipelineView(props: ViewProps) {
  const { address, change, pipeline } = props
  const tab: Tab = tabs.find((known) => known === address.tab) ?? 'graph'
  const component = pipeline.components.find(({ name }) => name === address.component)
  const select = (name: string | undefined) => change({ component: name })
  return (
    <Stack gap="sm" className={classes['stage']!}>
      <Head {...props} />
      <Tabs
        value={tab}
        onChange={(chosen) => change({ tab: chosen === 'graph' ? undefined : (chosen ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="graph">Graph</Tabs.Tab>
          <Tabs.Tab value="components">Components ({pipeline.components.length})</Tabs.Tab>
          <Tabs.Tab value="variables">Variables ({pipeline.variables.length})</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
          <Tabs.Tab value="assets">Assets</Tabs.Tab>
          <Tabs.Tab value="calls">Calls</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
          <Tabs.Tab value="text">Source text</Tabs.Tab>
        </Tabs.List>
        {(['graph', 'components'] as const).map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <div className={classes['split']} data-panel={component !== undefined || undefined}>
              {kind === 'graph' ? <GraphTab {...props} onSelect={select} /> : <ListTab {...props} />}
              {component !== undefined && (
                <ComponentPanel {...props} component={component} onSelect={select} />
              )}
            </div>
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="variables">
          <VariablesTab variables={pipeline.variables} />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunsTab key={pipeline.name} projectId={props.projectId} name={pipeline.name} />
        </Tabs.Panel>
        <Tabs.Panel value="assets">
          <AssetsTab key={pipeline.path} projectId={props.projectId} name={pipeline.name} />
        </Tabs.Panel>
        <Tabs.Panel value="calls">
          <CallsTab
            projectId={props.projectId}
            address={address}
            source={props.source}
            path={pipeline.path}
          />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Suspense fallback={<Loader aria-label="Loading the versions" />}>
            <VersionsTab
              projectId={props.projectId}
              path={pipeline.path}
              environmentName={address.environment}
            />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <SourceText pipeline={pipeline} line={address.line ?? component?.line} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function Head(props: ViewProps) {
  const { pipeline } = props
  const origin =
    pipeline.commitHash === undefined
      ? `version ${pipeline.versionName}`
      : `commit ${pipeline.commitHash.slice(0, 8)}`
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
        <Group gap="xs">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {pipeline.name}
          </Title>
          <Badge variant="default" tt="none">
            {pipeline.pipelineType}
          </Badge>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {origin}
          </Text>
        </Group>
        {pipeline.description !== '' && (
          <Text size="sm" c="dimmed">
            {pipeline.description}
          </Text>
        )}
      </div>
      <Actions {...props} />
    </Group>
  )
}

/** What can be done with it: edit, run, rename, delete. */
function Actions(props: ViewProps) {
  const { projectId, address, change, pipeline, summaries } = props
  const [isRunning, { open, close }] = useDisclosure(false)
  const place = newestOfBranch(props)
  return (
    <Group gap="xs" wrap="nowrap" style={{ flex: 'none' }}>
      {place !== undefined && (
        <May needs={{ projectId, permission: 'repository:push' }}>
          <ButtonLink
            variant="default"
            leftSection={<Pencil size={16} aria-hidden />}
            to={paths.designer}
            params={{ projectId }}
            search={{ branch: address.branch, file: pipeline.path }}
          >
            Edit
          </ButtonLink>
        </May>
      )}
      <May needs={runNeed(projectId)}>
        <Button leftSection={<CirclePlay size={16} aria-hidden />} onClick={open} aria-haspopup="dialog">
          Run
        </Button>
      </May>
      {place !== undefined && (
        <May needs={{ projectId, permission: 'repository:push' }}>
          <ChangeMenu
            place={place}
            pipeline={{ name: pipeline.name, path: pipeline.path, kind: pipeline.pipelineType }}
            taken={summaries.map(({ path }) => path)}
            onChanged={(path) => change({ pipeline: path, component: undefined, line: undefined })}
          />
        </May>
      )}
      {isRunning && <RunDialog projectId={projectId} address={address} pipeline={pipeline} onClose={close} />}
    </Group>
  )
}

/** Where the pipeline can be changed: on the branch whose newest commit is shown. */
function newestOfBranch({
  projectId,
  address,
  pipeline: { commitHash },
  source,
}: ViewProps): Place | undefined {
  if (!('ref' in source) || commitHash === undefined || address.commit !== undefined) return undefined
  return { projectId, branch: source.ref, baseCommit: commitHash }
}

const none = { errors: 0, warnings: 0 }

function GraphTab(props: ViewProps & { readonly onSelect: (name: string | undefined) => void }) {
  const { address, change, pipeline, summaries, onSelect } = props
  const counts = useMemo(() => faultsByComponent(pipeline.faults), [pipeline.faults])
  const { errors, warnings } = summaries.find(({ path }) => path === pipeline.path)?.faultCount ?? none
  const total = Math.max(errors + warnings, pipeline.faults.length)
  const show = ({ component, line }: FileFault) =>
    component !== undefined && pipeline.components.some(({ name }) => name === component)
      ? onSelect(component)
      : change({ tab: 'text', line })
  return (
    <Stack gap="xs">
      {pipeline.components.length > 0 && (
        <PipelineGraph
          label={`Graph of ${pipeline.name}`}
          components={pipeline.components}
          notes={pipeline.notes}
          groups={pipeline.groups}
          faults={counts}
          selected={address.component}
          onSelect={onSelect}
          height="max(380px, calc(100dvh - 330px))"
        />
      )}
      {pipeline.faults.length === 0 ? (
        <Text size="sm" c="dimmed">
          No problems found.
        </Text>
      ) : (
        <section aria-label="Validation">
          <Title order={3} mb={4}>
            Faults ({total})
          </Title>
          <FaultList faults={pipeline.faults} onShow={show} />
          {total > pipeline.faults.length && (
            <Text size="sm" c="dimmed">
              These are the first {pipeline.faults.length}; correct them to see the others.
            </Text>
          )}
        </section>
      )}
    </Stack>
  )
}

function ListTab({ address, change, pipeline }: ViewProps) {
  const counts = useMemo(() => faultsByComponent(pipeline.faults), [pipeline.faults])
  return (
    <ComponentList
      components={pipeline.components}
      faults={counts}
      selected={address.component}
      onSelect={(component) => change({ component })}
    />
  )
}
