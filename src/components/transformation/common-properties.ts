import type { LinkRule } from '../../pipeline/catalog.ts'
import { commonComparators, comparatorFaults, qualifierFaults } from '../common/condition-words.ts'
import { choice } from '../common/properties.ts'

/**
 * Links of components that take no input, several, or write; those that read from one that writes get what it
 * wrote.
 */
export const sourceLinks: LinkRule = { incoming: 'none', outgoing: 'many' }
export const joiningLinks: LinkRule = { incoming: 'many', outgoing: 'many' }
export const sinkLinks: LinkRule = { incoming: 'one', outgoing: 'many' }

export const conditionCells = ['column', 'Is or Not', 'comparator', 'value'] as const

export const comparators = [...commonComparators, 'ilike', 'in', 'null', 'blank', 'null or blank'] as const

/**
 * Rows [column, Is or Not, comparator, …] with other words there. `label` is what the faults call the rows.
 */
export const conditionFaults = (label: string, conditions: unknown): readonly string[] => [
  ...qualifierFaults(label, conditions),
  ...comparatorFaults(label, conditions, comparators),
]

/** Older files write these as True and False. */
export const truth = (title: string) => choice(title, ['Yes', 'No', 'True', 'False'])

export const isFalse = (value: string | undefined): boolean => value === 'No' || value === 'False'

export const isTrue = (value: string | undefined): boolean => value === 'Yes' || value === 'True'
