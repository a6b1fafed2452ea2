import { Button, Card, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { environmentNeed } from '../../../../components/rights/common-needs.ts'
import { May, Writable } from '../../../../components/rights/may.tsx'
import { showDone } from '../../../../ui/confirm.tsx'
import { PageForm } from '../../../../ui/page-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { EnvironmentFields } from '../form/fields.tsx'
import { type EnvironmentValues, faultsOf, fieldNames, patchOf, valuesOf } from '../form/values.ts'
import { type Environment, environmentsPath } from '../shapes.ts'

interface SettingsProps {
  readonly projectId: string
  readonly environment: Environment
}

/** Everything of an environment but its name, to change. */
export function EnvironmentSettings({ projectId, environment }: SettingsProps) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm<EnvironmentValues>({
    mode: 'uncontrolled',
    initialValues: valuesOf(environment),
    validate: (values) => faultsOf(values, false),
  })
  const save = api.useMutation('patch', '/v1/projects/{projectId}/environments/{environmentName}', {
    onSuccess: async () => {
      await invalidate(environmentsPath)
      showDone('Saved the environment')
    },
    onError: (error) => setShown(showAtFields(form, error, fieldNames)),
  })
  const path = { projectId, environmentName: environment.name }
  const needs = environmentNeed(projectId, environment.name)
  return (
    <Card withBorder component="section" aria-label="Settings" maw={760}>
      <PageForm
        form={form}
        what="The environment"
        saved={valuesOf(environment)}
        onSubmit={(values) =>
          save.mutateAsync({ params: { path }, body: patchOf(form.getInitialValues(), values) })
        }
      >
        <Stack gap="sm">
          <Title order={2}>Settings</Title>
          <ProblemAlert error={save.error} fieldMessages={shown} />
          <Writable needs={needs}>
            <Stack gap="sm">
              <EnvironmentFields form={form} projectId={projectId} environmentName={environment.name} />
            </Stack>
          </Writable>
          <May needs={needs}>
            <Button type="submit" loading={save.isPending} w="fit-content">
              Save
            </Button>
          </May>
        </Stack>
      </PageForm>
    </Card>
  )
}
