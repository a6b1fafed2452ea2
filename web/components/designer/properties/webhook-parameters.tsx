import { Stack } from '@mantine/core'
import { customTemplate, type PropertySet, prescribedSet, setOf } from '../../webhook/properties.ts'
import { SetChoice } from '../../webhook/set-choice.tsx'
import { TemplateChoice } from '../../webhook/template-choice.tsx'
import { ComponentProperties, type ComponentPropertiesProps } from './component-properties.tsx'
import type { Property } from './form-schema.ts'

const onlyIn: Readonly<Record<PropertySet, readonly string[]>> = {
  A: ['incomingWebhookUrl'],
  B: ['url', 'payloadVariables', 'timeout'],
}

/**
 * The parameters of a Webhook Post (specification, "Webhook Post component properties"): those of the set
 * that counts, and what the file states of the other one. A template replaces the payload.
 */
export function WebhookParameters(props: ComponentPropertiesProps) {
  const { parameters, schema, warehouse = '', isReadOnly, onChange } = props
  const set = setOf(parameters, warehouse)
  const { payloadTemplate = customTemplate, ...others } = parameters
  /** The address moves along, and what only the other set has is taken out: it would go on to count. */
  function choose(chosen: PropertySet): void {
    if (chosen === set) return
    const { incomingWebhookUrl, url } = parameters
    for (const name of ['payloadTemplate', ...onlyIn[set]])
      if (parameters[name] !== undefined) onChange([name], undefined)
    if (chosen === 'A') onChange(['payloadTemplate'], customTemplate)
    const address = set === 'A' ? incomingWebhookUrl : url
    if (address !== undefined) onChange([chosen === 'A' ? 'incomingWebhookUrl' : 'url'], address)
  }
  return (
    <Stack gap="sm">
      {prescribedSet(warehouse) === undefined && (
        <SetChoice value={set} isReadOnly={isReadOnly} onChange={choose} />
      )}
      {(set === 'A' || parameters['payloadTemplate'] !== undefined) && (
        <TemplateChoice
          value={String(payloadTemplate)}
          isReadOnly={isReadOnly}
          onChange={(template, payload) => {
            onChange(['payloadTemplate'], template)
            if (payload !== undefined) onChange(['payload'], payload)
          }}
        />
      )}
      <ComponentProperties {...props} parameters={others} schema={schema && ofSet(schema, set, others)} />
    </Stack>
  )
}

/** The schema without the properties of the other set, but for those that the file states. */
function ofSet(schema: Property, set: PropertySet, stated: ComponentPropertiesProps['parameters']): Property {
  const hidden = [
    'payloadTemplate',
    ...onlyIn[set === 'A' ? 'B' : 'A'].filter((name) => stated[name] === undefined),
  ]
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.includes(name))
  return { ...schema, properties: Object.fromEntries(shown) }
}
