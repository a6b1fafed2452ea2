import { Button, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { PageForm } from '../../../../ui/page-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { type NewRepository, repositoryPath, tokenHeaders } from '../shapes.ts'
import { PlaceFields } from './place-fields.tsx'
import { emptyPlace, faultsOf, type PlaceValues, placeFields, placeOf, tokenOf } from './providers.ts'

interface Wanted {
  readonly body: NewRepository
  readonly token: string
}

function useAssociate(projectId: string, onError: (error: Error) => void) {
  return useMutation({
    mutationFn: async ({ body, token }: Wanted) => {
      const params = { path: { projectId } }
      const { error } = await client.POST(repositoryPath, { params, body, headers: tokenHeaders(token) })
      if (error) throw error
    },
    onSuccess: async () => {
      await invalidate(repositoryPath)
      showDone('Repository connected')
    },
    onError,
  })
}

/** The two ways to a repository: an empty one inside Headrace, or one that is there already. */
export function Connect({ projectId }: { readonly projectId: string }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Hosted projectId={projectId} />
      <Existing projectId={projectId} />
    </SimpleGrid>
  )
}

function Hosted({ projectId }: { readonly projectId: string }) {
  const associate = useAssociate(projectId, () => undefined)
  return (
    <Card withBorder component="section" aria-label="New repository">
      <Stack gap="sm" align="flex-start">
        <Title order={2}>New repository</Title>
        <Text size="sm">
          Headrace hosts it. It starts empty, or with what this project had here before: push to it with Git
          and a personal access token. You can move it to another provider later, with its full history.
        </Text>
        <ProblemAlert error={associate.error} />
        <Button
          loading={associate.isPending}
          onClick={() => associate.mutate({ body: { provider: 'hosted' }, token: '' })}
        >
          Create hosted repository
        </Button>
      </Stack>
    </Card>
  )
}

const elsewhere = ['github', 'gitlab', 'azure-devops', 'git'] as const

function Existing({ projectId }: { readonly projectId: string }) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm<PlaceValues>({
    mode: 'uncontrolled',
    initialValues: emptyPlace('github'),
    validate: faultsOf,
  })
  const associate = useAssociate(projectId, (error) => setShown(showAtFields(form, error, placeFields)))
  return (
    <Card withBorder component="section" aria-label="Existing repository">
      <PageForm
        form={form}
        what="The repository"
        onSubmit={(values) => associate.mutateAsync({ body: placeOf(values), token: tokenOf(values) })}
      >
        <Stack gap="sm">
          <Title order={2}>Existing repository</Title>
          <ProblemAlert error={associate.error} fieldMessages={shown} />
          <PlaceFields form={form} choices={elsewhere} />
          <Button type="submit" loading={associate.isPending} w="fit-content">
            Connect repository
          </Button>
        </Stack>
      </PageForm>
    </Card>
  )
}
