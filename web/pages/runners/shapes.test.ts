import { expect, test } from 'vitest'
import { setUpCommand } from './shapes.ts'

const credential = { clientId: 'a', clientSecret: `it's $HOME` }

test('the command can be pasted into a shell, whatever the secret contains', () => {
  const command = setUpCommand('http://localhost:8080', '/api', credential)
  expect(command).toContain(String.raw`HEADRACE_RUNNER_CLIENT_SECRET='it'\''s $HOME'`)
  expect(command.endsWith('headrace runner')).toBe(true)
})

test('the command names the path of the API where it is another than usual', () => {
  expect(setUpCommand('http://localhost:8080', '/api', credential)).not.toContain('HEADRACE_BASE_PATH')
  expect(setUpCommand('http://localhost:8080', '/data/api', credential)).toContain(
    `HEADRACE_BASE_PATH='/data/api'`,
  )
})
