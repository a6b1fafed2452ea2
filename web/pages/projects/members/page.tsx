import { keepPreviousData } from '@tanstack/react-query'
import { api, client, invalidate } from '../../../api/client.ts'
import { Everyone } from '../../../components/members/everyone.tsx'
import { Grants } from '../../../components/members/grants.tsx'
import { Members, viewNamed } from '../../../components/members/members.tsx'
import { type Editing, type Principal, type Role, roles } from '../../../components/members/shapes.ts'
import { useMay } from '../../../components/rights/use-may.ts'
import { confirmLoss, showDone } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'

const granted = '/v1/projects/{projectId}/members'
const effective = '/v1/projects/{projectId}/effective-members'
const one = '/v1/projects/{projectId}/members/{id}'

/** Who has which role in the project, and why. */
export function MembersPage() {
  const projectId = useProjectId()
  const [{ view }, change] = useAddress('members')
  const editing = useEditing(projectId)
  const list = { projectId, editing }
  const shown = viewNamed(view)
  return (
    <Page title="Members">
      <Members
        place={{ projectId }}
        editing={editing}
        lead="The strongest role applies, whether it was granted directly or to a group."
        view={shown}
        onView={(chosen) => change({ view: chosen, page: undefined, from: undefined })}
      >
        {shown === 'everyone' ? <ProjectEveryone {...list} /> : <ProjectGrants {...list} />}
      </Members>
    </Page>
  )
}

interface ListProps {
  readonly projectId: string
  readonly editing: Editing<Role>
}

function ProjectEveryone({ projectId, editing }: ListProps) {
  const [{ find = '', from }, change] = useAddress('members')
  const query = { ...(find !== '' && { name: find }), ...(from !== undefined && { paginationToken: from }) }
  const { data, error } = api.useQuery(
    'get',
    effective,
    { params: { path: { projectId }, query } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Everyone
      {...editing}
      list={
        data && {
          ...data,
          results: data.results.map(({ sources, role, ...member }) => ({
            ...member,
            value: role,
            sources: sources.map((source) => ({ ...source, value: source.role })),
          })),
        }
      }
      error={error}
      find={find}
      onFind={(wanted) => change({ find: wanted, from: undefined })}
      page={from}
      onPage={(wanted) => change({ from: wanted }, { push: true })}
    />
  )
}

function ProjectGrants({ projectId, editing }: ListProps) {
  const [{ page = 0 }, change] = useAddress('members')
  const { data, error } = api.useQuery(
    'get',
    granted,
    { params: { path: { projectId }, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Grants
      {...editing}
      rows={data && { ...data, results: data.results.map((member) => ({ ...member, value: member.role })) }}
      error={error}
      onPage={(wanted) => change({ page: wanted })}
      empty={
        <EmptyState title="No direct grants">
          Find a user, a group or a credential above and assign a role.
        </EmptyState>
      }
    />
  )
}

function useEditing(projectId: string): Editing<Role> {
  const mayChange = useMay()({ projectId, permission: 'project:write' })
  async function give({ id, name }: Principal, role: Role): Promise<void> {
    const { error } = await client.PUT(one, { params: { path: { projectId, id } }, body: { role } })
    if (error) throw error
    await invalidate(granted, effective)
    showDone(`${name}: ${roles.find(({ value }) => value === role)!.label.toLowerCase()}`)
  }
  async function take({ id, name }: Principal): Promise<void> {
    const { error } = await client.DELETE(one, { params: { path: { projectId, id } } })
    if (error) throw error
    await invalidate(granted, effective)
    showDone(`Removed the direct role of ${name}`)
  }
  const onTake = (member: Principal) =>
    confirmLoss({
      title: `Remove the direct role of ${member.name}?`,
      message: 'Access that only this role grants ends within five seconds.',
      action: 'Remove role',
      onConfirm: () => take(member),
    })
  return { noun: 'Role', choices: roles, mayChange, onGive: give, onTake }
}
