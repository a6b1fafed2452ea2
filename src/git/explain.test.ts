import { expect, test } from 'vitest'
import { explainGit } from './explain.ts'
import { GitError } from './run-git.ts'

const said = (stderr: string, stdout = '') =>
  explainGit(new GitError('exited', { exitCode: 1, stderr, stdout }, ['push']))

// What Git and the providers really say.
test.each([
  [
    'Writing objects: 100% (3/3), done.\nremote: fatal: unable to write loose object file: No space left on device        \nerror: remote unpack failed: unpack-objects abnormal exit\n',
    /^The remote has no space left.*It said: fatal: unable to write loose object file: No space left on device/,
  ],
  [
    'remote: GitLab: You are not allowed to force push code to a protected branch on this project.',
    /does not allow force pushes/,
  ],
  [
    'remote: error: GH006: Protected branch update failed for refs/heads/main.',
    /does not allow force pushes/,
  ],
  [
    "remote: TF401027: You need the Git 'ForcePush' permission to perform this action.",
    /does not allow force pushes/,
  ],
  ['! [remote rejected] main -> main (pre-receive hook declined)', /A rule of the remote rejected/],
  ["fatal: Authentication failed for 'https://example.com/x.git/'", /rejected the credentials/],
  [
    "fatal: unable to access 'https://example.com/x/': The requested URL returned error: 403",
    /denied access/,
  ],
  ["fatal: repository 'https://example.com/x.git/' not found", /no such repository/],
  [
    "fatal: unable to access 'https://nope.invalid/x/': Could not resolve host: nope.invalid",
    /cannot be found/,
  ],
  [
    "fatal: unable to access 'http://127.0.0.1:1/x/': Failed to connect to 127.0.0.1 port 1",
    /cannot be reached/,
  ],
  [
    'error: RPC failed; curl 28 Operation too slow. Less than 1 bytes/sec transferred the last 60 seconds',
    /stopped responding/,
  ],
  ['Host key verification failed.', /known_hosts/],
])('%s is explained', (stderr, expected) => {
  expect(said(stderr)).toMatch(expected)
})

test('what cannot be explained is quoted, shortened', () => {
  expect(said('fatal: something new')).toBe('Git failed. It said: fatal: something new')
  expect(said('').length).toBeGreaterThan(10)
  expect(said(`fatal: ${'x'.repeat(5_000)}`).length).toBeLessThan(500)
})

test('a call that ran out of time says so whatever was said before', () => {
  const failure = new GitError('timed-out', { stderr: 'Counting objects: 100% (3/3)\r' }, ['push'])
  expect(explainGit(failure)).toMatch(/timed out/)
})
