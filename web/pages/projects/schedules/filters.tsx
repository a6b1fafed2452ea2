import { Select, SimpleGrid } from '@mantine/core'
import { api } from '../../../api/client.ts'
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

const MOST = 100

/** By what the list of schedules is narrowed. Every change begins at the first page. */
export function Filters({ projectId, filter, onChange, shown }: FiltersProps) {
  const environments = api.useQuery('get', '/v1/projects/{projectId}/environments', {
    params: { path: { projectId }, query: { page: 0, size: MOST } },
  })
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
        choices={(environments.data?.results ?? []).map(({ name }) => name)}
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
