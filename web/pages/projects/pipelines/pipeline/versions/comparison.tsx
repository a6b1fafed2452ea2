import { Button, Group, Loader, Select, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../../../../api/client.ts'
import { useEvery } from '../../../../../api/every.ts'
import { ChangedFile } from '../../../../../components/designer/git/changed-file.tsx'
import { compareTexts } from '../../../../../components/designer/git/file-change.ts'
import { ProblemAlert } from '../../../../../ui/problem-alert.tsx'
import { withChosen } from '../../source/source.ts'

interface Side {
  readonly environmentName: string
  /** The newest without one. */
  readonly versionName: string | undefined
}

interface ComparisonProps {
  readonly projectId: string
  readonly path: string
  /** Of the environments. */
  readonly names: readonly string[]
  readonly from: Side
  readonly to: Side
  readonly onClose: () => void
}

/** What differs in a pipeline between two versions, as text and as a graph. */
export function Comparison({ projectId, path, names, onClose, ...first }: ComparisonProps) {
  const [from, setFrom] = useState(first.from)
  const [to, setTo] = useState(first.to)
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/versions/diff',
    {
      params: {
        path: { projectId },
        query: {
          name: path,
          fromEnvironmentName: from.environmentName,
          ...(from.versionName !== undefined && { fromVersionName: from.versionName }),
          toEnvironmentName: to.environmentName,
          ...(to.versionName !== undefined && { toVersionName: to.versionName }),
        },
      },
    },
    { placeholderData: keepPreviousData },
  )
  const change = useMemo(() => data && compareTexts(path, data.from.text, data.to.text), [data, path])
  const side = { projectId, path, names }
  return (
    <section aria-label="Changes between two versions">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={3}>Changes</Title>
          <Button variant="subtle" size="compact-sm" onClick={onClose}>
            Close
          </Button>
        </Group>
        <Group gap="md" align="flex-end">
          <SideChoice {...side} label="From" side={from} onChange={setFrom} />
          <SideChoice {...side} label="To" side={to} onChange={setTo} />
        </Group>
        <ProblemAlert error={error} onRetry={() => void refetch()} />
        {data === undefined && error === null && <Loader size="sm" aria-label="Comparing" />}
        {data?.change === 'NONE' && <Text size="sm">The pipeline is the same in both versions.</Text>}
        {change !== undefined && data?.change !== 'NONE' && <ChangedFile change={change} />}
        {(data?.from.textTruncated || data?.to.textTruncated) && (
          <Text size="sm">Only the first 1,048,576 characters of the file are compared.</Text>
        )}
      </Stack>
    </section>
  )
}

interface SideChoiceProps {
  readonly projectId: string
  readonly path: string
  readonly names: readonly string[]
  readonly label: 'From' | 'To'
  readonly side: Side
  readonly onChange: (side: Side) => void
}

/** An environment, and one of its versions that changed the pipeline, or the newest of all. */
function SideChoice({ projectId, path, names, label, side, onChange }: SideChoiceProps) {
  const { environmentName, versionName } = side
  const { data = [] } = useEvery('/v1/projects/{projectId}/pipelines/versions', (one) => one.versionName, {
    path: { projectId },
    query: { environmentName, name: path },
  })
  const versions = data.map((one) => one.versionName)
  return (
    <Group gap={6} align="flex-end">
      <Select
        label={`${label} environment`}
        size="xs"
        w={170}
        data={withChosen(names, environmentName)}
        value={environmentName}
        allowDeselect={false}
        onChange={(name) => name !== null && onChange({ environmentName: name, versionName: undefined })}
      />
      <Select
        label={`${label} version`}
        size="xs"
        w={170}
        searchable
        clearable
        placeholder="Newest version"
        data={withChosen(versions, versionName)}
        value={versionName ?? null}
        onChange={(name) => onChange({ environmentName, versionName: name ?? undefined })}
      />
    </Group>
  )
}
