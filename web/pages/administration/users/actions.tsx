import {
  Eye,
  LogOut,
  MailPlus,
  RotateCcw,
  ShieldCheck,
  Smartphone,
  Trash2,
  Unlink,
  UserCheck,
  UserX,
} from 'lucide-react'
import { client } from '../../../api/client.ts'
import { RolesDialog } from '../roles/dialog.tsx'
import type { RowAction } from '../row-actions.tsx'
import { InvitationDialog } from './invitation.tsx'
import { PermissionsDialog } from './permissions.tsx'
import type { Principal } from './shapes.ts'

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Activates or deactivates a user. Throws the problem. */
async function setActive(id: string, value: boolean): Promise<void> {
  const { error } = await client.PATCH('/v1/directory-integration/scim/v2/Users/{id}', {
    params: { path: { id } },
    body: { schemas: [PATCH_SCHEMA], Operations: [{ op: 'replace', path: 'active', value }] },
  })
  if (error) throw error
}

async function endSessions({ id, name }: Principal): Promise<string> {
  const { error } = await client.DELETE('/v1/users/{id}/sessions', { params: { path: { id } } })
  if (error) throw error
  return `Signed ${name} out everywhere`
}

async function unlink({ id, name }: Principal): Promise<string> {
  const { error, response } = await client.DELETE('/v1/users/{id}/identities', { params: { path: { id } } })
  if (response.status === 404) return `${name} is not linked to an identity provider`
  if (error) throw error
  return `Unlinked ${name} from identity providers`
}

async function requireSecondFactor({ id, name }: Principal): Promise<string> {
  const path = '/v1/users/{id}/second-factor'
  const { error } = await client.PATCH(path, { params: { path: { id } }, body: { required: true } })
  if (error) throw error
  return `${name} enrols a second factor at the next sign-in`
}

async function resetSecondFactor({ id, name }: Principal): Promise<string> {
  const { error, response } = await client.DELETE('/v1/users/{id}/second-factor', {
    params: { path: { id } },
  })
  if (response.status === 404) return `${name} has no second factor`
  if (error) throw error
  return `Removed the second factor of ${name}`
}

async function remove({ id, name }: Principal): Promise<string> {
  const path = '/v1/directory-integration/scim/v2/Users/{id}'
  const { error } = await client.DELETE(path, { params: { path: { id } } })
  if (error) throw error
  return `Deleted ${name}`
}

/** What can be done with a user. */
export const userActions: readonly RowAction<Principal>[] = [
  {
    label: 'Roles',
    icon: ShieldCheck,
    dialog: ({ id, name }, onClose) => <RolesDialog kind="users" id={id} name={name} onClose={onClose} />,
  },
  {
    label: 'Effective permissions',
    icon: Eye,
    dialog: (user, onClose) => <PermissionsDialog user={user} onClose={onClose} />,
  },
  {
    label: 'Invitation',
    icon: MailPlus,
    isOffered: ({ active }) => active,
    dialog: (user, onClose) => <InvitationDialog user={user} onClose={onClose} />,
  },
  {
    label: 'Sign out everywhere',
    icon: LogOut,
    confirm: ({ name }) => ({
      title: `Sign ${name} out everywhere?`,
      message: 'All sessions of the user end at once.',
      action: 'Sign out',
    }),
    change: endSessions,
  },
  {
    label: 'Require second factor',
    icon: Smartphone,
    change: requireSecondFactor,
  },
  {
    label: 'Reset second factor',
    icon: RotateCcw,
    confirm: ({ name }) => ({
      title: `Reset the second factor of ${name}?`,
      message:
        'For users who lost their app and recovery codes. Make sure that the request really comes from the user. All sessions end, and the password alone is enough to sign in until the user enrols again.',
      action: 'Reset',
    }),
    change: resetSecondFactor,
  },
  {
    label: 'Unlink from providers',
    icon: Unlink,
    confirm: ({ name }) => ({
      title: `Unlink ${name} from identity providers?`,
      message:
        'For users who have another subject at the provider now. Make sure that the user name still belongs to the same person: whoever signs in next under it is this user. All sessions end.',
      action: 'Unlink',
    }),
    change: unlink,
  },
  {
    label: 'Deactivate',
    icon: UserX,
    isOffered: ({ active }) => active,
    confirm: ({ name }) => ({
      title: `Deactivate ${name}?`,
      message: 'Sessions and tokens end at once. The user cannot sign in until you activate it again.',
      action: 'Deactivate',
    }),
    change: async ({ id, name }) => {
      await setActive(id, false)
      return `Deactivated ${name}`
    },
  },
  {
    label: 'Activate',
    icon: UserCheck,
    isOffered: ({ active }) => !active,
    change: async ({ id, name }) => {
      await setActive(id, true)
      return `Activated ${name}`
    },
  },
  {
    label: 'Delete',
    icon: Trash2,
    confirm: ({ name }) => ({
      title: `Delete ${name}?`,
      message:
        'The user, its roles and its tokens are deleted for good. The audit log keeps what the user did.',
      action: 'Delete the user',
    }),
    change: remove,
  },
]
