import { Card, Code, Group, Text } from '@mantine/core'
import { paths } from '../../../../paths.ts'
import { CopyIcon } from '../../../../ui/copy-icon.tsx'
import { PageLink } from '../../../../ui/link.tsx'

/** Where Git reaches the hosted repository, and how one pushes to it. */
export function HowToPush({ cloneUrl }: { readonly cloneUrl: string }) {
  return (
    <Card withBorder component="section" aria-label="Clone and push" padding="sm">
      <Group gap="xs" wrap="nowrap">
        <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {cloneUrl}
        </Code>
        <CopyIcon value={cloneUrl} label="Copy the clone address" />
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        <span className="monospace">git clone</span> and <span className="monospace">git push</span> ask for a
        user name and a password. The name may be anything, the password is a{' '}
        <PageLink to={paths.profile} underline="always">
          personal access token
        </PageLink>{' '}
        that allows changes.
      </Text>
    </Card>
  )
}
