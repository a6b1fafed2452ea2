import { Alert, Loader } from '@mantine/core'
import { LoaderCircle, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { May } from '../../../components/rights/may.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { focusTitle } from '../../../ui/focus-title.ts'
import { Page } from '../../../ui/page.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useProjectId } from '../../../use-params.ts'
import { RepositoryActions } from './actions.tsx'
import { Connect } from './connect/connect.tsx'
import { providers } from './connect/providers.ts'
import { type Repository, repositoryPath } from './shapes.ts'
import { useRepository } from './use-repository.ts'
import { RepositoryViews } from './views.tsx'

/** The repository of a project: its contents, what was done with it, and its way to another place. */
export function RepositoryPage() {
  const projectId = useProjectId()
  const params = { params: { path: { projectId } } }
  const project = api.useQuery('get', '/v1/projects/{projectId}', params)
  const { data, error, isLoading } = useRepository(projectId)
  useFocusOfOther(data === undefined ? undefined : data !== null)
  if (project.error && project.data === undefined)
    return (
      <Page title="Repository">
        <ProblemAlert error={project.error} />
      </Page>
    )
  if (data === null)
    return (
      <Page
        title="Repository"
        lead="Pipelines are files in Git. The project has no repository yet: create one, or connect an existing one."
      >
        <May
          needs={{ projectId, permission: 'repository:write' }}
          otherwise={
            <EmptyState title="No repository yet">
              Ask an administrator of the project to connect one.
            </EmptyState>
          }
        >
          <Connect projectId={projectId} />
        </May>
      </Page>
    )
  return (
    <Page
      title="Repository"
      lead={data && placeWords(data)}
      actions={data && <RepositoryActions projectId={projectId} repository={data} />}
    >
      <ProblemAlert error={error} />
      {isLoading && <Loader aria-label="Loading the repository" />}
      {data && <Warnings repository={data} />}
      {data && <RepositoryViews projectId={projectId} repository={data} />}
    </Page>
  )
}

/**
 * The button that connected a repository or removed it is gone with what the page showed: the title has the
 * focus then.
 */
function useFocusOfOther(isConnected: boolean | undefined): void {
  const was = useRef(isConnected)
  useEffect(() => {
    if (was.current !== undefined) focusTitle()
    was.current = isConnected
  }, [isConnected])
}

function placeWords({ provider, repositoryName, providerParameters }: Repository): string {
  if (provider === 'hosted') return providers.hosted.label
  const { url, ownerName, organization, baseUrl } = providerParameters
  const where = url ?? [baseUrl, ownerName ?? organization].filter((text) => text !== undefined).join(', ')
  return [`${repositoryName} at ${providers[provider].label}`, where].filter((text) => text !== '').join(', ')
}

function Warnings({ repository }: { readonly repository: Repository }) {
  const { migrationInProgress, tokenFault } = repository
  return (
    <>
      {migrationInProgress && <Moving />}
      {tokenFault !== undefined && (
        <Alert
          color="red"
          icon={<TriangleAlert size={18} aria-hidden />}
          title="The access token could not be rotated"
        >
          {tokenFault}. Headrace tries again within an hour. If the token is no longer valid, replace it
          above.
        </Alert>
      )}
    </>
  )
}

function Moving() {
  // What was refused meanwhile is read again when it has ended.
  useEffect(() => () => void invalidate(repositoryPath), [])
  return (
    <Alert
      color="blue"
      icon={<LoaderCircle size={18} aria-hidden />}
      title="Migration in progress"
      role="status"
    >
      Git operations of this project are blocked until the migration ends. See the Migration tab for its
      progress.
    </Alert>
  )
}
