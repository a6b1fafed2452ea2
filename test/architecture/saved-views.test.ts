import { expect, test } from 'vitest'
import { filterNames } from '../../src/features/saved-views/rules.ts'
import { toAddress, toQuery } from '../../web/components/saved-views/translate.ts'

test.each(Object.keys(filterNames) as (keyof typeof filterNames)[])(
  'the interface shows a saved view of %s with every filter that it may have',
  (list) => {
    const filter = Object.fromEntries(
      filterNames[list].map((name) => [name, name === 'scheduleEnabled' ? 'true' : `some ${name}`]),
    )
    expect(toQuery(list, toAddress(list, filter))).toEqual(filter)
  },
)
