import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../testing/loopback-api.ts'
import { loginTo } from '../testing/terminal.ts'

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

test('a command whose notes nobody reads goes on to its result', async () => {
  const [project, id] = ['0195b1c2-0000-7000-8000-000000000001', '0195b1c2-0000-7000-8000-000000000002']
  const ended = { pipelineExecutionId: id, projectId: project, pipelineName: 'load', status: 'SUCCESS' }
  await using api = await startApi({
    [`GET /v1/projects/${project}`]: (_, response) => json(response, 200, { id: project, name: 'Demo' }),
    [`POST /v1/projects/${project}/pipeline-executions`]: (_, response) => json(response, 201, ended),
    [`GET /v1/projects/${project}/pipeline-executions/${id}/steps`]: paged([]),
    [`GET /v1/pipeline-executions/${id}`]: (_, response) => json(response, 200, ended),
  })
  const args = ['bin/headrace.mjs', 'run', 'load', '-p', project, '-e', 'Development', '--follow']
  const env = { ...process.env, ...loginTo(api, credential), NO_COLOR: '1' }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.destroy()
  let out = ''
  child.stdout.on('data', (piece: Buffer) => {
    out += String(piece)
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, out]).toEqual([0, 'SUCCESS\n'])
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

test.runIf(existsSync('/usr/bin/script'))('Ctrl-D at a question is no answer, and no failure', async () => {
  await using api = await startApi({ 'GET /v1/projects': paged([{ id: 'demo', name: 'Demo' }]) })
  const command = `'${process.execPath}' bin/headrace.mjs projects delete Demo`
  const env = { ...process.env, ...loginTo(api, credential), NO_COLOR: '1' }
  // It gives the command a terminal.
  const child = spawn('/usr/bin/script', ['--quiet', '--return', '--command', command, '/dev/null'], { env })
  let out = ''
  child.stdout.on('data', (piece: Buffer) => {
    out += String(piece)
    if (out.includes('[y/N]')) child.stdin.end('\u0004')
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect([code, out]).toEqual([1, expect.stringMatching(/Error: Cancelled\.\r\n$/)])
  expect(api.requests.map(({ method }) => method)).toEqual(['GET'])
})
