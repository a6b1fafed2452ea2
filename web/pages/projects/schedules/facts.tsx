import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import type { Schedule } from './shapes.ts'

interface FactProps {
  readonly name: string
  readonly children: ReactNode
}

/** A row of the table of what a schedule or a trigger does. */
export const Fact = ({ name, children }: FactProps) => (
  <Table.Tr>
    <Table.Th scope="row" w={{ base: 120, xs: 200 }} fw={500}>
      {name}
    </Table.Th>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
  </Table.Tr>
)

/** The runner by its name, or by its id for those who may not see it. */
export function RunnerFact({ runnerId }: Pick<Schedule, 'runnerId'>) {
  const { data } = api.useQuery('get', '/v1/agents/{agentId}', { params: { path: { agentId: runnerId } } })
  return (
    <Fact name="Runner">
      <PageLink to={paths.runner} params={{ agentId: runnerId }} size="sm">
        {data?.name ?? runnerId}
      </PageLink>
    </Fact>
  )
}

interface VariablesFactProps extends Pick<Schedule, 'gridVariables'> {
  readonly scalarVariables: Readonly<Record<string, string | number>>
  /** Of a trigger: where in what happened the values of variables are. */
  readonly variablePaths?: Readonly<Record<string, string>>
}

/** The variables that an execution is started with. */
export function VariablesFact({ scalarVariables, gridVariables, variablePaths = {} }: VariablesFactProps) {
  const scalars = Object.entries({ ...scalarVariables, ...variablePaths })
  const grids = Object.entries(gridVariables)
  if (scalars.length + grids.length === 0) return null
  return (
    <Fact name="Variables">
      {scalars.map(([name, value]) => (
        <div key={name}>
          {name} = <span className="monospace">{value}</span>
        </div>
      ))}
      {grids.map(([name, rows]) => (
        <div key={name}>
          {name}: {rows.length} {rows.length === 1 ? 'row' : 'rows'}
        </div>
      ))}
    </Fact>
  )
}
