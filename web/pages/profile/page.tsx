import { Tabs } from '@mantine/core'
import { useSession } from '../../api/session.ts'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../use-address.ts'
import { ChangePassword } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { PersonalTokens } from './tokens.tsx'

/**
 * What belongs to the signed-in person: personal tokens, the password, the second factor, and where one is
 * signed in.
 */
export function ProfilePage() {
  const { name, accountRole } = useSession()
  const [{ tab = 'tokens' }, change] = useAddress('profile')
  return (
    <Page title="Profile" lead={`${name}, ${accountRole === 'SUPER_ADMIN' ? 'administrator' : 'user'}`}>
      <Tabs value={tab} onChange={(chosen) => change({ tab: chosen ?? undefined })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="tokens">Personal access tokens</Tabs.Tab>
          <Tabs.Tab value="password">Password</Tabs.Tab>
          <Tabs.Tab value="second-factor">Second factor</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tokens">
          <PersonalTokens />
        </Tabs.Panel>
        <Tabs.Panel value="password">
          <ChangePassword />
        </Tabs.Panel>
        <Tabs.Panel value="second-factor">
          <SecondFactor />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <Sessions />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
