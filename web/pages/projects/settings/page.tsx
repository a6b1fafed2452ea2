import { Button, Card, Loader, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { changedMembers } from '../../../api/changed-members.ts'
import { api, client, invalidate } from '../../../api/client.ts'
import { reviewChoices } from '../../../components/reviews.ts'
import { May, Writable } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { ConfirmByName } from '../../../ui/confirm-by-name.tsx'
import { Page } from '../../../ui/page.tsx'
import { PageForm } from '../../../ui/page-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../ui/problem-fields.ts'
import { useProjectId } from '../../../use-params.ts'

type Project = operations['getProject']['responses'][200]['content']['application/json']

/** Name and description of the project, and its end. */
export function ProjectSettingsPage() {
  const projectId = useProjectId()
  const { data, error } = api.useQuery('get', '/v1/projects/{projectId}', {
    params: { path: { projectId } },
  })
  return (
    <Page title="Project settings">
      <ProblemAlert error={error} />
      {data === undefined && !error && <Loader aria-label="Loading the project" />}
      {data !== undefined && (
        <Stack maw={640}>
          <Naming key={projectId} project={data} />
          <May needs={{ projectId, permission: 'project:delete' }}>
            <DeleteProject project={data} />
          </May>
        </Stack>
      )}
    </Page>
  )
}

function Naming({ project }: { readonly project: Project }) {
  const { id, name, description, warehouse, reviewBeforeMerging } = project
  const [shown, setShown] = useState<readonly string[]>([])
  const needs = { projectId: id, permission: 'project:write' }
  const saved = { name, description, reviewBeforeMerging }
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: saved,
    validate: { name: (text) => (text.trim() === '' ? 'Enter a name' : null) },
  })
  const save = api.useMutation('patch', '/v1/projects/{projectId}', {
    onSuccess: async () => {
      await invalidate('/v1/projects')
      showDone('Saved the project')
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  return (
    <Card withBorder component="section" aria-label="Name and description">
      <PageForm
        form={form}
        what="The project"
        saved={saved}
        onSubmit={(values) =>
          save.mutateAsync({
            params: { path: { projectId: id } },
            body: changedMembers(form.getInitialValues(), values),
          })
        }
      >
        <Stack gap="sm">
          <Title order={2}>Name and description</Title>
          <ProblemAlert error={save.error} fieldMessages={shown} />
          <Writable needs={needs}>
            <Stack gap="sm">
              <TextInput label="Name" required key={form.key('name')} {...form.getInputProps('name')} />
              <Textarea
                label="Description"
                autosize
                minRows={2}
                key={form.key('description')}
                {...form.getInputProps('description')}
              />
              <Select
                label="Review before merging"
                description="Checks the files that a merge changes"
                data={reviewChoices}
                allowDeselect={false}
                key={form.key('reviewBeforeMerging')}
                {...form.getInputProps('reviewBeforeMerging')}
              />
            </Stack>
          </Writable>
          <Text size="sm" c="dimmed">
            The pipelines of this project are written for {warehouse}, which cannot be changed. Project ID:{' '}
            <span className="monospace">{id}</span>
          </Text>
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

function DeleteProject({ project: { id, name } }: { readonly project: Project }) {
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDisclosure(false)
  async function remove(): Promise<void> {
    const { error } = await client.DELETE('/v1/projects/{projectId}', { params: { path: { projectId: id } } })
    if (error) throw error
    await navigate({ to: paths.home, ignoreBlocker: true })
    await invalidate('/v1/projects')
    showDone(`Deleted ${name}`)
  }
  return (
    <Card withBorder component="section" aria-label="Delete project">
      <Stack gap="sm" align="flex-start">
        <Title order={2}>Delete project</Title>
        <Text size="sm">
          This also deletes its environments, versions, variables, schedules, secrets and executions.
        </Text>
        <Button color="red" onClick={open}>
          Delete project
        </Button>
      </Stack>
      <ConfirmByName
        title={`Delete ${name}?`}
        message="This deletes everything in the project. It cannot be undone."
        name={name}
        action="Delete permanently"
        isOpen={isOpen}
        onClose={close}
        onConfirm={remove}
      />
    </Card>
  )
}
