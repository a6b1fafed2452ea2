import { useNavigate } from '@tanstack/react-router'
import { client } from '../../../../api/client.ts'
import { CreateDialog } from '../../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../../components/create-form/use-create-form.ts'
import { paths } from '../../../../paths.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { environmentsPath } from '../shapes.ts'
import { EnvironmentFields } from './fields.tsx'
import { creationOf, emptyValues, faultsOf, fieldNames } from './values.ts'

interface CreateEnvironmentProps {
  readonly projectId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A new environment; its page then says how to publish to it. */
export function CreateEnvironment({ projectId, isOpen, onClose }: CreateEnvironmentProps) {
  const navigate = useNavigate()
  const creation = useCreateForm({
    path: environmentsPath,
    initialValues: emptyValues,
    validate: (values) => faultsOf(values, true),
    fields: fieldNames,
    create: (values) =>
      client.POST(environmentsPath, { params: { path: { projectId } }, body: creationOf(values) }),
    onCreated: async ({ name }) => {
      onClose()
      await navigate({ to: paths.environments, params: { projectId }, search: { environment: name } })
      showDone(`Created ${name}`)
    },
  })
  return (
    <CreateDialog title="New environment" size="lg" creation={creation} isOpen={isOpen} onClose={onClose}>
      <EnvironmentFields form={creation.form} projectId={projectId} environmentName={undefined} />
    </CreateDialog>
  )
}
