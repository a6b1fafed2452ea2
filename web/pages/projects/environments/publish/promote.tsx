import { Select, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { artifactsPath, type EnvironmentPlace } from '../shapes.ts'
import { usePublishableNames } from './use-git.ts'

interface PromoteProps extends EnvironmentPlace {
  readonly versionName: string
  readonly onClose: () => void
}

/** The same files as a version of another environment. */
export function PromoteVersion({ projectId, environmentName, versionName, onClose }: PromoteProps) {
  const [shown, setShown] = useState<readonly string[]>([])
  const targets = usePublishableNames(projectId)?.filter((name) => name !== environmentName)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { targetEnvironmentName: '' },
    validate: { targetEnvironmentName: (name) => (name ? null : 'Choose where it goes') },
  })
  const promote = api.useMutation('post', '/v1/projects/{projectId}/artifacts/promotions', {
    onSuccess: async ({ environmentName: target }) => {
      onClose()
      showDone(`Published ${versionName} to ${target}`)
      await invalidate(artifactsPath)
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  const submit = form.onSubmit(({ targetEnvironmentName }) => {
    const body = { versionName, sourceEnvironmentName: environmentName, targetEnvironmentName }
    promote.mutate({ params: { path: { projectId } }, body })
  })
  return (
    <DialogForm
      title={`Promote ${versionName}`}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      action="Promote"
      isPending={promote.isPending}
    >
      <ProblemAlert error={promote.error} fieldMessages={shown} />
      <Text size="sm">The other environment gets the same files under the same name.</Text>
      <Select
        label="To"
        required
        data-autofocus
        searchable
        allowDeselect={false}
        placeholder={
          targets?.length === 0 ? 'There is no other environment to publish to' : 'Choose an environment'
        }
        data={targets ?? []}
        key={form.key('targetEnvironmentName')}
        {...form.getInputProps('targetEnvironmentName')}
      />
    </DialogForm>
  )
}
