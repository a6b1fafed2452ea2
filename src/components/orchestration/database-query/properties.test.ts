import { expect, test } from 'vitest'
import { readParameters } from '../../../pipeline/parameters/read-parameters.ts'
import { readJdbcUrl } from './jdbc-url.ts'
import { declaration } from './properties.ts'

const base = { connectionUrl: 'jdbc:mysql://db.example.com/shop', sqlQuery: 'select 1', table: 't' }
const faultsOf = (given: Readonly<Record<string, string | string[][]>>) => {
  const { parameters, faults } = readParameters(declaration.properties, given)
  return [...faults.map(({ message }) => message), ...(declaration.validate?.(parameters, {}) ?? [])]
}

test('addresses of the databases that can be read are taken apart', () => {
  expect(readJdbcUrl('jdbc:postgresql://[::1]/my%20shop?sslmode=verify-full&currentSchema=s')).toEqual({
    type: 'POSTGRES',
    host: '::1',
    port: 5432,
    database: 'my shop',
    ssl: true,
    schema: 's',
  })
  const mysql = { type: 'MYSQL', host: 'db.example.com', port: 3307, database: 'shop', ssl: false }
  expect(readJdbcUrl('jdbc:mariadb://db.example.com:3307/shop?useSSL=false')).toEqual(mysql)
  const options = [['useSSL', 'true']]
  expect(readJdbcUrl('jdbc:mysql://db.example.com:3307/shop', options)).toEqual({ ...mysql, ssl: true })
})

test('other databases, credentials in an address and half of an address are refused, without a secret', () => {
  const fault = (url: string) => String((readJdbcUrl(url) as { readonly fault: string }).fault)
  expect(fault('jdbc:sqlserver://host;databaseName=x')).toMatch(/is of a "sqlserver" database/)
  expect(fault('postgres://host/db')).toMatch(/is not an address such as/)
  expect(fault('jdbc:mysql://host')).toMatch(/has no host or no database/)
  for (const url of ['jdbc:mysql://u:pw-1@host/db', 'jdbc:mysql://host/db?password=pw-1']) {
    expect(fault(url)).toMatch(/contains credentials/)
    expect(fault(url)).not.toContain('pw-1')
  }
})

test('what is missing or contradicts itself is found before a run', () => {
  expect(faultsOf(base)).toEqual([])
  expect(faultsOf({ ...base, connection: 'shop' })[0]).toMatch(/are both set/)
  expect(faultsOf({ table: 't', sqlQuery: 'x' })[0]).toMatch(/"connectionUrl"\) is missing/)
  expect(faultsOf({ connection: 'shop', table: 't', basicAdvancedMode: 'Advanced' })[0]).toMatch(/"sqlQuery"/)
  expect(faultsOf({ connection: 'shop', table: 't', basicAdvancedMode: 'Basic' })[0]).toMatch(/"dataSource"/)
  expect(faultsOf({ connection: 'shop', sqlQuery: 'x' })).toEqual(['Target Table ("table") is missing'])
  const recreate = [['On', 'Off', 'On', '', 'Gzip']]
  expect(faultsOf({ ...base, incrementalColumn: 'id', loadOptions: recreate })[0]).toMatch(
    /Recreate Target Table/,
  )
  expect(faultsOf({ ...base, incrementalColumn: 'id', loadOptions: [['On', 'Off', 'Off']] })).toEqual([])
})
