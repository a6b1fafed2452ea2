import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { CircleQuestionMark, LogOut, Moon, Search, Sun, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, client } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { showFailure } from '../../ui/confirm.tsx'
import favicon from '../../ui/favicon.svg'
import { focusTitle } from '../../ui/focus-title.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { helpFor } from './help.ts'
import { Keys } from './keys.tsx'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { SessionEnded } from './session-ended.tsx'
import styles from './shell.module.css'
import { useSignOut } from './use-sign-out.ts'

/** Header, menu and the page. On narrow screens the menu opens over the page. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const projectId = useCurrentProject()
  const address = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after following a link, the page matters, not the menu
  useEffect(close, [address])
  useFocusOfPage()
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 230, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Menu"
              aria-expanded={isOpen}
            />
            <UnstyledButton
              renderRoot={(props) => <Link to={paths.home} {...props} />}
              aria-label="Headrace, home"
            >
              <Group gap={8} wrap="nowrap">
                <img src={favicon} alt="" width={24} height={24} />
                <Text fw={700} visibleFrom="xs">
                  Headrace
                </Text>
              </Group>
            </UnstyledButton>
          </Group>
          <Tools />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages" className={styles.menu}>
        <Navigation projectId={projectId} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <ConnectionBanner />
        <Outlet />
      </AppShell.Main>
      <Palette projectId={projectId} />
      <Keys />
      <SessionEnded />
    </AppShell>
  )
}

/**
 * Moves the focus to the title of the page that a link led to, so that keys go on there and screen readers
 * say what was opened. A field of the page that took the focus keeps it.
 */
function useFocusOfPage(): void {
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const focused = useRef(address)
  useEffect(() => {
    const isFirst = focused.current === undefined
    if (focused.current === address) return
    focused.current = address
    if (!isFirst) focusTitle()
  }, [address])
}

/**
 * The project that the address names, or that its execution belongs to: the page of that has read it already.
 */
function useCurrentProject(): string | undefined {
  const { projectId, executionId = '' } = useParams({ strict: false })
  const { data: execution } = api.useQuery(
    'get',
    '/v1/pipeline-executions/{pipelineExecutionId}',
    { params: { path: { pipelineExecutionId: executionId } } },
    { enabled: executionId !== '' },
  )
  return projectId ?? execution?.projectId
}

function Tools() {
  const { name } = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  async function end(): Promise<string | undefined> {
    const { data, error, response } = await client.DELETE('/v1/session')
    if (error !== undefined && response.status !== 401) throw error
    return data?.signOutUrl // the identity provider leads back to the page for signing in
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon variant="default" size="lg" aria-label="Search (Ctrl-K)" onClick={spotlight.open}>
        <Search size={18} aria-hidden />
      </ActionIcon>
      <Help />
      <SchemeSwitch />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={`Account of ${name}`}>
            <UserRound size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{name}</Menu.Label>
          <Menu.Item
            leftSection={<UserRound size={16} aria-hidden />}
            onClick={() => void navigate({ to: paths.profile })}
          >
            Profile
          </Menu.Item>
          <Menu.Item
            leftSection={<LogOut size={16} aria-hidden />}
            // Unless a failure is shown, the user would believe that the session has ended.
            onClick={() => void signOut(end).catch(showFailure)}
          >
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

/** The documentation of what the page shows, in a tab of its own: what was typed here stays. */
function Help() {
  const address = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <ActionIcon
      component="a"
      href={helpFor(address)}
      target="_blank"
      rel="noreferrer"
      variant="default"
      size="lg"
      aria-label="Help"
    >
      <CircleQuestionMark size={18} aria-hidden />
    </ActionIcon>
  )
}

function SchemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={isDark ? 'Use light mode' : 'Use dark mode'}
      onClick={toggleColorScheme}
    >
      {isDark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </ActionIcon>
  )
}
