import { Anchor, List, Loader, Table } from '@mantine/core'
import { basePath } from '../../../api/base.ts'
import { api } from '../../../api/client.ts'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { Administration } from '../frame.tsx'

/** The versions and addresses of this installation, and where its API is described. */
export function AboutPage() {
  const { data, error } = api.useQuery('get', '/v1/about')
  return (
    <Administration page="about">
      <ProblemAlert error={error} />
      {data === undefined && !error && <Loader aria-label="Loading" />}
      {data !== undefined && (
        <Table aria-label="About" maw={480}>
          <Table.Tbody>
            {(
              [
                ['Product version', data.version],
                ['API version', data.apiVersion],
                ['Time-zone data', data.timeZoneData],
                ['Region', data.region],
                ['API URL', `${window.location.origin}${basePath}`],
              ] as const
            ).map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <List>
        <List.Item>
          <Anchor href="/docs/api">API reference</Anchor>
        </List.Item>
        <List.Item>
          <Anchor href={`${basePath}/v1/openapi.json`}>OpenAPI document</Anchor>
        </List.Item>
        <List.Item>
          <Anchor href="/readyz">Server health</Anchor>
        </List.Item>
      </List>
    </Administration>
  )
}
