import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { AddressRefused } from '../../lib/outgoing-http.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import { causeInWords } from './causes.ts'

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })
const ofDatabase = (cause: Error) =>
  new WarehouseError(`PostgreSQL at db:5432 cannot be reached: ${cause.message}`, { cause })

test.each([
  ['28P01', 'password authentication failed for user "etl"', 'The user or the password is wrong. ('],
  ['3D000', 'database "orders" does not exist', 'The database does not exist. ('],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db', 'The host has no address: check its name. ('],
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'The certificate of the server has expired. ('],
  ['', 'The server does not support SSL connections', 'The server refuses TLS: '],
  ['', 'timeout expired', 'The host did not answer in time: '],
])('%s becomes a sentence, with the words of the database', (code, message, sentence) => {
  const words = causeInWords(ofDatabase(coded(code, message)))
  expect(words.startsWith(sentence)).toBe(true)
  expect(words).toContain(message)
})

test('an address that must not be reached is said as it is', () => {
  const refused = new AddressRefused('169.254.169.254 is an address that pipelines must not reach')
  expect(causeInWords(new TypeError('fetch failed', { cause: refused }))).toBe(refused.message)
})

test('what several addresses of a name said is found', async () => {
  const error = await new Promise<Error>((resolve) => {
    connect({ host: 'localhost', port: 1 }).once('error', resolve)
  })
  expect(causeInWords(error)).toContain('Nothing listens at this host and port')
})

test('what nobody knows is said in the words of the server', () => {
  expect(causeInWords(new Error('the moon is full'))).toBe('the moon is full')
})
