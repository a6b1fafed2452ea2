import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { localhostCertificate } from '../../test/support/certificate.ts'
import { connect } from './connect.ts'
import { readInstalled } from './installed.ts'
import { named } from './named.ts'

/** The beginning of a PostgreSQL server with a certificate that nobody knows. */
async function serverWithTls(): Promise<string> {
  const certificate = localhostCertificate()
  const server = createServer((plain) => {
    plain.once('data', () => {
      plain.write('S')
      new TLSSocket(plain, { isServer: true, ...certificate }).on('error', () => plain.destroy())
    })
    plain.on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `postgres://someone@127.0.0.1:${(server.address() as AddressInfo).port}/headrace`
}

test('a certificate of an unknown authority names the part of the address that trusts it', async () => {
  const failed = connect(`${await serverWithTls()}?sslmode=require`, 'test')
  await expect(failed).rejects.toThrow(/self-signed.*sslrootcert in DATABASE_URL/)
  await expect(failed).rejects.toMatchObject({ name: 'StartupError' })
})

test('a file of certificates that is not there is a sentence', async () => {
  const failed = connect('postgres://127.0.0.1:1/headrace?sslrootcert=/nowhere/ca.pem', 'test')
  await expect(failed).rejects.toThrow('/nowhere/ca.pem')
  await expect(failed).rejects.toMatchObject({ name: 'StartupError' })
})

/** What PgBouncer 1.18 says with its default settings to a connection that states a limit. */
async function pooler(): Promise<string> {
  const message = 'SERROR\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(message.length + 4)
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(message)])))
    socket.on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `postgres://someone@127.0.0.1:${(server.address() as AddressInfo).port}/headrace`
}

test('a pooler that does not pass on the limits of servers is named', async () => {
  await expect(readInstalled(await pooler())).rejects.toThrow(/statement_timeout. A pooler.*DATABASE_URL/)
})

test.each([
  ['sslmode=require', 'sslmode=verify-full'],
  ['sslmode=verify-ca&sslrootcert=/ca.pem', 'sslmode=verify-full&sslrootcert=%2Fca.pem'],
  ['sslmode=require&uselibpqcompat=true', 'sslmode=require&uselibpqcompat=true'],
  ['sslmode=no-verify', 'sslmode=no-verify'],
])('%s is given to the driver as %s, so that it warns of nothing', (given, query) => {
  expect(named(`postgres://db:5432/headrace?${given}`, 'test').connectionString).toBe(
    `postgres://db:5432/headrace?${query}`,
  )
})

test('a socket is named by its folder, and connections to it have the name that is asked for', async () => {
  const socket = 'postgres://me@/db?host=/nowhere&application_name=mine'
  expect(named(socket, 'test')).toMatchObject({
    connectionString: 'postgres://me@localhost/db?host=%2Fnowhere',
    application_name: 'test',
  })
  await expect(connect(socket, 'test')).rejects.toThrow('at /nowhere: connect ENOENT /nowhere/.s.PGSQL.5432.')
})
