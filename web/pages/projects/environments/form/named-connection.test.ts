import { expect, test } from 'vitest'
import { chosenConnection, withConnection } from './named-connection.ts'

const names = ['warehouse', 'lake']
const given = { Files: 'bucket', SQL: { connectionName: 'warehouse' } }

test('the connection that SQL runs on is found, whatever its key and form', () => {
  expect(chosenConnection(given, names)).toBe('warehouse')
  expect(chosenConnection({ Files: 'bucket' }, names)).toBeUndefined()
  expect(chosenConnection({ a: 1, b: null }, names)).toBeUndefined()
})

test('another takes its place, and connections for components stay', () => {
  expect(withConnection(given, names, 'lake')).toEqual({ Files: 'bucket', DWH: 'lake' })
  expect(withConnection(given, names, undefined)).toEqual({ Files: 'bucket' })
})
