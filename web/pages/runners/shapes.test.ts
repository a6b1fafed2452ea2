import { expect, test } from 'vitest'
import { setUpCommand } from './shapes.ts'

test('the command can be pasted into a shell, whatever the secret contains', () => {
  const command = setUpCommand('http://localhost:8080', { clientId: 'a', clientSecret: `it's $HOME` })
  expect(command).toContain(String.raw`HEADRACE_RUNNER_CLIENT_SECRET='it'\''s $HOME'`)
  expect(command.endsWith('headrace runner')).toBe(true)
})
