import { Loader, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { isProblem } from '../../../../api/problem.ts'
import { paths } from '../../../../paths.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { artifactsPath, type EnvironmentPlace, type Published } from '../shapes.ts'
import { PublishedFaults } from './published-faults.tsx'
import { useBranches, useCommits } from './use-git.ts'

interface PublishProps extends EnvironmentPlace {
  readonly onClose: () => void
}

/** A commit of the project's repository as a version in the environment. */
export function PublishFromGit({ projectId, environmentName, onClose }: PublishProps) {
  const { names, byDefault, error, isLoading } = useBranches(projectId)
  const [published, setPublished] = useState<Published>()
  const title = `Publish to ${environmentName}`
  if (published !== undefined) return <PublishedFaults published={published} onClose={onClose} />
  const branch = byDefault ?? names[0]
  if (branch !== undefined)
    return (
      <PublishForm
        projectId={projectId}
        environmentName={environmentName}
        title={title}
        branch={branch}
        branches={names}
        onClose={onClose}
        onFaults={setPublished}
      />
    )
  return (
    <Dialog opened onClose={onClose} title={title} closeOnClickOutside={false}>
      {isLoading && <Loader aria-label="Loading the branches" />}
      {error && !isMissing(error) && <ProblemAlert error={error} />}
      {!isLoading && (error === null || isMissing(error)) && (
        <EmptyState title={error ? 'No repository yet' : 'The repository is empty'}>
          See how to{' '}
          <PageLink to={paths.repository} params={{ projectId }} underline="always">
            {error ? 'connect one' : 'push to it'}
          </PageLink>
          .
        </EmptyState>
      )}
    </Dialog>
  )
}

const isMissing = (error: unknown): boolean => isProblem(error) && error.status === 404

interface PublishFormProps extends PublishProps {
  readonly title: string
  readonly branch: string
  readonly branches: readonly string[]
  readonly onFaults: (published: Published) => void
}

function PublishForm(props: PublishFormProps) {
  const { projectId, environmentName, title, branches, onClose, onFaults } = props
  const [shown, setShown] = useState<readonly string[]>([])
  const [revision, setRevision] = useState<Chosen>({ branch: props.branch, commit: undefined })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { versionName: '', ref: '' },
    validate: { versionName: (text) => (text.trim() === '' ? 'Enter a version name' : null) },
  })
  const publish = api.useMutation('post', '/v1/projects/{projectId}/artifacts/from-git', {
    onSuccess: async (made) => {
      if (made.faults.length > 0) onFaults(made)
      else onClose()
      showDone(`${made.versionName} published with ${pipelines(made.pipelineCount)}`)
      await invalidate(artifactsPath)
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  const submit = form.onSubmit(({ versionName }) =>
    publish.mutate({
      params: { path: { projectId } },
      body: { environmentName, versionName, ref: revision.commit ?? revision.branch },
    }),
  )
  return (
    <DialogForm
      title={title}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      action="Publish"
      isPending={publish.isPending}
    >
      <ProblemAlert error={publish.error} fieldMessages={shown} />
      <TextInput
        label="Version name"
        description="Unique in this environment. Versions never change."
        required
        data-autofocus
        key={form.key('versionName')}
        {...form.getInputProps('versionName')}
      />
      <Revision
        projectId={projectId}
        branches={branches}
        revision={revision}
        fault={form.errors['ref']}
        onChange={setRevision}
      />
      <Text size="sm" c="dimmed">
        Text files are published; hidden ones and node_modules are left out.
      </Text>
    </DialogForm>
  )
}

interface Chosen {
  readonly branch: string
  /** The newest of the branch when undefined. */
  readonly commit: string | undefined
}

interface RevisionProps {
  readonly projectId: string
  readonly branches: readonly string[]
  readonly revision: Chosen
  readonly fault: ReactNode
  readonly onChange: (revision: Chosen) => void
}

function Revision({ projectId, branches, revision, fault, onChange }: RevisionProps) {
  const { branch, commit } = revision
  const commits = useCommits(projectId, branch)
  return (
    <>
      <Select
        label="Branch"
        searchable
        allowDeselect={false}
        data={branches}
        value={branch}
        onChange={(chosen) => onChange({ branch: chosen ?? branch, commit: undefined })}
      />
      <Select
        label="Commit"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Use the latest commit' }}
        placeholder="Latest"
        data={commits}
        value={commit ?? null}
        onChange={(chosen) => onChange({ branch, commit: chosen ?? undefined })}
        error={fault}
      />
    </>
  )
}

const pipelines = (count: number): string => `${count} ${count === 1 ? 'pipeline' : 'pipelines'}`
