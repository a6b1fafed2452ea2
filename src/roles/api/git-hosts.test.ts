import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { createGitHosts } from './git-hosts.ts'

test('a file that holds no key of a GitHub App is named with its setting', () => {
  const env = { HEADRACE_GITHUB_APP_ID: '1', HEADRACE_GITHUB_APP_KEY_FILE: 'package.json' }
  const { settings } = readSettings(env, {})
  expect(() => createGitHosts(settings, { allowPrivateAddresses: true }, fetch)).toThrow(
    /^package\.json holds no private key.*HEADRACE_GITHUB_APP_KEY_FILE/,
  )
})
