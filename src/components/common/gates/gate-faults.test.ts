import { expect, test } from 'vitest'
import type { Component, Parameters } from '../../../pipeline/model.ts'
import { componentCatalog } from '../../catalog.ts'

const faultsOf = (gates: unknown) =>
  componentCatalog.parameterFaults(
    { type: 'rewrite-table', parameters: { targetTable: 't', gates } as Parameters } as Component,
    {},
  )

test('a gate says what is missing, misspelled or beyond its bounds, and where', () => {
  expect(
    faultsOf([
      { type: 'row count' },
      { type: 'Row Count', name: 'b', minimum: '9', maximum: '2', minimun: '1' },
      { type: 'Freshness', column: 'at', maximumAge: 'soon', failedRowsTable: 'x' },
      { type: 'Deviation', tolerance: '0', minimumRuns: '2' },
      { type: 'Nothing' },
    ]),
  ).toEqual([
    {
      message:
        'Gates ("gates"): element 5: Type ("type") is "Nothing"; it must be one of: Row Count, Not Null, Unique, Accepted Values, References, Freshness, Custom SQL, Deviation',
      path: ['gates', 4, 'type'],
    },
    ...[
      ['Gate 1 (Row Count): Minimum ("minimum") or Maximum ("maximum") is missing', 'gates', 0],
      [
        'Gate 2 (b): "minimun" is not a parameter of a gate; did you mean "minimum"?',
        ...['gates', 1, 'minimun'],
      ],
      ['Gate 2 (b): The minimum 9 is above the maximum 2', 'gates', 1, 'minimum'],
      [
        'Gate 3 (Freshness of at): Maximum Age ("maximumAge") is "soon"; it must be a whole number from 1 to 1000000',
        ...['gates', 2, 'maximumAge'],
      ],
      [
        'Gate 3 (Freshness of at): A gate of type Freshness finds no rows that could be kept',
        ...['gates', 2, 'failedRowsTable'],
      ],
      [
        'Gate 4 (Deviation): Minimum Runs ("minimumRuns") is "2"; it must be a whole number from 3 to 30',
        ...['gates', 3, 'minimumRuns'],
      ],
      [
        'Gate 4 (Deviation): Tolerance ("tolerance") is "0"; it must be a number above 0',
        ...['gates', 3, 'tolerance'],
      ],
    ].map(([message, ...path]) => ({ message, path })),
  ])
})

test('expressions are taken on trust, and what names share is refused', () => {
  expect(faultsOf([{ type: 'Row Count', minimum: '${least}' }])).toEqual([])
  expect(faultsOf('all')?.map(({ message }) => message)).toEqual(['Gates ("gates") must be a list'])
  expect(faultsOf(['all'])?.map(({ message }) => message)).toEqual([
    'Gates ("gates"): element 1 must be a block of parameters',
  ])
  const same = { type: 'Not Null', columns: ['a'], failedRowsTable: 'kept' }
  expect(faultsOf([same, { ...same, name: 'Kept' }, same])?.map(({ message }) => message)).toEqual([
    'Gate 2 (Kept): The failed rows of another gate are kept in kept already',
    'Gate 3 is called Not Null of a like another: choose another name',
    'Gate 3 (Not Null of a): The failed rows of another gate are kept in kept already',
  ])
})
