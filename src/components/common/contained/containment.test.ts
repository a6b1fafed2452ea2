import { expect, test } from 'vitest'
import { whyNot } from './containment.ts'

test('a limit above those of the runner itself is said to be one: no program that is installed helps', () => {
  const beyond = whyNot(['unshare: prlimit: failed to set the NPROC resource limit: Operation not permitted'])
  expect(beyond).toMatch(/NPROC.*HEADRACE_SCRIPT_MEMORY_MIB.*ulimit/)
  expect(beyond).not.toContain('Install')
  expect(whyNot(['unshare: spawn unshare ENOENT'])).toContain('Install Bubblewrap')
})
