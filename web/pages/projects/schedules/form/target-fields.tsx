import { Autocomplete, Select, SimpleGrid } from '@mantine/core'
import { api } from '../../../../api/client.ts'
import type { ScheduleForm } from './use-schedule-form.ts'

const MOST = 100

interface TargetFieldsProps {
  readonly projectId: string
  readonly form: ScheduleForm
}

/** What runs: environment, pipeline, version and runner. */
export function TargetFields({ projectId, form }: TargetFieldsProps) {
  const { environmentName, versionName, runnerId } = form.values
  const choices = useChoices(projectId, environmentName)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
      <Select
        label="Environment"
        required
        searchable
        data={withOwn(choices.environments, environmentName)}
        value={environmentName === '' ? null : environmentName}
        onChange={(chosen) => form.setFieldValue('environmentName', chosen ?? '')}
        error={form.errors['environmentName']}
        nothingFoundMessage="No such environment"
      />
      <Autocomplete
        label="Pipeline"
        required
        data={choices.pipelines}
        placeholder="Published pipeline name"
        {...form.getInputProps('pipelineName')}
      />
      <Select
        label="Version"
        data={[{ value: '', label: 'Latest version' }, ...withOwn(choices.versions, versionName)]}
        searchable
        allowDeselect={false}
        value={versionName}
        onChange={(chosen) => form.setFieldValue('versionName', chosen ?? '')}
        error={form.errors['versionName']}
      />
      <Select
        label="Runner"
        data={[{ value: '', label: 'Default of the environment' }, ...choices.runners]}
        searchable
        allowDeselect={false}
        value={runnerId}
        onChange={(chosen) => form.setFieldValue('runnerId', chosen ?? '')}
        error={form.errors['runnerId']}
      />
    </SimpleGrid>
  )
}

const option = (name: string) => ({ value: name, label: name })

/** What is chosen stays a choice, even when the list does not name it any more. */
function withOwn(names: readonly string[], own: string) {
  return [...new Set(own === '' ? names : [...names, own])].map(option)
}

function useChoices(projectId: string, environmentName: string) {
  const path = { projectId }
  const isChosen = { enabled: environmentName !== '' }
  const few = { page: 0, size: MOST }
  const environments = api.useQuery('get', '/v1/projects/{projectId}/environments', {
    params: { path, query: few },
  })
  const pipelines = api.useQuery(
    'get',
    '/v1/projects/{projectId}/published-pipelines',
    { params: { path, query: { ...few, environmentName } } },
    isChosen,
  )
  const versions = api.useQuery(
    'get',
    '/v1/projects/{projectId}/artifacts',
    { params: { path, query: { ...few, environmentName } } },
    isChosen,
  )
  const runners = api.useQuery('get', '/v1/agents', { params: { query: few } })
  return {
    environments: (environments.data?.results ?? []).map(({ name }) => name),
    pipelines: [...new Set((pipelines.data?.results ?? []).map(({ name }) => name))],
    versions: (versions.data?.results ?? []).map(({ versionName }) => versionName),
    runners: (runners.data?.results ?? []).map(({ agentId, name }) => ({ value: agentId, label: name })),
  }
}
