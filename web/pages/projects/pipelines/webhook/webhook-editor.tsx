import { Loader, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { CodeField } from '../../../../components/designer/editors/code-field.tsx'
import { ExpressionInput } from '../../../../components/designer/editors/expression-input.tsx'
import { payloadNames } from '../../../../components/webhook/payload.ts'
import {
  prescribedSet,
  propertiesOf,
  urlTitle,
  type WebhookProperties,
  webhookFaults,
} from '../../../../components/webhook/properties.ts'
import { SetChoice } from '../../../../components/webhook/set-choice.tsx'
import { TemplateChoice } from '../../../../components/webhook/template-choice.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { UnsavedGuard } from '../../../../ui/unsaved-guard.tsx'
import type { DrawnComponent, PipelineDetails } from '../pipeline/details.ts'
import { ColumnEditor } from './column-editor.tsx'
import { Result } from './result.tsx'

interface EditorProps {
  readonly projectId: string
  readonly pipeline: PipelineDetails
  readonly component: DrawnComponent
}

/**
 * The properties of a Webhook Post (specification, "Webhook Post component properties") to write and check,
 * and the file that comes of it: files are changed in Git, so it is copied from here.
 */
export function WebhookEditor({ projectId, pipeline, component }: EditorProps) {
  const { data: project, error } = api.useQuery('get', '/v1/projects/{projectId}', {
    params: { path: { projectId } },
  })
  if (error !== null) return <ProblemAlert error={error} />
  if (project === undefined) return <Loader size="sm" aria-label="Loading the properties" />
  return <Editor pipeline={pipeline} component={component} warehouse={project.warehouse} />
}

function Editor({ pipeline, component, warehouse }: Omit<EditorProps, 'projectId'> & { warehouse: string }) {
  const initial = propertiesOf(component.name, component.parameters, warehouse)
  const [properties, setProperties] = useState(initial)
  const faults = webhookFaults(properties)
  const names = { variables: pipeline.variables }
  const isChanged = JSON.stringify(properties) !== JSON.stringify(initial)
  const set = (own: Partial<WebhookProperties>) => setProperties((before) => ({ ...before, ...own }))
  return (
    <Stack gap="sm">
      <UnsavedGuard isDirty={() => isChanged} what={component.name} />
      {prescribedSet(warehouse) === undefined && (
        <SetChoice value={properties.set} onChange={(chosen) => set({ set: chosen })} />
      )}
      <TextInput
        label="Name"
        required
        value={properties.name}
        error={faults.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <ExpressionInput
        label={urlTitle(properties.set)}
        required
        names={names}
        value={properties.url}
        error={faults.url}
        onChange={(url) => set({ url })}
      />
      {properties.set === 'A' && (
        <TemplateChoice
          value={properties.payloadTemplate}
          onChange={(payloadTemplate, payload = properties.payload) => set({ payloadTemplate, payload })}
        />
      )}
      <CodeField
        language="json"
        label="Payload"
        description="JSON. Refer to variables as ${variable}"
        required
        names={names}
        value={properties.payload}
        error={faults.payload}
        onChange={(payload) => set({ payload })}
      />
      {properties.set === 'B' && <OfSetB properties={properties} faults={faults} onChange={set} />}
      <Result
        pipeline={pipeline}
        component={component}
        properties={properties}
        isChanged={isChanged}
        onReset={() => setProperties(initial)}
      />
    </Stack>
  )
}

interface OfSetBProps {
  readonly properties: WebhookProperties
  readonly faults: ReturnType<typeof webhookFaults>
  readonly onChange: (own: Partial<WebhookProperties>) => void
}

const OfSetB = ({ properties, faults, onChange }: OfSetBProps) => (
  <>
    <ColumnEditor
      names={payloadNames(properties.payload)}
      rows={properties.payloadVariables}
      error={faults.payloadVariables}
      onChange={(payloadVariables) => onChange({ payloadVariables })}
    />
    <TextInput
      label="Timeout (seconds)"
      required
      inputMode="numeric"
      value={properties.timeout}
      error={faults.timeout}
      onChange={(event) => onChange({ timeout: event.currentTarget.value })}
    />
  </>
)
