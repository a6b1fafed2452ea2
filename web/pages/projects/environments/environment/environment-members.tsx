import { keepPreviousData } from '@tanstack/react-query'
import { api, client, invalidate } from '../../../../api/client.ts'
import { Members } from '../../../../components/members/members.tsx'
import { type Access, accesses, type Principal } from '../../../../components/members/shapes.ts'
import { environmentNeed } from '../../../../components/rights/common-needs.ts'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { useAddress } from '../../../../use-address.ts'
import type { EnvironmentPlace } from '../shapes.ts'

const all = '/v1/projects/{projectId}/environments/{environmentName}/members'
const one = '/v1/projects/{projectId}/environments/{environmentName}/members/{id}'

/** Who was given access to the environment by name. */
export function EnvironmentMembers({ projectId, environmentName }: EnvironmentPlace) {
  const [{ page = 0 }, change] = useAddress('environments')
  const path = { projectId, environmentName }
  const { data, error } = api.useQuery(
    'get',
    all,
    { params: { path, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  async function give({ id, name }: Principal, access: Access): Promise<void> {
    const { error: refusal } = await client.PUT(one, { params: { path: { ...path, id } }, body: { access } })
    if (refusal) throw refusal
    await invalidate(all)
    showDone(`${name}: ${accesses.find(({ value }) => value === access)!.label.toLowerCase()}`)
  }
  async function take({ id, name }: Principal): Promise<void> {
    const { error: refusal } = await client.DELETE(one, { params: { path: { ...path, id } } })
    if (refusal) throw refusal
    await invalidate(all)
    showDone(`Removed ${name}'s access`)
  }
  return (
    <Members
      needs={environmentNeed(projectId, environmentName)}
      projectId={projectId}
      noun="Access"
      lead="Direct grants take precedence over groups and the default. Project administrators have full access."
      choices={accesses}
      rows={data}
      error={error}
      given={({ access }) => access}
      onGive={give}
      onTake={(member) =>
        confirmLoss({
          title: `Remove ${member.name}'s access?`,
          message: 'Access then comes from groups and the default of the environment.',
          action: 'Remove access',
          onConfirm: () => take(member),
        })
      }
      onPage={(wanted) => change({ page: wanted })}
      empty={
        <EmptyState title="No direct grants">
          Access comes from groups and the environment's default.
        </EmptyState>
      }
    />
  )
}
