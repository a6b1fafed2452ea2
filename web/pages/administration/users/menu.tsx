import { ActionIcon, Menu } from '@mantine/core'
import { Ellipsis, Eye, LogOut, ShieldCheck, Trash2, UserCheck, UserX } from 'lucide-react'
import { client, invalidate } from '../../../api/client.ts'
import { confirmLoss, showDone, showFailure } from '../../../ui/confirm.tsx'
import type { Principal } from './shapes.ts'

/** What opens a dialog of the page. */
export type Wish = 'roles' | 'permissions'

interface UserMenuProps {
  readonly user: Principal
  readonly onWish: (wish: Wish) => void
}

/** What can be done with a person. */
export function UserMenu({ user: { id, name, active }, onWish }: UserMenuProps) {
  const params = { path: { id } }
  async function setActive(value: boolean): Promise<void> {
    const { error } = await client.PATCH('/v1/directory-integration/scim/v2/Users/{id}', {
      params,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'active', value }],
      },
    })
    if (error) throw error
    await invalidate('/v1/users')
    showDone(value ? `${name} may sign in again` : `${name} is deactivated`)
  }
  async function endSessions(): Promise<void> {
    const { error } = await client.DELETE('/v1/users/{id}/sessions', { params })
    if (error) throw error
    showDone(`${name} is signed out everywhere`)
  }
  async function remove(): Promise<void> {
    const { error } = await client.DELETE('/v1/directory-integration/scim/v2/Users/{id}', { params })
    if (error) throw error
    await invalidate('/v1/users')
    showDone(`${name} is deleted`)
  }
  const ask = (title: string, message: string, action: string, onConfirm: () => Promise<void>) => () =>
    confirmLoss({ title, message, action, onConfirm })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Actions for ${name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<ShieldCheck size={16} aria-hidden />} onClick={() => onWish('roles')}>
          Roles
        </Menu.Item>
        <Menu.Item leftSection={<Eye size={16} aria-hidden />} onClick={() => onWish('permissions')}>
          Permissions, and why
        </Menu.Item>
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={ask(
            `Sign ${name} out everywhere?`,
            'Every session ends at once.',
            'Sign out',
            endSessions,
          )}
        >
          Sign out everywhere
        </Menu.Item>
        {active ? (
          <Menu.Item
            leftSection={<UserX size={16} aria-hidden />}
            onClick={ask(
              `Deactivate ${name}?`,
              'Sessions and tokens end at once, and nobody can sign in with this user until it is activated.',
              'Deactivate',
              () => setActive(false),
            )}
          >
            Deactivate
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<UserCheck size={16} aria-hidden />}
            onClick={() => void setActive(true).catch(showFailure)}
          >
            Activate
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={ask(
            `Delete ${name}?`,
            'The user, its roles and its tokens are gone for good. What the user did stays in the audit log.',
            'Delete the user',
            remove,
          )}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
