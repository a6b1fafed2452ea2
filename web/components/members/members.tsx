import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GrantPlace } from './find-principal.tsx'
import { GiveTo } from './give-to.tsx'
import type { Editing } from './shapes.ts'

const views = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'grants', label: 'Direct grants' },
] as const

/** Who has access and why, or what was granted to whom. */
export type MembersView = (typeof views)[number]['value']

/** The view that an address names. */
export const viewNamed = (name: string | undefined): MembersView =>
  name === 'grants' ? 'grants' : 'everyone'

interface MembersProps<V extends string> {
  readonly place: GrantPlace
  readonly editing: Editing<V>
  readonly lead: ReactNode
  readonly view: MembersView
  readonly onView: (view: MembersView) => void
  /** The list of the view. */
  readonly children: ReactNode
}

/** The members in the view that is chosen, and a search to add more. */
export function Members<V extends string>(props: MembersProps<V>) {
  const { place, editing, lead, view, onView, children } = props
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
      {editing.mayChange && <GiveTo place={place} {...editing} />}
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label="View of the members"
        data={[...views]}
        value={view}
        onChange={(chosen) => onView(viewNamed(chosen))}
      />
      {children}
    </Stack>
  )
}
