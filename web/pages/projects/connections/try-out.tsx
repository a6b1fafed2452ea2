import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { nameOf, useEnvironments } from '../../../components/choices.ts'
import { ConnectionTested, type TestResult } from '../../../components/connections/connection-tested.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { type bodyOf, testPath } from './shapes.ts'

interface TryOutProps {
  readonly projectId: string
  readonly name: string
  /** What is filled in. */
  readonly connection: () => ReturnType<typeof bodyOf>
}

/** Tries what is filled in at the runner of an environment, before it is saved. */
export function TryOut({ projectId, name, connection }: TryOutProps) {
  const { data: environments = [] } = useEnvironments(projectId)
  const names = environments.map(nameOf)
  const [chosen, setChosen] = useState<string>()
  const environmentName = chosen ?? names[0]
  const body = { environmentName: environmentName ?? '', connection: connection() }
  const trying = useMutation({
    mutationFn: async (tried: typeof body): Promise<TestResult> => {
      const { data, error } = await client.POST(testPath, {
        params: { path: { projectId, connectionName: name || 'new' } },
        body: tried,
      })
      if (data === undefined) throw error
      return data
    },
  })
  const isOfThis = JSON.stringify(trying.variables) === JSON.stringify(body)
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <NativeSelect
          label="Test in environment"
          data={names}
          value={environmentName ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button
          variant="default"
          loading={trying.isPending}
          disabled={environmentName === undefined}
          onClick={() => trying.mutate(body)}
        >
          Test
        </Button>
      </Group>
      <ProblemAlert error={isOfThis ? trying.error : null} />
      {isOfThis && trying.data !== undefined && <ConnectionTested result={trying.data} />}
    </Stack>
  )
}
