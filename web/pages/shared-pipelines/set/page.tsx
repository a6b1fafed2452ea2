import { Button, Loader, Stack, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus, Share2 } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { OwnerName } from '../../../components/ownership/owner.tsx'
import { SharedSetSharing } from '../../../components/ownership/sharing.tsx'
import { May } from '../../../components/rights/may.tsx'
import type { Need } from '../../../components/rights/needs.ts'
import { type SharedVersion, sharedVersionsPath } from '../../../components/shared-pipelines/wire.ts'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useAddress } from '../../../use-address.ts'
import { usePrefix } from '../../../use-params.ts'
import { PublishShared } from '../publish.tsx'
import { SharedPipelinesOf } from './pipelines.tsx'
import { UsersOf } from './users.tsx'
import { VersionsOf } from './versions.tsx'

const trail = [
  <PageLink key="all" to={paths.sharedPipelines}>
    Shared pipelines
  </PageLink>,
]

/** A set of shared pipelines: its versions, what one of them shares, and who runs it. */
export function SharedSetPage() {
  const prefix = usePrefix()
  const query = { sharedPipelineIdPrefix: prefix, enabledOnly: false, size: 1 }
  const newest = api.useQuery('get', sharedVersionsPath, { params: { query } })
  const first = newest.data?.results[0]
  if (first !== undefined) return <Opened prefix={prefix} newest={first} />
  return (
    <Page title={prefix} trail={trail}>
      {newest.error === null && newest.data === undefined && <Loader aria-label="Loading the set" />}
      <ProblemAlert error={newest.error ?? (newest.data && notThere(prefix))} />
    </Page>
  )
}

/** As the API says of a set that the user may not see. */
const notThere = (prefix: string) => new Error(`Set of shared pipelines ${prefix} does not exist`)

function Opened({ prefix, newest }: { readonly prefix: string; readonly newest: SharedVersion }) {
  const [{ version }, change] = useAddress('sharedSet')
  const { projectId, versionName } = newest
  const need: Need =
    projectId === undefined ? 'administrator' : { projectId, permission: 'shared-pipelines:write' }
  const lead = (
    <>
      Owner: <OwnerName projectId={projectId} />
    </>
  )
  return (
    <Page
      title={prefix}
      trail={trail}
      lead={lead}
      actions={<SetActions prefix={prefix} projectId={projectId} need={need} />}
    >
      <Stack gap="xl">
        <section aria-labelledby="versions">
          <Title order={2} size="h4" id="versions" mb="xs">
            Versions
          </Title>
          <VersionsOf
            prefix={prefix}
            need={need}
            onShow={(one) => change({ version: one, users: undefined })}
          />
        </section>
        <SharedPipelinesOf prefix={prefix} version={version ?? versionName} />
        <UsersOf
          prefix={prefix}
          version={version}
          onAll={() => change({ version: undefined, users: undefined })}
        />
      </Stack>
    </Page>
  )
}

interface SetActionsProps {
  readonly prefix: string
  readonly projectId: string | undefined
  readonly need: Need
}

function SetActions({ prefix, projectId, need }: SetActionsProps) {
  const [isSharing, sharing] = useDisclosure(false)
  const [isPublishing, publishing] = useDisclosure(false)
  return (
    <May needs={need}>
      <Button variant="default" leftSection={<Share2 size={16} aria-hidden />} onClick={sharing.open}>
        Sharing
      </Button>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={publishing.open}>
        Publish a version
      </Button>
      {isSharing && <SharedSetSharing prefix={prefix} onClose={sharing.close} />}
      <PublishShared isOpen={isPublishing} onClose={publishing.close} set={{ prefix, projectId }} />
    </May>
  )
}
