import { keepPreviousData } from '@tanstack/react-query'
import { api, client, invalidate } from '../../../../api/client.ts'
import { Everyone } from '../../../../components/members/everyone.tsx'
import { Grants } from '../../../../components/members/grants.tsx'
import { Members, viewNamed } from '../../../../components/members/members.tsx'
import { type Access, accesses, type Editing, type Principal } from '../../../../components/members/shapes.ts'
import { environmentNeed } from '../../../../components/rights/common-needs.ts'
import { useMay } from '../../../../components/rights/use-may.ts'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { useAddress } from '../../../../use-address.ts'
import type { EnvironmentPlace } from '../shapes.ts'

const granted = '/v1/projects/{projectId}/environments/{environmentName}/members'
const effective = '/v1/projects/{projectId}/environments/{environmentName}/effective-members'
const one = '/v1/projects/{projectId}/environments/{environmentName}/members/{id}'

/** Who has which access to the environment, and why. */
export function EnvironmentMembers(place: EnvironmentPlace) {
  const [{ view }, change] = useAddress('environments')
  const editing = useEditing(place)
  const shown = viewNamed(view)
  return (
    <Members
      place={place}
      editing={editing}
      lead="Direct grants take precedence over groups and the default. Project administrators have full access."
      view={shown}
      onView={(chosen) => change({ view: chosen, page: undefined, from: undefined })}
    >
      {shown === 'everyone' ? (
        <EnvironmentEveryone place={place} editing={editing} />
      ) : (
        <EnvironmentGrants place={place} editing={editing} />
      )}
    </Members>
  )
}

interface ListProps {
  readonly place: EnvironmentPlace
  readonly editing: Editing<Access>
}

function EnvironmentEveryone({ place: { projectId, environmentName }, editing }: ListProps) {
  const [{ find = '', from }, change] = useAddress('environments')
  const query = { ...(find !== '' && { name: find }), ...(from !== undefined && { paginationToken: from }) }
  const { data, error } = api.useQuery(
    'get',
    effective,
    { params: { path: { projectId, environmentName }, query } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Everyone
      {...editing}
      list={
        data && {
          ...data,
          results: data.results.map(({ sources, access, ...member }) => ({
            ...member,
            value: access,
            sources: sources.map((source) => ({ ...source, value: source.access })),
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

function EnvironmentGrants({ place: { projectId, environmentName }, editing }: ListProps) {
  const [{ page = 0 }, change] = useAddress('environments')
  const { data, error } = api.useQuery(
    'get',
    granted,
    { params: { path: { projectId, environmentName }, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Grants
      {...editing}
      rows={data && { ...data, results: data.results.map((member) => ({ ...member, value: member.access })) }}
      error={error}
      onPage={(wanted) => change({ page: wanted })}
      empty={
        <EmptyState title="No direct grants">
          Access comes from administration and from the environment's default.
        </EmptyState>
      }
    />
  )
}

function useEditing({ projectId, environmentName }: EnvironmentPlace): Editing<Access> {
  const mayChange = useMay()(environmentNeed(projectId, environmentName))
  const path = { projectId, environmentName }
  async function give({ id, name }: Principal, access: Access): Promise<void> {
    const { error } = await client.PUT(one, { params: { path: { ...path, id } }, body: { access } })
    if (error) throw error
    await invalidate(granted, effective)
    showDone(`${name}: ${accesses.find(({ value }) => value === access)!.label.toLowerCase()}`)
  }
  async function take({ id, name }: Principal): Promise<void> {
    const { error } = await client.DELETE(one, { params: { path: { ...path, id } } })
    if (error) throw error
    await invalidate(granted, effective)
    showDone(`Removed ${name}'s access`)
  }
  const onTake = (member: Principal) =>
    confirmLoss({
      title: `Remove ${member.name}'s access?`,
      message: 'Access then comes from groups and the default of the environment.',
      action: 'Remove access',
      onConfirm: () => take(member),
    })
  return { noun: 'Access', choices: accesses, mayChange, onGive: give, onTake }
}
