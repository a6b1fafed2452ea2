import { ActionIcon, Autocomplete, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { Plus, Table2, Trash2 } from 'lucide-react'
import { api } from '../../../../api/client.ts'
import { GridEditor } from '../../../../ui/grid-editor.tsx'
import type { ScheduleForm } from './use-schedule-form.ts'

interface VariableFieldsProps {
  readonly projectId: string
  readonly form: ScheduleForm
}

/** Values that the schedule gives to variables of its pipeline; the others keep theirs. */
export function VariableFields({ projectId, form }: VariableFieldsProps) {
  const { scalars, grids } = form.values
  const declared = useDeclared(projectId, form.values)
  return (
    <Stack gap="xs">
      {scalars.length + grids.length === 0 && (
        <Text size="sm" c="dimmed">
          The pipeline uses the values of its project and environment. Add variables here to override them.
        </Text>
      )}
      <ScalarRows form={form} declared={declared} />
      <Grids form={form} declared={declared} />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => form.insertListItem('scalars', { name: '', value: '' })}
        >
          Add variable
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Table2 size={14} aria-hidden />}
          onClick={() => form.insertListItem('grids', { name: '', rows: [] })}
        >
          Add grid
        </Button>
      </Group>
    </Stack>
  )
}

type Declared = ReturnType<typeof useDeclared>

interface RowsProps {
  readonly form: ScheduleForm
  readonly declared: Declared
}

function ScalarRows({ form, declared }: RowsProps) {
  const names = declared.filter(({ type }) => type !== 'GRID').map(({ name }) => name)
  return form.values.scalars.map((row, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
    <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
      <Autocomplete label="Variable" data={names} flex={1} {...form.getInputProps(`scalars.${at}.name`)} />
      <TextInput label="Value" flex={1} {...form.getInputProps(`scalars.${at}.value`)} />
      <Remove what={`variable ${row.name || at + 1}`} onClick={() => form.removeListItem('scalars', at)} />
    </Group>
  ))
}

function Grids({ form, declared }: RowsProps) {
  const names = declared.filter(({ type }) => type === 'GRID').map(({ name }) => name)
  return form.values.grids.map(({ name, rows }, at) => {
    const columns = columnsOf(declared, name, rows)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
      <Card key={at} withBorder padding="xs">
        <Group gap="xs" align="flex-end" wrap="nowrap" mb="xs">
          <Autocomplete
            label="Grid variable"
            data={names}
            flex={1}
            {...form.getInputProps(`grids.${at}.name`)}
          />
          <Remove what={`grid ${name || at + 1}`} onClick={() => form.removeListItem('grids', at)} />
        </Group>
        {columns.length === 0 ? (
          <Text size="sm" c="dimmed">
            Choose a grid variable of the pipeline to edit its rows.
          </Text>
        ) : (
          <GridEditor
            label={`Rows of ${name}`}
            columns={columns}
            rows={rows}
            onChange={(changed) => form.setFieldValue(`grids.${at}.rows`, changed)}
          />
        )}
      </Card>
    )
  })
}

/** As the pipeline declares them; of a pipeline that cannot be read, as many as the rows have. */
const columnsOf = (declared: Declared, name: string, rows: readonly (readonly string[])[]) =>
  declared.find((one) => one.name === name)?.columns ?? rows[0]?.map((_, at) => `Column ${at + 1}`) ?? []

const Remove = ({ what, onClick }: { readonly what: string; readonly onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${what}`} onClick={onClick}>
    <Trash2 size={16} aria-hidden />
  </ActionIcon>
)

/** The variables that the chosen pipeline shows to those who start it. */
function useDeclared(
  projectId: string,
  { environmentName, pipelineName, versionName }: ScheduleForm['values'],
) {
  const { data } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/details',
    {
      params: {
        path: { projectId },
        query: { name: pipelineName, environmentName, ...(versionName !== '' && { versionName }) },
      },
    },
    { enabled: environmentName !== '' && pipelineName !== '', retry: false },
  )
  return (data?.variables ?? []).filter(({ visibility }) => visibility === 'PUBLIC')
}
