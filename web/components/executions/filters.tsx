import { Select, SimpleGrid } from '@mantine/core'
import { useEvery } from '../../api/every.ts'
import { InstantInput } from '../../ui/instant-input.tsx'
import { nameOf, useEnvironments, useRunners } from '../choices.ts'
import { usePipelines } from '../pipelines/use-pipelines.ts'
import type { Filter } from './filter.ts'
import { NameFilter } from './name-filter.tsx'
import { type Execution, executionStatuses } from './shapes.ts'

interface FiltersProps {
  readonly filter: Filter
  readonly onChange: (change: Filter) => void
  /** The project that the names are of; without it they are those of the executions that are shown. */
  readonly projectId: string | undefined
  readonly shown: readonly Execution[]
  /** With it the project can be chosen. */
  readonly projectNames?: ReadonlyMap<string, string>
}

/** By what a list of executions is narrowed. Every change begins at the first page. */
export function Filters({ filter, onChange, projectId, shown, projectNames }: FiltersProps) {
  const choices = useChoices(projectId, filter, shown)
  const change = (own: Filter) => onChange({ page: undefined, ...own })
  return (
    <SimpleGrid
      cols={{ base: 2, sm: 4, lg: projectNames === undefined ? 7 : 8 }}
      spacing="xs"
      verticalSpacing={6}
    >
      <Choice
        label="Status"
        value={filter.status}
        data={executionStatuses.map((status) => ({ value: status, label: status }))}
        onChange={(status) => change({ status })}
      />
      {projectNames !== undefined && (
        <Choice
          label="Project"
          value={filter.project}
          data={[...projectNames].map(([value, label]) => ({ value, label }))}
          onChange={(project) => change({ project, schedule: undefined })}
        />
      )}
      <NameFilter
        label="Pipeline"
        value={filter.pipeline}
        choices={choices.pipelines}
        onChange={(pipeline) => change({ pipeline })}
        isFirst
      />
      <NameFilter
        label="Environment"
        value={filter.environment}
        choices={choices.environments}
        onChange={(environment) => change({ environment })}
      />
      <Choice
        label="Schedule"
        value={filter.schedule}
        data={choices.schedules}
        isDisabled={projectId === undefined}
        onChange={(schedule) => change({ schedule })}
      />
      <Choice
        label="Runner"
        value={filter.runner}
        data={choices.runners}
        onChange={(runner) => change({ runner })}
      />
      <InstantInput label="Started after" value={filter.after} onChange={(after) => change({ after })} />
      <InstantInput label="Started before" value={filter.before} onChange={(before) => change({ before })} />
    </SimpleGrid>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string | undefined) => void
  readonly isDisabled?: boolean
}

function Choice({ label, value, data, onChange, isDisabled = false }: ChoiceProps) {
  const isKnown = value === undefined || data.some((one) => one.value === value)
  return (
    <Select
      label={label}
      size="xs"
      placeholder={isDisabled ? 'Choose a project' : 'Any'}
      disabled={isDisabled}
      data={isKnown ? data : [...data, { value, label: value }]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}` }}
    />
  )
}

const STALE_MS = 60_000

function useChoices(projectId: string | undefined, { environment }: Filter, shown: readonly Execution[]) {
  const isKnown = projectId !== undefined
  const inProject = { enabled: isKnown, staleTime: STALE_MS }
  const path = { projectId: projectId ?? '' }
  const runners = useRunners({ staleTime: STALE_MS })
  const environments = useEnvironments(path.projectId, inProject)
  const schedules = useEvery(
    '/v1/projects/{projectId}/schedules',
    ({ scheduleId }) => scheduleId,
    { path },
    inProject,
  )
  const environmentName = environment ?? environments.data?.[0]?.name
  const pipelines = usePipelines(
    path.projectId,
    isKnown && environmentName !== undefined ? { environmentName } : undefined,
  )
  return {
    environments: environments.data?.map(nameOf) ?? shown.map((one) => one.environmentName),
    pipelines: pipelines.data?.map(nameOf) ?? shown.map((one) => one.pipelineName),
    schedules: schedules.data?.map(({ scheduleId, name }) => ({ value: scheduleId, label: name })) ?? [],
    runners: runners.data?.map(({ agentId, name }) => ({ value: agentId, label: name })) ?? [],
  }
}
