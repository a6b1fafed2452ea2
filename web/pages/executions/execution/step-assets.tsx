import { Stack, Text, Title } from '@mantine/core'
import { api } from '../../../api/client.ts'
import { type Execution, isLive, type Step } from '../../../components/executions/shapes.ts'
import { AssetLink } from '../../../components/lineage/assets-table.tsx'
import type { Asset } from '../../../components/lineage/shapes.ts'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'

interface StepAssetsProps {
  readonly step: Step
  readonly execution: Execution
}

type Named = Pick<Asset, 'assetId' | 'name'>

const REFRESH_MS = 2_000
/** By then, what the last step of an execution read and wrote is recorded. */
const RECORDED_MS = 60_000

/** What a step read and wrote, in all its rounds. It is recorded shortly after the step has ended. */
export function StepAssets({ step, execution }: StepAssetsProps) {
  const { projectId, pipelineExecutionId } = execution
  const { data, error } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/lineage',
    { params: { path: { projectId, pipelineExecutionId } } },
    {
      enabled: step.result === 'SUCCESS',
      refetchInterval: () => (mayBeRecording(execution) ? REFRESH_MS : false),
    },
  )
  const own =
    data?.steps.filter(
      ({ executionId, componentName }) => step.id.startsWith(executionId) && componentName === step.name,
    ) ?? []
  const [reads, writes] = [
    distinct(own.flatMap((one) => one.reads)),
    distinct(own.flatMap((one) => one.writes)),
  ]
  if (reads.length + writes.length === 0) return <ProblemAlert error={error} />
  return (
    <>
      <Title order={3} size="h4">
        Assets
      </Title>
      <ProblemAlert error={error} />
      <Links label="Reads" assets={reads} />
      <Links label="Writes" assets={writes} />
    </>
  )
}

const mayBeRecording = ({ status, finishedAt = '' }: Execution): boolean =>
  isLive(status) || Date.now() - Date.parse(finishedAt) < RECORDED_MS

const distinct = (all: readonly Named[]): Named[] => [
  ...new Map(all.map((one) => [one.assetId, one])).values(),
]

const MAX_LINKS = 50

function Links({ label, assets }: { readonly label: string; readonly assets: readonly Named[] }) {
  if (assets.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Stack component="ul" aria-label={label} gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
        {assets.slice(0, MAX_LINKS).map((asset) => (
          <li key={asset.assetId}>
            <AssetLink {...asset} />
          </li>
        ))}
      </Stack>
      {assets.length > MAX_LINKS && <Text size="sm">and {assets.length - MAX_LINKS} more</Text>}
    </div>
  )
}
