import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { ArrowRight, Check, X } from 'lucide-react'
import { useEffect } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { Status } from '../../../../ui/status.tsx'
import { exactTime } from '../../../../ui/time.tsx'
import { providers } from '../connect/providers.ts'
import { type Migration, migrationPath, repositoryPath } from '../shapes.ts'

const LIVE_MS = 1_000

interface ProgressProps {
  readonly projectId: string
  readonly migrationId: string
  readonly onAnother: () => void
}

/** What a migration does at the moment, and what came of it. */
export function Progress({ projectId, migrationId, onAnother }: ProgressProps) {
  const { data, error } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/repository-migration/{migrationId}',
    { params: { path: { projectId, migrationId } } },
    { refetchInterval: ({ state }) => (state.data?.status === 'IN_PROGRESS' ? LIVE_MS : false) },
  )
  const hasEnded = data !== undefined && data.status !== 'IN_PROGRESS'
  // The project points elsewhere now, or Git operations are allowed again: everything about the repository is
  // reloaded.
  useEffect(() => {
    if (hasEnded) void invalidate(repositoryPath, migrationPath)
  }, [hasEnded])
  return (
    <Stack gap="sm" mt="xs" align="flex-start">
      <ProblemAlert error={error} />
      {data === undefined && !error && <Loader aria-label="Loading the migration" />}
      {data !== undefined && <Course migration={data} />}
      {(hasEnded || error) && (
        <Button variant="default" onClick={onAnother}>
          {data?.status === 'FAILED' ? 'Try again' : 'New migration'}
        </Button>
      )}
    </Stack>
  )
}

function Course({ migration }: { readonly migration: Migration }) {
  const { status, detail, source, target, mode, startedAt, startedBy, finishedAt } = migration
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {placeWords(source)} <ArrowRight size={14} aria-label="to" style={{ verticalAlign: -2 }} />{' '}
        {placeWords(target)} ({mode}), started by {startedBy}, {exactTime(startedAt)}
        {finishedAt === undefined ? '' : `, ended ${exactTime(finishedAt)}`}.
      </Text>
      <div role="status" style={{ overflowWrap: 'anywhere', maxWidth: '100%' }}>
        {status === 'IN_PROGRESS' ? (
          <Stack gap={6} align="flex-start">
            <Status status={status} />
            <Text size="sm">{detail ?? 'Starting'}</Text>
          </Stack>
        ) : (
          <Alert
            color={status === 'SUCCEEDED' ? 'green' : 'red'}
            icon={status === 'SUCCEEDED' ? <Check size={18} aria-hidden /> : <X size={18} aria-hidden />}
            title={status === 'SUCCEEDED' ? 'Migration complete' : 'Migration failed'}
          >
            {detail}
            {status === 'FAILED' && ' The project is still on its old repository.'}
          </Alert>
        )}
      </div>
    </>
  )
}

const placeWords = ({ provider, repositoryName }: Migration['source']): string =>
  provider === 'hosted' ? 'Headrace' : `${repositoryName} at ${providers[provider].label}`
