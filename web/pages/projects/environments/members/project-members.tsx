import { keepPreviousData } from '@tanstack/react-query'
import { api, client, invalidate } from '../../../../api/client.ts'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { useAddress } from '../../../../use-address.ts'
import { Members } from './members.tsx'
import { type Principal, type Role, roles } from './shapes.ts'

const all = '/v1/projects/{projectId}/members'
const one = '/v1/projects/{projectId}/members/{id}'

/** Who was given a role in the project. */
export function ProjectMembers({ projectId }: { readonly projectId: string }) {
  const [{ page = 0 }, change] = useAddress('environments')
  const { data, error } = api.useQuery(
    'get',
    all,
    { params: { path: { projectId }, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  async function give({ id, name }: Principal, role: Role): Promise<void> {
    const { error: refusal } = await client.PUT(one, {
      params: { path: { projectId, id } },
      body: { role },
    })
    if (refusal) throw refusal
    await invalidate(all)
    showDone(`${name} is ${roles.find(({ value }) => value === role)!.label.toLowerCase()} here`)
  }
  async function take({ id, name }: Principal): Promise<void> {
    const { error: refusal } = await client.DELETE(one, { params: { path: { projectId, id } } })
    if (refusal) throw refusal
    await invalidate(all)
    showDone(`${name} has no role here any more`)
  }
  return (
    <Members
      projectId={projectId}
      noun="Role"
      lead="Administrators of the account may do everything without being named here."
      choices={roles}
      rows={data}
      error={error}
      given={({ role }) => role}
      onGive={give}
      onTake={(member) =>
        confirmLoss({
          title: `Take ${member.name} out of the project?`,
          message: 'What only this role opened closes within five seconds.',
          action: 'Take the role away',
          onConfirm: () => take(member),
        })
      }
      onPage={(wanted) => change({ page: wanted })}
      empty={
        <EmptyState title="Nobody was given a role yet">
          Find a person, a group or a credential above and give a role.
        </EmptyState>
      }
    />
  )
}
