import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { useMay } from '../../components/rights/use-may.ts'
import { paths } from '../../paths.ts'
import { Pager } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAddress } from '../../use-address.ts'

// Its form is no part of the first view.
const loadDialog = () => import('./create-project.tsx')
const CreateProject = lazy(async () => ({ default: (await loadDialog()).CreateProject }))

const PAGE_ROWS = 20

/** The projects that the user may see, page by page, and the button that creates one. */
export function Projects() {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [isWanted, want] = useState(false)
  const [{ page = 0 }, change] = useAddress('home')
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { page, size: PAGE_ROWS } } },
    { placeholderData: keepPreviousData },
  )
  const mayCreate = useMay()('projectCreator')
  const projects = data?.results ?? []
  return (
    <Card withBorder component="section" aria-label="Projects">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Projects</Title>
        {mayCreate && (
          <Button
            size="compact-sm"
            leftSection={<Plus size={14} aria-hidden />}
            onMouseEnter={() => void loadDialog()}
            onClick={() => {
              want(true)
              open()
            }}
          >
            New project
          </Button>
        )}
      </Group>
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      {data?.total === 0 && (
        <EmptyState title="No projects yet">
          A project holds pipelines, their environments, variables and schedules.{' '}
          {mayCreate ? 'Create the first one.' : 'Ask an administrator for a role in one.'}
        </EmptyState>
      )}
      <Stack gap={6}>
        {projects.map(({ id, name, description, warehouse }) => (
          <div key={id} style={{ overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <PageLink to={paths.pipelines} params={{ projectId: id }}>
                {name}
              </PageLink>
              <Text size="sm" c="dimmed">
                {warehouse}
              </Text>
            </Group>
            {description !== '' && (
              <Text size="sm" c="dimmed" lineClamp={2}>
                {description}
              </Text>
            )}
          </div>
        ))}
      </Stack>
      {data !== undefined && (data.total > PAGE_ROWS || page > 0) && (
        <Pager rows={data} onPage={(wanted) => change({ page: wanted })} label="projects" />
      )}
      {isWanted && (
        <Suspense>
          <CreateProject isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </Card>
  )
}
