import { expect, test } from 'vitest'
import { lastPart, parseAddress, RemoteAddressError, resolveAddress } from './address.ts'

test.each([
  ['https://example.com/team/x.git', 'https:', 'example.com', 443],
  ['http://127.0.0.1:3000/x', 'http:', '127.0.0.1', 3000],
  ['ssh://git@example.com:2222/x.git', 'ssh:', 'example.com', 2222],
  ['git@example.com:team/x.git', 'ssh:', 'example.com', 22],
  ['https://[2001:db8::1]/x', 'https:', '2001:db8::1', 443],
])('%s is an address of a repository', (given, protocol, host, port) => {
  expect(parseAddress(given)).toMatchObject({ protocol, host, port })
})

test.each([
  'ext::sh -c id',
  'ext::sh%20-c%20id',
  'fd::17',
  'file:///etc/passwd',
  'FILE:///etc',
  '/etc/passwd',
  './x',
  '-x',
  '--upload-pack=touch /tmp/x',
  'git://example.com/x',
  'ftp://example.com/x',
  'https://user@example.com/x',
  'https://user:token@example.com/x',
  'ssh://git:token@example.com/x',
  'ssh://-oProxyCommand=id/x',
  'ssh://-oProxyCommand=id@example.com/x',
  '-oProxyCommand=id@example.com:x',
  'git@-oProxyCommand=id:x',
  'ssh://example.com/-x',
  'https://example.com',
  'https://example.com/',
  'https://example.com/x?y=1',
  'https://example.com/x#y',
  'https://example.com/x\nhttps://other',
  'https://example.com/x y',
  'https://ex%61mple%0a.com/x',
  '',
])('F17: %j is refused', (given) => {
  expect(typeof parseAddress(given)).toBe('string')
})

const at = (url: string) => {
  const address = parseAddress(url)
  if (typeof address === 'string') throw new Error(address)
  return address
}

test('private addresses are reached only where that is allowed, metadata services never', async () => {
  const loopback = at('http://127.0.0.1/x')
  expect(await resolveAddress(loopback, { allowPrivateAddresses: true })).toBe('127.0.0.1')
  for (const url of [
    'http://127.0.0.1/x',
    'http://localhost/x',
    'ssh://git@10.0.0.1/x',
    'http://[::1]/x',
    'http://0x7f.1/x',
  ])
    await expect(resolveAddress(at(url), { allowPrivateAddresses: false }), url).rejects.toThrow(
      RemoteAddressError,
    )
  for (const url of ['http://169.254.169.254/x', 'http://metadata.google.internal/x'])
    await expect(resolveAddress(at(url), { allowPrivateAddresses: true }), url).rejects.toThrow(
      RemoteAddressError,
    )
})

test('a repository is called as the last part of its address', () => {
  expect(lastPart('https://example.com/team/x.git/')).toBe('x')
  expect(lastPart('https://example.com/team/y')).toBe('y')
  expect(lastPart('https://example.com/team/100%25%20orders.git')).toBe('100% orders')
  expect(lastPart('https://example.com/team/100%.git')).toBe('100%')
})
