import { Group, Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/link.tsx'
import { useMay } from '../rights/use-may.ts'
import { GrantSelect, RemoveGrant } from './grant-fields.tsx'
import { type Editing, labelOf, type Principal } from './shapes.ts'

/** Where a role or an access comes from. */
export interface Source<V extends string> {
  readonly kind: keyof typeof words
  readonly value: V
  /** The group that it was granted to; absent when it was granted to the member itself. */
  readonly groupId?: string
  readonly groupName?: string
  /** Whether this is what counts. */
  readonly decides: boolean
}

const words = {
  DIRECT: 'Direct grant',
  GROUP: '',
  DEFAULT: 'Default of the environment',
  PROJECT_ADMINISTRATOR: 'Project administrator',
  ACCOUNT_ADMINISTRATOR: 'Account administrator',
} as const

interface SourceLineProps<V extends string> extends Editing<V> {
  readonly member: Principal
  readonly source: Source<V>
}

/** One source: a direct grant can be changed in it, a group is a link for those who may open it. */
export function SourceLine<V extends string>(props: SourceLineProps<V>) {
  const { noun, choices, mayChange, onGive, onTake, member, source } = props
  const { kind, value, decides } = source
  const overruled = decides ? '' : ' (overruled)'
  if (kind === 'DIRECT' && mayChange)
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="sm">{words.DIRECT}</Text>
        <GrantSelect
          noun={noun}
          name={member.name}
          choices={choices}
          value={value}
          onChange={(wanted) => onGive(member, wanted)}
        />
        <RemoveGrant member={member} onTake={onTake} />
        {!decides && <Text size="sm">{overruled}</Text>}
      </Group>
    )
  return (
    <Text size="sm">
      {words[kind]}
      <Through source={source} />
      {!decides && `: ${labelOf(choices, value)}${overruled}`}
    </Text>
  )
}

function Through({ source: { kind, groupId, groupName } }: { readonly source: Source<string> }) {
  const mayOpen = useMay()('administrator')
  if (groupId === undefined) return null
  return (
    <>
      {kind === 'GROUP' ? 'Through group ' : ', through group '}
      {mayOpen ? (
        <PageLink to={paths.groups} search={{ group: groupId }} underline="always">
          {groupName}
        </PageLink>
      ) : (
        groupName
      )}
    </>
  )
}
