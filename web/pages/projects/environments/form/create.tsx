import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { environmentsPath } from '../shapes.ts'
import { EnvironmentFields } from './fields.tsx'
import { creationOf, type EnvironmentValues, emptyValues, faultsOf, fieldNames } from './values.ts'

interface CreateEnvironmentProps {
  readonly projectId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A new environment; its page then says how to publish to it. */
export function CreateEnvironment({ projectId, isOpen, onClose }: CreateEnvironmentProps) {
  const navigate = useNavigate()
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm<EnvironmentValues>({
    mode: 'uncontrolled',
    initialValues: emptyValues,
    validate: (values) => faultsOf(values, true),
  })
  const create = api.useMutation('post', environmentsPath, {
    onSuccess: async ({ name }) => {
      onClose()
      form.reset()
      await invalidate(environmentsPath)
      await navigate({
        to: paths.environments,
        params: { projectId },
        search: { environment: name },
      })
      showDone(`${name} is there`)
    },
    onError: (error) => setShown(showAtFields(form, error, fieldNames)),
  })
  return (
    <DialogForm
      title="New environment"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        create.mutate({ params: { path: { projectId } }, body: creationOf(values) }),
      )}
      action="Create"
      isPending={create.isPending}
      size="lg"
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <EnvironmentFields form={form} projectId={projectId} isNew />
    </DialogForm>
  )
}
