import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiAddress, findLogin, loadProfile, profilePath, saveProfile, saveToken } from './profile.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headrace-profile-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (env: Record<string, string> = {}) => ({ env, home: join(folder, 'home'), cwd: folder })
const profile = { url: 'https://one.example/api', clientId: 'id', clientSecret: 'secret' }
const environment = { HEADRACE_CLIENT_ID: 'other', HEADRACE_CLIENT_SECRET: 'hidden' }

function installation(): void {
  const data = join(folder, '.headrace')
  mkdirSync(data)
  writeFileSync(join(data, 'headrace.json'), '{"url": "http://127.0.0.1:8080", "basePath": "/v", "pid": 1}')
  writeFileSync(join(data, 'admin-credentials.json'), '{"clientId": "admin", "clientSecret": "root"}')
}

test('a profile is readable by its owner only, also when an older one was not', () => {
  const path = profilePath(at())
  expect(path).toBe(join(folder, 'home/.config/headrace/profile.json'))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '{}', { mode: 0o644 })
  saveProfile(at(), profile)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(path))).toEqual(['profile.json'])
  expect(loadProfile(at())).toEqual(profile)
})

test('a new token is kept with its login, and does not bring back one that was replaced meanwhile', () => {
  const token = { accessToken: 'token', expiresAt: 1 }
  saveToken(at(), profile, token)
  expect(loadProfile(at())).toBeUndefined()
  saveProfile(at(), profile)
  saveToken(at(), profile, token)
  expect(loadProfile(at())).toEqual({ ...profile, token })
  for (const other of [
    { ...profile, url: 'https://two.example/api' },
    { ...profile, clientSecret: 'changed' },
    { url: profile.url, personalToken: 'hrp_x' },
  ]) {
    saveProfile(at(), other)
    saveToken(at(), profile, token)
    expect(loadProfile(at())).toEqual(other)
  }
})

test('XDG_CONFIG_HOME is honoured', () => {
  const place = at({ XDG_CONFIG_HOME: join(folder, 'xdg') })
  expect(saveProfile(place, profile)).toBe(join(folder, 'xdg/headrace/profile.json'))
})

test('the environment goes before the profile, the profile before a local installation', () => {
  installation()
  expect(findLogin(at())).toMatchObject({ url: 'http://127.0.0.1:8080/v', clientId: 'admin' })
  saveProfile(at(), profile)
  expect(findLogin(at())).toMatchObject({ ...profile, source: 'profile' })
  const there = at({ ...environment, HEADRACE_URL: 'https://two.example' })
  expect(findLogin(there)).toMatchObject({ url: 'https://two.example/api', clientId: 'other' })
  expect(findLogin(at(environment))).toMatchObject({ url: profile.url, clientId: 'other' })
})

test('a personal access token is saved like a credential, and one in the environment goes before all else', () => {
  const own = { url: profile.url, personalToken: 'hrp_1' }
  saveProfile(at(), own)
  expect(findLogin(at())).toEqual({ ...own, source: 'profile' })
  const there = at({ ...environment, HEADRACE_URL: profile.url, HEADRACE_TOKEN: 'hrp_2' })
  expect(findLogin(there)).toEqual({ url: profile.url, personalToken: 'hrp_2', source: 'environment' })
  expect(() => findLogin(at({ HEADRACE_TOKEN: 'hrp_2' }))).toThrow('HEADRACE_URL is not set')
})

test('a credential is never sent to another server than its own', () => {
  installation()
  saveProfile(at(), profile)
  expect(() => findLogin(at({ HEADRACE_URL: 'https://evil.example' }))).toThrow('no credential for')
  expect(findLogin(at({ HEADRACE_URL: 'http://127.0.0.1:8080/v' }))).toMatchObject({ clientId: 'admin' })
  expect(findLogin(at({ HEADRACE_URL: 'https://one.example' }))).toMatchObject({ clientId: 'id' })
})

test('a login that is whole in the environment needs no profile, not even a readable one', () => {
  mkdirSync(profilePath(at()), { recursive: true })
  expect(() => findLogin(at())).toThrow('EISDIR')
  const there = { ...environment, HEADRACE_URL: 'https://two.example' }
  expect(findLogin(at(there))).toMatchObject({ url: 'https://two.example/api', clientId: 'other' })
})

test('a home that is no folder has no profile', () => {
  writeFileSync(join(folder, 'home'), '')
  expect(() => findLogin(at())).toThrow('No server configured')
})

test('what is missing is named', () => {
  expect(() => findLogin(at())).toThrow('No server configured')
  expect(() => findLogin(at({ HEADRACE_CLIENT_ID: 'a' }))).toThrow('HEADRACE_CLIENT_SECRET is not set')
  expect(() => findLogin(at(environment))).toThrow('HEADRACE_URL is not set')
})

test('a profile that is not a Headrace profile is refused with its path', () => {
  saveProfile(at(), profile)
  writeFileSync(profilePath(at()), 'nonsense')
  expect(() => loadProfile(at())).toThrow('profile.json does not contain a JSON object')
  writeFileSync(profilePath(at()), '{"url": 1}')
  expect(() => loadProfile(at())).toThrow('is not a Headrace profile')
})

test('an address gets the base path unless it has a path of its own', () => {
  expect(apiAddress('http://localhost:8080')).toBe('http://localhost:8080/api')
  expect(apiAddress('https://x.example/data/api/')).toBe('https://x.example/data/api')
  expect(apiAddress('https://x.example', '')).toBe('https://x.example')
  expect(() => apiAddress('localhost:8080')).toThrow('is not a server URL')
})

test('each named profile is a file of its own, and an unknown one is not replaced by another login', () => {
  installation()
  const named = at({ HEADRACE_PROFILE: 'production' })
  saveProfile(at(), profile)
  expect(() => findLogin(named)).toThrow('There is no profile "production".')
  saveProfile(named, { ...profile, url: 'https://two.example/api' })
  expect(findLogin(named)).toMatchObject({ url: 'https://two.example/api', source: 'profile' })
  expect(findLogin(at())).toMatchObject({ url: profile.url })
  expect(statSync(profilePath(named)).mode & 0o777).toBe(0o600)
  for (const name of ['../profile', 'a/b', '', ' '].filter(Boolean)) {
    expect(() => profilePath(at({ HEADRACE_PROFILE: name }))).toThrow('is not a valid profile name')
  }
})
