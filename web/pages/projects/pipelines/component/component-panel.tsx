import { ActionIcon, Badge, Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { lookOfType } from '../../../../components/pipeline-graph/component-types.ts'
import type { PipelineSummary } from '../../../../components/pipelines/use-pipelines.ts'
import { paths } from '../../../../paths.ts'
import { PageLink } from '../../../../ui/link.tsx'
import { type PipelineAddress, sourceOf } from '../address.ts'
import { childOf, type DrawnComponent, incomingOf, type PipelineDetails } from '../pipeline/details.ts'
import { FaultList } from '../pipeline/fault-list.tsx'
import { meant } from '../tree/folders.ts'
import classes from './component.module.css'
import { Parameter } from './parameter-value.tsx'
import { parametersOf } from './parameters.ts'

const WebhookEditor = lazy(async () => ({
  default: (await import('../webhook/webhook-editor.tsx')).WebhookEditor,
}))

interface PanelProps {
  readonly projectId: string
  readonly address: PipelineAddress
  readonly pipeline: PipelineDetails
  readonly summaries: readonly PipelineSummary[]
  readonly component: DrawnComponent
  readonly onSelect: (name: string | undefined) => void
}

/** The properties of the chosen component, what validation says of it, and where its links lead. */
export function ComponentPanel(props: PanelProps) {
  const { pipeline, component, onSelect } = props
  const { icon: Icon, title } = lookOfType(component.type)
  const faults = pipeline.faults.filter((fault) => fault.component === component.name)
  const panel = useShownWhenChosen(component.name)
  return (
    <section ref={panel} className={classes['panel']} aria-label={`Component ${component.name}`}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Icon size={20} aria-hidden />
            <div>
              <Title order={3} lh={1.25} style={{ overflowWrap: 'anywhere' }}>
                {component.name}
              </Title>
              <Text size="xs" c="dimmed">
                {title} · line {component.line}
              </Text>
            </div>
          </Group>
          <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={() => onSelect(undefined)}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
        {component.skipped && (
          <Badge variant="default" tt="none">
            Skipped: does not run; its links fire as if it had succeeded
          </Badge>
        )}
        {faults.length > 0 && <FaultList faults={faults} />}
        <ChildLink {...props} />
        {component.type === 'webhook-post' ? (
          <Suspense fallback={null}>
            <WebhookEditor
              key={component.name}
              projectId={props.projectId}
              pipeline={pipeline}
              component={component}
            />
          </Suspense>
        ) : (
          <Parameters parameters={component.parameters} />
        )}
        <PostProcessing component={component} />
        <Links {...props} />
      </Stack>
    </section>
  )
}

/** On narrow screens the panel is below the graph, so selecting a component scrolls to it. */
function useShownWhenChosen(name: string) {
  const panel = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another component is another panel
  useEffect(() => {
    const { current } = panel
    if (current === null || current.getBoundingClientRect().top < window.innerHeight * 0.8) return
    current.scrollIntoView({ block: 'start' })
  }, [name])
  return panel
}

function ChildLink({ projectId, address, summaries, component }: PanelProps) {
  const child = childOf(component)
  if (child === undefined) return null
  const summary = meant(summaries, child.reference, child.pipelineType)
  if (summary === undefined)
    return (
      <Text size="sm" c="dimmed">
        Runs {child.reference}, which is not among these files.
      </Text>
    )
  const search = { ...sourceOf(address), find: address.find, pipeline: summary.path }
  return (
    <Text size="sm">
      Runs{' '}
      <PageLink to={paths.pipelines} params={{ projectId }} search={search}>
        {summary.name}
      </PageLink>
    </Text>
  )
}

function Parameters({ parameters }: { readonly parameters: DrawnComponent['parameters'] }) {
  const entries = parametersOf(parameters)
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No parameters.
      </Text>
    )
  return (
    <dl className={classes['parameters']}>
      {entries.map(([name, value]) => (
        <Parameter key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function PostProcessing({ component: { postProcessing } }: { readonly component: DrawnComponent }) {
  if (postProcessing === undefined) return null
  const { updateScalarVariables, updateGridVariables, updateOutputMessage } = postProcessing
  return (
    <>
      <Divider label="Post-processing" labelPosition="left" />
      <dl className={classes['parameters']}>
        {updateScalarVariables.length > 0 && (
          <Parameter name="updateScalarVariables" value={updateScalarVariables} />
        )}
        {updateGridVariables.map(({ variable, values }) => (
          <Parameter key={variable} name={variable} value={values} />
        ))}
        {updateOutputMessage !== undefined && (
          <Parameter name="updateOutputMessage" value={updateOutputMessage} />
        )}
      </dl>
    </>
  )
}

function Links({ pipeline, component, onSelect }: PanelProps) {
  const before = incomingOf(pipeline.components, component.name)
  const after = Object.entries(component.transitions).flatMap(([condition, names]) =>
    names.map((name) => ({ condition, name })),
  )
  const { iterationTarget } = component
  if (iterationTarget !== undefined) after.unshift({ condition: 'repeats', name: iterationTarget })
  const readers = pipeline.components.filter(({ sources }) => sources.includes(component.name))
  after.push(...readers.map(({ name }) => ({ condition: 'rows to', name })))
  if (before.length + after.length === 0) return null
  return (
    <>
      <Divider label="Links" labelPosition="left" />
      <Stack gap={4}>
        {before.map((name) => (
          <LinkRow key={`before ${name}`} word="after" name={name} onSelect={onSelect} />
        ))}
        {after.map(({ condition, name }) => (
          <LinkRow key={`${condition} ${name}`} word={condition} name={name} onSelect={onSelect} />
        ))}
      </Stack>
    </>
  )
}

interface LinkRowProps {
  readonly word: string
  readonly name: string
  readonly onSelect: PanelProps['onSelect']
}

const LinkRow = ({ word, name, onSelect }: LinkRowProps) => (
  <Group gap="xs" wrap="nowrap">
    <Text size="xs" c="dimmed" w={86} ta="right" style={{ flex: 'none' }}>
      {word}
    </Text>
    <Button variant="default" size="compact-xs" onClick={() => onSelect(name)} style={{ minHeight: 24 }}>
      {name}
    </Button>
  </Group>
)
