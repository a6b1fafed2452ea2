import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../../../api/client.ts'
import { ConnectionTested, type TestResult } from '../../../../components/connections/connection-tested.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { type EnvironmentForm, faultsOf, testOf } from './values.ts'

interface TryConnectionProps {
  readonly form: EnvironmentForm
  readonly projectId: string
  /** Undefined for a new one, whose name is a field of the form. */
  readonly environmentName: string | undefined
}

/** What the test depends on: a change takes away what an earlier one said. */
const testedFields = [
  'name',
  'defaultAgentId',
  'defaultConnections',
  'connectionType',
  'schema',
  'host',
  'port',
  'database',
  'user',
  'passwordSecret',
  'ssl',
  'databases',
] as const

/** Tries the database of the form at the runner of the form, before it is saved. */
export function TryConnection({ form, projectId, environmentName }: TryConnectionProps) {
  const trying = useMutation({
    mutationFn: async (): Promise<TestResult> => {
      const values = form.getValues()
      const { data, error } = await client.POST(
        '/v1/projects/{projectId}/environments/{environmentName}/test',
        {
          params: { path: { projectId, environmentName: environmentName ?? values.name.trim() } },
          body: testOf(values),
        },
      )
      if (data === undefined) throw error
      return data
    },
  })
  for (const field of testedFields) form.watch(field, trying.reset)
  function start(): void {
    const faults = faultsOf(form.getValues(), environmentName === undefined)
    form.setErrors(faults)
    if (Object.keys(faults).length === 0) trying.mutate()
  }
  return (
    <Stack gap="xs" mt="sm">
      <Button variant="default" w="fit-content" loading={trying.isPending} onClick={start}>
        Test
      </Button>
      <ProblemAlert error={trying.error} />
      {trying.data !== undefined && <ConnectionTested result={trying.data} />}
    </Stack>
  )
}
