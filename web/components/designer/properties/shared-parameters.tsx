import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { LATEST, sharedReference, statedVersion } from '../../../../src/pipeline/shared/reference.ts'
import { api } from '../../../api/client.ts'
import { useEvery } from '../../../api/every.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { ParameterDiff } from '../../shared-pipelines/diff.tsx'
import {
  referenceOf,
  type SharedParameter,
  sharedDetailsPath,
  sharedPath,
  sharedVersionsPath,
  shownDefault,
} from '../../shared-pipelines/wire.ts'
import { ComponentProperties, type ComponentPropertiesProps } from './component-properties.tsx'
import type { Property, Values } from './form-schema.ts'
import { otherRows, valueIn, withValue } from './shared-values.ts'

interface SharedParametersProps extends ComponentPropertiesProps {
  readonly projectId: string
}

const textOf = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '')

/**
 * The parameters of a Run Shared Pipeline: which one, in which version, and a field for each parameter that
 * it takes.
 */
export function SharedParameters({ projectId, ...props }: SharedParametersProps) {
  const { parameters, schema, isReadOnly, onChange } = props
  const reference = textOf(parameters['pipelineName'])
  const named = sharedReference(reference)
  // What has variables is known only while it runs.
  if (reference.includes('${') || textOf(parameters['version']).includes('${'))
    return <ComponentProperties {...props} />
  const version = statedVersion(textOf(parameters['version']))
  return (
    <Stack gap="sm">
      <PipelineChoice
        projectId={projectId}
        value={reference}
        isReadOnly={isReadOnly}
        onChange={(chosen) => onChange(['pipelineName'], chosen)}
      />
      {named !== undefined && (
        <>
          <VersionChoice
            prefix={named.prefix}
            id={named.id}
            version={version}
            isReadOnly={isReadOnly}
            onChange={(chosen) => onChange(['version'], chosen)}
          />
          <ParameterFields {...props} prefix={named.prefix} id={named.id} version={version} />
        </>
      )}
      <ComponentProperties
        {...props}
        parameters={restOf(parameters, named === undefined)}
        schema={schema && withoutOwn(schema)}
      />
    </Stack>
  )
}

const own = ['pipelineName', 'version', 'setScalarVariables']

const withoutOwn = (schema: Property): Property => {
  const left = Object.entries(schema.properties ?? {}).filter(([name]) => !own.includes(name))
  return { ...schema, properties: Object.fromEntries(left), required: [] }
}

/** Without a pipeline nobody knows its parameters, and the rows that the file has are shown as they are. */
const restOf = (parameters: Values, isUnknown: boolean): Values =>
  Object.fromEntries(
    Object.entries(parameters).filter(
      ([name]) => !own.includes(name) || (isUnknown && name === 'setScalarVariables'),
    ),
  )

interface ChoiceProps {
  readonly isReadOnly: boolean
  readonly onChange: (chosen: string) => void
}

function PipelineChoice({
  projectId,
  value,
  isReadOnly,
  onChange,
}: ChoiceProps & { projectId: string; value: string }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === value ? '' : typed, 200)
  const query = { projectId, size: 100, ...(search !== '' && { search }) }
  const list = api.useQuery('get', sharedPath, { params: { query } }, { placeholderData: keepPreviousData })
  const found = list.data?.results.map(referenceOf) ?? []
  return (
    <>
      <Select
        label="Shared Pipeline"
        description="Shared pipelines that this project may run."
        placeholder="Choose a shared pipeline"
        required
        searchable
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[...new Set([...(value === '' ? [] : [value]), ...found])]}
        value={value === '' ? null : value}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
        nothingFoundMessage="No shared pipelines match"
      />
      <ProblemAlert error={list.error} />
    </>
  )
}

interface VersionChoiceProps extends ChoiceProps {
  readonly prefix: string
  readonly id: string
  readonly version: string | undefined
}

/**
 * Which version is run, and the way to the newest one, which is an older one where the newer ones are
 * disabled.
 */
function VersionChoice({ prefix, id, version, isReadOnly, onChange }: VersionChoiceProps) {
  const [isUpgrading, upgrading] = useDisclosure(false)
  const query = { sharedPipelineIdPrefix: prefix, enabledOnly: false }
  const { data: versions = [] } = useEvery(sharedVersionsPath, (one) => one.versionName, { query })
  const enabled = versions.filter((one) => one.enabled)
  const names = enabled.map(({ versionName }) => versionName)
  const newest = names[0]
  const isDisabled = versions.some((one) => one.versionName === version && !one.enabled)
  const change = isDisabled ? 'Change' : 'Upgrade'
  return (
    <>
      <Select
        label="Pipeline Version"
        description={
          version === undefined && newest !== undefined
            ? `Now ${newest}. It is fixed when the pipeline is published.`
            : undefined
        }
        error={isDisabled && 'This version is disabled, so nothing that is published from now on runs it.'}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[...new Set([LATEST, ...(version === undefined ? [] : [version]), ...names])]}
        value={version ?? LATEST}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
      />
      {version !== undefined && newest !== undefined && newest !== version && !isReadOnly && (
        <Button size="compact-sm" variant="light" onClick={upgrading.open}>
          {change} to {newest}
        </Button>
      )}
      {version !== undefined && newest !== undefined && (
        <Dialog
          opened={isUpgrading}
          onClose={upgrading.close}
          title={`${change} ${prefix}#${id} from ${version} to ${newest}`}
        >
          <Stack>
            <ParameterDiff prefix={prefix} id={id} from={version} to={newest} />
            <Group justify="flex-end">
              <Button variant="default" onClick={upgrading.close}>
                Cancel
              </Button>
              <Button
                onClick={() => {
                  onChange(newest)
                  upgrading.close()
                }}
              >
                {change}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  )
}

interface FieldsProps extends ComponentPropertiesProps {
  readonly prefix: string
  readonly id: string
  readonly version: string | undefined
}

function ParameterFields({ prefix, id, version, parameters, isReadOnly, onChange }: FieldsProps) {
  const query = { sharedPipelineIdPrefix: prefix, ...(version !== undefined && { versionName: version }) }
  const { data, error } = api.useQuery('get', sharedDetailsPath, { params: { query } })
  const shared = data?.sharedPipelines.find(({ sharedPipelineId }) => sharedPipelineId === id)
  const rows = parameters['setScalarVariables']
  const scalars = shared?.parameters.filter(({ type }) => type !== 'GRID') ?? []
  const others = data === undefined ? [] : otherRows(rows, new Set(scalars.map(({ name }) => name)))
  return (
    <>
      <ProblemAlert error={error} />
      {data !== undefined && shared === undefined && (
        <ProblemAlert
          error={new Error(`Version ${data.artifactDetails.versionName} of ${prefix} does not share ${id}`)}
        />
      )}
      {[...scalars, ...others.map(unknownParameter)].map((one) => (
        <TextInput
          key={one.name}
          label={one.displayName ?? one.name}
          description={descriptionOf(one)}
          placeholder={one.required ? undefined : shownDefault(one.defaultValue)}
          withAsterisk={one.required}
          readOnly={isReadOnly}
          value={valueIn(rows, one.name) ?? ''}
          onChange={({ currentTarget }) =>
            onChange(['setScalarVariables'], withValue(rows, one.name, currentTarget.value))
          }
        />
      ))}
    </>
  )
}

const descriptionOf = ({ name, displayName, description, type }: SharedParameter): string =>
  [displayName === undefined ? '' : name, type, description].filter((part) => part !== '').join(', ')

/** A row that the file has and the pipeline does not take: it may name a variable of the project. */
const unknownParameter = (name: string): SharedParameter => ({
  name,
  type: 'TEXT',
  description: 'no parameter of this version',
  required: false,
  defaultValue: '',
})
