import { Stack, Text, Title } from '@mantine/core'
import {
  type Execution,
  type ExecutionVariable,
  isLive,
  type Step,
} from '../../../components/executions/shapes.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ChangesTable } from './changes-table.tsx'
import { useSteps } from './use-steps.ts'
import { ValueText } from './value-text.tsx'

/** The variables an execution began with and where their values came from, and how its steps changed them. */
export function VariablesTab({ execution }: { readonly execution: Execution }) {
  const { projectId, pipelineExecutionId: executionId, status, variables } = execution
  const { data, error, refetch } = useSteps({ projectId, executionId, isLive: isLive(status) })
  return (
    <Stack gap="lg">
      <section aria-label="At the start">
        <Title order={2} mb="xs">
          At the start
        </Title>
        <DataTable
          label="Variables at the start"
          columns={columns}
          rows={{ results: variables ?? [] }}
          rowKey={({ name }) => name}
          empty={
            <EmptyState title={variables === undefined ? 'Not resolved yet' : 'No variables'}>
              {variables === undefined
                ? 'Variables are resolved when the execution starts.'
                : 'Neither the project nor the pipeline declares any.'}
            </EmptyState>
          }
        />
      </section>
      <section aria-label="Changes by steps">
        <Title order={2} mb="xs">
          Changes by steps
        </Title>
        <ChangesTable steps={data?.steps.filter(hasChanges)} error={error} onRetry={() => void refetch()} />
      </section>
      {execution.parentPipelineExecutionId === undefined && (
        <Text size="xs" c="dimmed">
          Secrets are masked. Child pipelines have variables of their own, shown on their executions.
        </Text>
      )}
    </Stack>
  )
}

const hasChanges = ({ variableChanges }: Step): boolean => (variableChanges?.length ?? 0) > 0

const sources: Readonly<Record<ExecutionVariable['source'], string>> = {
  PROJECT_VARIABLE: 'Project variable',
  ENVIRONMENT_OVERRIDE: 'Environment override',
  PIPELINE_VARIABLE: 'Pipeline variable',
  CALLER: 'Set at start',
}

const columns: readonly Column<ExecutionVariable>[] = [
  { header: 'Variable', cell: ({ name }) => <span className="monospace">{name}</span> },
  { header: 'Type', cell: ({ type }) => type },
  { header: 'Behaviour', cell: ({ behaviour }) => behaviour },
  {
    header: 'Value',
    cell: ({ value, columns: names }) => <ValueText value={value} {...(names && { columns: names })} />,
  },
  { header: 'Source', cell: ({ source }) => <span className="nowrap">{sources[source]}</span> },
]
