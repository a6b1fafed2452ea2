import { Card, Code, Group, Loader, Stack, Switch, Text } from '@mantine/core'
import { basePath } from '../../../api/base.ts'
import { api, invalidate } from '../../../api/client.ts'
import { showFailure } from '../../../ui/confirm.tsx'
import { CopyIcon } from '../../../ui/copy-icon.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'

const path = '/v1/directory-integration/settings'

/** The base URL to enter at the identity provider, and the settings of the interface. */
export function ScimInterface() {
  const { data, error } = api.useQuery('get', path)
  const save = api.useMutation('patch', path, {
    onSuccess: () => invalidate(path),
    onError: showFailure,
  })
  const baseUrl = `${window.location.origin}${basePath}/v1/directory-integration/scim/v2`
  return (
    <Card withBorder component="section" aria-label="SCIM interface">
      <Stack gap="xs">
        <ProblemAlert error={error} />
        <div>
          <Text size="sm" fw={600}>
            Base URL (tenant URL)
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{baseUrl}</Code>
            <CopyIcon value={baseUrl} label="Copy the base URL" />
          </Group>
        </div>
        {data === undefined && !error && <Loader size="sm" aria-label="Loading the settings" />}
        {data !== undefined && (
          <>
            <Switch
              label="Enabled"
              checked={data.enabled}
              disabled={save.isPending}
              onChange={({ currentTarget }) => save.mutate({ body: { enabled: currentTarget.checked } })}
            />
            <Switch
              label="Require meta when creating"
              description="Turn this off for identity providers that do not send meta."
              checked={data.requireMeta}
              disabled={save.isPending}
              onChange={({ currentTarget }) => save.mutate({ body: { requireMeta: currentTarget.checked } })}
            />
            <Switch
              label="Accept passwords"
              description="Lets directory tokens set passwords. While off, passwords that they send are ignored."
              checked={data.acceptPasswords}
              disabled={save.isPending}
              onChange={({ currentTarget }) =>
                save.mutate({ body: { acceptPasswords: currentTarget.checked } })
              }
            />
          </>
        )}
      </Stack>
    </Card>
  )
}
