import { Group, Radio, Stack, Text } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import { OAuthStatus } from '../oauth-status.tsx'
import type { OAuth } from '../wire.ts'
import type { EndpointProps } from './endpoint-props.ts'
import { OAuthProviders } from './oauth-providers.tsx'
import { oauthForTest } from './test-values.ts'

/** The OAuth entries of an endpoint, the one to test with, and a link to the OAuths tab. */
export function OAuthInputs({ editor, tests, oauths, endpoint }: EndpointProps) {
  const { authentication, key } = endpoint
  const { values } = tests.of(key)
  const attached = authentication.oauthIds.flatMap((id) => oauths.find(({ oauthId }) => oauthId === id) ?? [])
  const attach = (oauthIds: string[]) =>
    editor.changeEndpoint(key, { authentication: { ...authentication, oauthIds } })
  return (
    <Stack gap="sm">
      <OAuthProviders
        attached={authentication.oauthIds.map(
          (id) => attached.find(({ oauthId }) => oauthId === id) ?? { oauthId: id, name: id },
        )}
        others={oauths.filter(({ oauthId }) => !authentication.oauthIds.includes(oauthId))}
        onAdd={(added) => attach([...authentication.oauthIds, ...added])}
        onRemove={(removed) => attach(authentication.oauthIds.filter((id) => !removed.includes(id)))}
      />
      <Text size="sm">
        <PageLink underline="always" to={paths.oauths} search={{ from: editor.connectorId }}>
          Manage OAuth
        </PageLink>{' '}
        to add entries and set up pending ones. A pipeline can choose any entry attached here.
      </Text>
      {attached.length > 0 && (
        <TestWith
          attached={attached}
          chosen={oauthForTest(endpoint, values.oauthId, oauths)}
          onChoose={(oauthId) => tests.change(key, { oauthId })}
        />
      )}
    </Stack>
  )
}

interface TestWithProps {
  readonly attached: readonly OAuth[]
  readonly chosen: string | undefined
  readonly onChoose: (oauthId: string) => void
}

/** Entries pending setup have no token, so they are disabled for tests. */
function TestWith({ attached, chosen, onChoose }: TestWithProps) {
  return (
    <Radio.Group
      label="Test with"
      description={
        chosen === undefined && 'None of the entries is authorized yet, so the endpoint cannot be tested.'
      }
      value={chosen ?? null}
      onChange={onChoose}
    >
      <Stack gap={6} mt={6}>
        {attached.map(({ oauthId, name, status }) => (
          <Group key={oauthId} gap="xs">
            <Radio
              value={oauthId}
              label={name}
              disabled={status !== 'AUTHORIZED'}
              {...(status !== 'AUTHORIZED' && { description: 'Disabled for testing until it is set up' })}
            />
            <OAuthStatus status={status} />
          </Group>
        ))}
      </Stack>
    </Radio.Group>
  )
}
