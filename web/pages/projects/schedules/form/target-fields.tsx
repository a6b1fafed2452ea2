import { Autocomplete, Select, SimpleGrid } from '@mantine/core'
import {
  nameOf,
  useEnvironments,
  usePublishedNames,
  useRunners,
  useVersions,
} from '../../../../components/choices.ts'
import { scheduleNeed } from '../../../../components/rights/common-needs.ts'
import { useMay } from '../../../../components/rights/use-may.ts'
import type { ScheduleForm } from './use-schedule-form.ts'

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
  const may = useMay()
  const { data: environments = [] } = useEnvironments(projectId)
  const { data: versions = [] } = useVersions(projectId, environmentName)
  const { data: runners = [] } = useRunners()
  return {
    environments: environments.map(nameOf).filter((name) => may(scheduleNeed(projectId, name))),
    pipelines: usePublishedNames(projectId, environmentName),
    versions: versions.map(({ versionName }) => versionName),
    runners: runners.map(({ agentId, name }) => ({ value: agentId, label: name })),
  }
}
