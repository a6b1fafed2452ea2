import { Button, CloseButton, Group, Loader, Select, Text, Title } from '@mantine/core'
import { Table2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useUnpublishedPlaces } from '../../pipelines/use-unpublished-places.ts'
import type { Editor } from '../state/use-editor.ts'
import { useProjectFacts } from '../state/use-project-facts.ts'
import classes from './sample.module.css'
import { SampleOutcome } from './sample-outcome.tsx'
import type { Sampling } from './use-sampling.ts'

export const SAMPLE_IN = 'Sample in'
const LIMITS = ['20', '100', '500', '1000']

interface SamplePanelProps {
  readonly editor: Editor
  readonly sampling: Sampling
  /** The one that is chosen. */
  readonly component: string | undefined
  readonly onShow: (component: string) => void
}

/** What reaches the chosen component of a transformation, or comes out of it: rows, columns, and its SQL. */
export function SamplePanel({ editor, sampling, component, onShow }: SamplePanelProps) {
  const { projectId } = editor.key
  const places = useUnpublishedPlaces(projectId)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' }) // some browsers answer a promise, which is no way to end an effect
  }, [])
  return (
    <section ref={panel} className={classes['panel']} aria-label="Sample" data-sample>
      <Head sampling={sampling} component={component} places={places.names} />
      <ProblemAlert error={places.error} />
      {places.isSuccess && places.names.length === 0 ? (
        <Text size="sm">
          No environment of this project lets you run what is not published. Allow it in the settings of an
          environment.
        </Text>
      ) : (
        <Content editor={editor} sampling={sampling} component={component} onShow={onShow} />
      )}
    </section>
  )
}

interface HeadProps {
  readonly sampling: Sampling
  readonly component: string | undefined
  readonly places: readonly string[]
}

function Head({ sampling, component, places }: HeadProps) {
  const { environment, limit } = sampling
  return (
    <Group gap="xs" justify="space-between" align="center">
      <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
        {component === undefined ? 'Sample' : `Sample of ${component}`}
      </Title>
      <Group gap={6}>
        <Select
          size="xs"
          w={170}
          aria-label={SAMPLE_IN}
          placeholder="Choose an environment"
          allowDeselect={false}
          data={[...places]}
          value={environment !== undefined && places.includes(environment) ? environment : null}
          comboboxProps={{ zIndex: 400 }}
          onChange={(chosen) => {
            if (chosen !== null) sampling.sampleIn(chosen, component)
          }}
        />
        <Select
          size="xs"
          w={96}
          aria-label="Rows at most"
          allowDeselect={false}
          data={LIMITS.map((value) => ({ value, label: `${value} rows` }))}
          value={String(limit)}
          comboboxProps={{ zIndex: 400 }}
          onChange={(chosen) => {
            if (chosen !== null) sampling.setLimit(Number(chosen), component)
          }}
        />
        {sampling.running === undefined ? (
          <Button
            size="xs"
            leftSection={<Table2 size={14} aria-hidden />}
            disabled={component === undefined || environment === undefined}
            onClick={() => component !== undefined && sampling.sample(component)}
          >
            Sample
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={sampling.cancel}>
            Cancel
          </Button>
        )}
        <CloseButton
          aria-label="Close the sample"
          onClick={() => {
            sampling.cancel()
            sampling.open(false)
          }}
        />
      </Group>
    </Group>
  )
}

function Content({ editor, sampling, component, onShow }: SamplePanelProps) {
  const { warehouse } = useProjectFacts(editor.key.projectId)
  if (component === undefined)
    return <Hint>Choose a component to see its rows, its columns and its SQL.</Hint>
  if (sampling.running === component)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">Sampling {component}…</Text>
      </Group>
    )
  const taken = sampling.lastOf(component)
  if (taken !== undefined)
    return (
      <SampleOutcome
        key={component}
        taken={taken}
        isOld={taken.text !== editor.text}
        warehouse={warehouse}
        onShow={onShow}
      />
    )
  if (sampling.environment === undefined)
    return <Hint>Choose the environment whose database is read. Nothing is written there.</Hint>
  return <Hint>Press Sample to read from {sampling.environment}. Nothing is written there.</Hint>
}

const Hint = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
