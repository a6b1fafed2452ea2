import { Loader, Stack, Text, Title } from '@mantine/core'
import type { operations } from '../../../../../openapi/types.generated.ts'
import { api } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { exactTime } from '../../../../ui/time.tsx'
import { bytesWords, type EnvironmentPlace } from '../shapes.ts'
import { VersionLineage } from './version-lineage.tsx'
import classes from './versions.module.css'

type Details = operations['getArtifactDetails']['responses'][200]['content']['application/json']

interface VersionDetailsProps extends EnvironmentPlace {
  readonly versionName: string
  readonly onClose: () => void
}

/** Files and pipelines of one version, what they read and write, and where it came from. */
export function VersionDetails({ projectId, environmentName, versionName, onClose }: VersionDetailsProps) {
  const { data, error } = api.useQuery('get', '/v1/projects/{projectId}/artifacts/details', {
    params: { path: { projectId }, query: { environmentName, versionName } },
  })
  return (
    <Dialog opened onClose={onClose} title={`Version ${versionName}`} size="xl">
      <ProblemAlert error={error} />
      {data === undefined && !error && <Loader aria-label="Loading the version" />}
      {data !== undefined && <Contents projectId={projectId} details={data} />}
    </Dialog>
  )
}

function Contents({ projectId, details }: { readonly projectId: string; readonly details: Details }) {
  const { environmentName, versionName, commitHash, branch, publishedBy, publishedTime } = details
  const from = [
    commitHash === undefined ? '' : `commit ${commitHash}`,
    branch === undefined ? '' : `of ${branch}`,
  ]
  const origin = from.filter((text) => text !== '').join(' ')
  const search = { environment: environmentName, version: versionName }
  return (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Published by {publishedBy}, {exactTime(publishedTime)}
        {origin === '' ? '' : `, from ${origin}`}.
      </Text>
      <PageLink to={paths.pipelines} params={{ projectId }} search={search} size="sm">
        View pipelines
      </PageLink>
      <Title order={3}>Pipelines ({details.pipelines.length.toLocaleString()})</Title>
      <Names label="Pipelines" rows={details.pipelines.map((name) => [name])} />
      <Title order={3}>Reads and writes</Title>
      <VersionLineage projectId={projectId} environmentName={environmentName} versionName={versionName} />
      <Title order={3}>Files ({details.files.length.toLocaleString()})</Title>
      <Names label="Files" rows={details.files.map(({ path, bytes }) => [path, bytesWords(bytes)])} />
    </Stack>
  )
}

function Names({
  label,
  rows,
}: {
  readonly label: string
  readonly rows: readonly (readonly [string, string?])[]
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys
    <section aria-label={label} tabIndex={0}>
      <ul className={classes['list']}>
        {rows.map(([name, more]) => (
          <li key={name}>
            <span>{name}</span>
            {more !== undefined && <span>{more}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
