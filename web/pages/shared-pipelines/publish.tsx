import { Select, TextInput } from '@mantine/core'
import { client } from '../../api/client.ts'
import { CreateDialog } from '../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../components/create-form/use-create-form.ts'
import { useProjects } from '../../components/projects.ts'
import { sharedPath } from '../../components/shared-pipelines/wire.ts'
import { showDone } from '../../ui/confirm.tsx'

interface PublishSharedProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The set that a version is added to, with its owner; without it the user names both. */
  readonly set?: { readonly prefix: string; readonly projectId: string | undefined }
}

/** Publishes a commit of a project's repository as a version of shared pipelines. */
export function PublishShared({ isOpen, onClose, set }: PublishSharedProps) {
  const projects = useProjects().data ?? []
  const { form, ...creation } = useCreateForm({
    initialValues: {
      projectId: set?.projectId ?? '',
      ref: '',
      versionName: '',
      sharedPipelineIdPrefix: set?.prefix ?? '',
    },
    mode: 'controlled',
    create: ({ sharedPipelineIdPrefix, ...body }) =>
      client.POST('/v1/shared-pipelines/artifacts/from-git', {
        body: { ...body, ...(sharedPipelineIdPrefix !== '' && { sharedPipelineIdPrefix }) },
      }),
    path: sharedPath,
    onCreated: ({ sharedPipelineIdPrefix, versionName, faults }) => {
      onClose()
      const told =
        faults.length === 0
          ? ''
          : ` Validation found ${faults.length} ${faults.length === 1 ? 'problem' : 'problems'} in its files.`
      showDone(`Published version ${versionName} of ${sharedPipelineIdPrefix}.${told}`)
    },
  })
  const name = projects.find(({ id }) => id === form.values.projectId)?.name
  return (
    <CreateDialog
      title="Publish a version"
      action="Publish"
      creation={creation}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Select
        label="Project"
        description="The files come from its repository. It will own a set that does not exist yet."
        required
        searchable
        allowDeselect={false}
        data={projects.map((one) => ({ value: one.id, label: one.name }))}
        {...form.getInputProps('projectId')}
      />
      <TextInput
        label="Branch, tag or commit"
        placeholder="main"
        required
        maxLength={250}
        {...form.getInputProps('ref')}
      />
      <TextInput
        label="Set"
        description="The prefix that callers use for its pipelines; if empty, the name of the project."
        {...(name !== undefined && { placeholder: name })}
        readOnly={set !== undefined}
        maxLength={255}
        {...form.getInputProps('sharedPipelineIdPrefix')}
      />
      <TextInput
        label="Version"
        description="Must be new in the set: versions never change."
        placeholder="1.0.0"
        required
        maxLength={255}
        {...form.getInputProps('versionName')}
      />
    </CreateDialog>
  )
}
