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

test.runIf(process.getuid?.() === 0)(
  'a user id without a name and a home folder can run commands',
  ({ skip }) => {
    const options = { uid: 2_000_012_345, env: { PATH: process.env['PATH'] }, encoding: 'utf8' } as const
    const readable = spawnSync(process.execPath, ['--check', 'bin/headrace.mjs'], options)
    if (readable.status !== 0) skip('other accounts cannot read the checkout')
    const { status, stderr } = spawnSync(process.execPath, ['bin/headrace.mjs', 'version'], options)
    expect([status, stderr]).toEqual([0, ''])
  },
)
