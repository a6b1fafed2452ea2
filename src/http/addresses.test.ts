import { expect, test } from 'vitest'
import { collectAddresses } from './addresses.ts'

function addressesOf(routes: readonly (readonly [method: string, url: string])[]) {
  let add = (_route: { url: string; method: string }): void => undefined
  const app = {
    addHook(_name: string, hook: typeof add) {
      add = hook
    },
  }
  const addresses = collectAddresses(app as unknown as Parameters<typeof collectAddresses>[0])
  for (const [method, url] of routes) add({ method, url })
  return addresses
}

const users = addressesOf([
  ['GET', '/Users'],
  ['POST', '/Users'],
  ['GET', '/Users/:id'],
  ['PATCH', '/Users/:id'],
  ['POST', '/Users/.search'],
  ['GET', '/files/*'],
])

test.each([
  ['/Users', ['GET', 'POST']],
  ['/Users/', ['GET', 'POST']],
  ['/Users/7', ['GET', 'PATCH']],
  ['/Users/.search', ['POST']],
  ['/files/a/b', ['GET']],
  ['/Groups', []],
  ['/Users/7/8', []],
])('%s has the methods of exactly that address', (path, methods) => {
  expect(users.methodsAt(path)).toEqual(methods)
})

test('a fixed address is not taken for a value of a parameter', () => {
  expect(users.isElsewhere('/Users/:id', '/Users/.search')).toBe(true)
  expect(users.isElsewhere('/Users/:id', '/Users/7')).toBe(false)
  expect(users.isElsewhere('/Users/.search', '/Users/.search')).toBe(false)
  expect(users.isElsewhere(undefined, '/Users/.search')).toBe(false)
})
