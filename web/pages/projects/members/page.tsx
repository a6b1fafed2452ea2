import { keepPreviousData } from '@tanstack/react-query'
import { api, client, invalidate } from '../../../api/client.ts'
import { Members } from '../../../components/members/members.tsx'
import { type Principal, type Role, roles } from '../../../components/members/shapes.ts'
import { confirmLoss, showDone } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'

const all = '/v1/projects/{projectId}/members'
const one = '/v1/projects/{projectId}/members/{id}'

/** Who has which role in the project. */
export function MembersPage() {
  const projectId = useProjectId()
  const [{ page = 0 }, change] = useAddress('members')
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
    showDone(`${name}: ${roles.find(({ value }) => value === role)!.label.toLowerCase()}`)
  }
  async function take({ id, name }: Principal): Promise<void> {
    const { error: refusal } = await client.DELETE(one, { params: { path: { projectId, id } } })
    if (refusal) throw refusal
    await invalidate(all)
    showDone(`Removed ${name} from the project`)
  }
  return (
    <Page title="Members">
      <Members
        needs={{ projectId, permission: 'project:write' }}
        projectId={projectId}
        noun="Role"
        lead="Account administrators have full access without being listed here."
        choices={roles}
        rows={data}
        error={error}
        given={({ role }) => role}
        onGive={give}
        onTake={(member) =>
          confirmLoss({
            title: `Remove ${member.name} from the project?`,
            message: 'Access that only this role grants ends within five seconds.',
            action: 'Remove role',
            onConfirm: () => take(member),
          })
        }
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No members yet">
            Find a user, a group or a credential above and assign a role.
          </EmptyState>
        }
      />
    </Page>
  )
}
