import { once } from 'node:events'
import { createServer as createHttpServer, get } from 'node:http'
import { createServer, get as getByTls } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { localhostCertificate } from '../../test/support/certificate.ts'
import { tlsFault } from './tls-fault.ts'

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function failure(url: string): Promise<Error> {
  const [error] = await once((url.startsWith('https') ? getByTls : get)(url), 'error')
  return error as Error
}

test('a certificate of an unknown authority names the setting that trusts it', async () => {
  const port = await portOf(createServer(localhostCertificate()))
  expect(tlsFault(await failure(`https://127.0.0.1:${port}`), 'TRUSTED')).toMatch(
    /self-signed.*TRUSTED names/,
  )
})

test('a server without TLS is named as that', async () => {
  const port = await portOf(createHttpServer())
  expect(tlsFault(await failure(`https://127.0.0.1:${port}`), 'TRUSTED')).toBe('it does not speak TLS there')
})

test('other errors are not of TLS', () => {
  expect(tlsFault(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'TRUSTED')).toBeUndefined()
})
