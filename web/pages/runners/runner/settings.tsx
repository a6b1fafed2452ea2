import { Button, Card, NativeSelect, NumberInput, Stack, Switch, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { changedMembers } from '../../../api/changed-members.ts'
import { api, invalidate } from '../../../api/client.ts'
import { May } from '../../../components/rights/may.tsx'
import { showDone } from '../../../ui/confirm.tsx'
import { PageForm } from '../../../ui/page-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../ui/problem-fields.ts'
import type { Runner } from '../shapes.ts'

const valuesOf = ({ name, description, enableAutoUpdates, maxInstances = 1, versionDetails }: Runner) => ({
  name,
  description,
  enableAutoUpdates,
  maxInstances,
  trackName: versionDetails.trackName,
})

/** The name, description, track and update policy of a runner. */
export function RunnerSettings({ runner }: { readonly runner: Runner }) {
  const { agentId, versionDetails } = runner
  const [shown, setShown] = useState<readonly string[]>([])
  const { data: known } = api.useQuery('get', '/v1/agent-tracks')
  const form = useForm({ mode: 'uncontrolled', initialValues: valuesOf(runner) })
  const save = api.useMutation('patch', '/v1/agents/{agentId}', {
    onSuccess: async () => {
      await invalidate('/v1/agents')
      showDone('Saved the runner')
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  const tracks = known?.tracks.map(({ trackName }) => trackName) ?? [versionDetails.trackName]
  return (
    <Card withBorder component="section" aria-label="Settings">
      <PageForm
        form={form}
        what="The runner"
        saved={valuesOf(runner)}
        onSubmit={(values) =>
          save.mutateAsync({
            params: { path: { agentId } },
            body: changedMembers(form.getInitialValues(), values),
          })
        }
      >
        <Stack gap="xs">
          <Title order={2}>Settings</Title>
          <ProblemAlert error={save.error} fieldMessages={shown} />
          <TextInput label="Name" required key={form.key('name')} {...form.getInputProps('name')} />
          <TextInput
            label="Description"
            key={form.key('description')}
            {...form.getInputProps('description')}
          />
          <NativeSelect
            label="Track"
            data={tracks}
            key={form.key('trackName')}
            {...form.getInputProps('trackName')}
          />
          <NumberInput
            label="Processes at once"
            description="Additional processes with its credential are rejected"
            min={1}
            max={1_000}
            allowDecimal={false}
            key={form.key('maxInstances')}
            {...form.getInputProps('maxInstances')}
          />
          <Switch
            label="Automatic updates"
            key={form.key('enableAutoUpdates')}
            {...form.getInputProps('enableAutoUpdates', { type: 'checkbox' })}
          />
          <May needs={'administrator'}>
            <Button type="submit" loading={save.isPending} w="fit-content">
              Save
            </Button>
          </May>
        </Stack>
      </PageForm>
    </Card>
  )
}
