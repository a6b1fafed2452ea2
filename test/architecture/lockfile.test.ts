import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true)

test('npm verifies each package that it installs, on every platform', () => {
  expect(entries.length).toBeGreaterThan(400)
  const unverified = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  expect(unverified.map(([path]) => path)).toEqual([])
})

test('the lock file names no registry, so that everybody installs from their own', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})
