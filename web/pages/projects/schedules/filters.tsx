import { Select, SimpleGrid } from '@mantine/core'
import { nameOf, useEnvironments } from '../../../components/choices.ts'
import { NameFilter } from '../../../components/executions/name-filter.tsx'
import type { Schedule } from './shapes.ts'

interface Filter {
  readonly page?: number | undefined
  readonly name?: string | undefined
  readonly pipeline?: string | undefined
  readonly environment?: string | undefined
  readonly enabled?: string | undefined
}

interface FiltersProps {
  readonly projectId: string
  readonly filter: Filter
  readonly onChange: (change: Filter) => void
  readonly shown: readonly Schedule[]
}

/** By what the list of schedules is narrowed. Every change begins at the first page. */
export function Filters({ projectId, filter, onChange, shown }: FiltersProps) {
  const { data: environments = [] } = useEnvironments(projectId)
  const change = (own: Filter) => onChange({ page: undefined, ...own })
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" verticalSpacing={6}>
      <NameFilter
        label="Name"
        value={filter.name}
        choices={shown.map(({ name }) => name)}
        onChange={(name) => change({ name })}
        isFirst
      />
      <NameFilter
        label="Pipeline"
        value={filter.pipeline}
        choices={shown.map(({ pipelineName }) => pipelineName)}
        onChange={(pipeline) => change({ pipeline })}
      />
      <NameFilter
        label="Environment"
        value={filter.environment}
        choices={environments.map(nameOf)}
        onChange={(environment) => change({ environment })}
      />
      <Select
        label="State"
        size="xs"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the state filter' }}
        data={[
          { value: 'yes', label: 'Enabled' },
          { value: 'no', label: 'Disabled' },
        ]}
        value={filter.enabled ?? null}
        onChange={(enabled) => change({ enabled: enabled ?? undefined })}
      />
    </SimpleGrid>
  )
}
