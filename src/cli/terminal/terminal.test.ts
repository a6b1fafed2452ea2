import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'

test.runIf(existsSync('/dev/full'))('output to a full disk is an error of one line', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ['bin/headrace.mjs', 'version', '--json'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Error: The output could not be written: ENOSPC.*\n$/)
})
