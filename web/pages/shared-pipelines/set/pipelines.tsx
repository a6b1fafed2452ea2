import { Card, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { api } from '../../../api/client.ts'
import {
  type SharedDetails,
  sharedDetailsPath,
  shownDefault,
} from '../../../components/shared-pipelines/wire.ts'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'

/** What a version of a set shares, with the parameters of each pipeline. */
export function SharedPipelinesOf({
  prefix,
  version,
}: {
  readonly prefix: string
  readonly version: string
}) {
  const query = { sharedPipelineIdPrefix: prefix, versionName: version }
  const { data, error } = api.useQuery('get', sharedDetailsPath, { params: { query } })
  return (
    <section aria-labelledby="shared">
      <Title order={2} size="h4" id="shared" mb="xs">
        Pipelines of version {version}
      </Title>
      <ProblemAlert error={error} />
      {data === undefined && error === null && <Loader aria-label="Loading the pipelines" />}
      <Stack gap="sm">
        {data?.sharedPipelines.map((one) => (
          <Pipeline key={one.sharedPipelineId} prefix={prefix} pipeline={one} />
        ))}
      </Stack>
    </section>
  )
}

interface PipelineProps {
  readonly prefix: string
  readonly pipeline: SharedDetails['sharedPipelines'][number]
}

function Pipeline({ prefix, pipeline }: PipelineProps) {
  const { sharedPipelineId, displayName, description, sourcePipeline, parameters } = pipeline
  const name = `${prefix}#${sharedPipelineId}`
  return (
    <Card withBorder padding="sm">
      <Title order={3} size="h5">
        {displayName ?? name}
      </Title>
      <Text size="sm" c="dimmed" className="monospace">
        {displayName !== undefined && `${name}, `}
        {sourcePipeline}
      </Text>
      {description !== '' && <Text size="sm">{description}</Text>}
      {parameters.length === 0 ? (
        <Text size="sm" mt="xs">
          It takes no parameters.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={360}>
          <Table mt="xs" aria-label={`Parameters of ${name}`}>
            <Table.Thead>
              <Table.Tr>
                {['Parameter', 'Type', 'Default', 'Description'].map((title) => (
                  <Table.Th key={title} scope="col">
                    {title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {parameters.map((one) => (
                <Table.Tr key={one.name}>
                  <Table.Td>
                    {one.displayName === undefined ? one.name : `${one.displayName} (${one.name})`}
                  </Table.Td>
                  <Table.Td>{one.type}</Table.Td>
                  <Table.Td>{one.required ? 'required' : shownDefault(one.defaultValue)}</Table.Td>
                  <Table.Td>{one.description}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  )
}
