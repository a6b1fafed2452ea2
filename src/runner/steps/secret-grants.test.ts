import { expect, test } from 'vitest'
import { grantedSecrets, grantsFault } from './secret-grants.ts'

const all = { get: async (name: string) => `value of ${name}` }
const signal = new AbortController().signal
const project = 'f3a1c7de-0b3b-4a86-9f0e-3a2f6c1d9b10'

function read(grants: string | undefined, name: string, environment = 'Production', of = project) {
  return grantedSecrets(all, grants, { project: of, environment }).get(name, signal)
}

test('a fresh project has none of the secrets of the runner', async () => {
  expect(await read(undefined, 'shop-token')).toBeUndefined()
  expect(await read('other=*', 'shop-token')).toBeUndefined()
  expect(await read(`shop-token=${project}`, 'shop-token', 'Production', 'another')).toBeUndefined()
})

test('a secret is granted to every project, to one, or to one environment of it', async () => {
  expect(await read('shop-token=*', 'shop-token')).toBe('value of shop-token')
  expect(await read(`a=*; shop-token = ${project.toUpperCase()}`, 'shop-token')).toBe('value of shop-token')
  const grants = `shop-token=${project}/Production Europe\nmail=*`
  expect(await read(grants, 'shop-token', 'Production Europe')).toBe('value of shop-token')
  expect(await read(grants, 'shop-token', 'Production')).toBeUndefined()
  expect(await read(grants, 'mail')).toBe('value of mail')
})

test('a project may be granted every secret of its runner', async () => {
  expect(await read(`*=${project}`, 'anything')).toBe('value of anything')
  expect(await read(`*=${project}`, 'anything', 'Production', 'another')).toBeUndefined()
})

test('a list that cannot be read is refused when the runner starts', () => {
  expect(grantsFault(`a=*; b=${project}/Prod ; `)).toBeUndefined()
  expect(grantsFault('a=*; b')).toContain('"b"')
})
