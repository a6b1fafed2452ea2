import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Step } from '../../src/features/executions/schema.ts'
import { orchestration, start } from '../support/pipelines.ts'
import {
  aDataFolder,
  aPublishedProject,
  type Platform,
  removeFolder,
  startPlatform,
  waitFor,
} from '../support/platform.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** What a project may not learn from the installation that runs its scripts. */
const own = {
  HEADRACE_ADMIN_CLIENT_ID: 'the-administrator',
  HEADRACE_ADMIN_CLIENT_SECRET: 'secret-of-the-administrator',
  HEADRACE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
  HEADRACE_SECRET_SHOP_TOKEN: 'secret-of-another-project',
  SOME_CLOUD_TOKEN: 'secret-of-the-operator',
}

const bash = (script: string, more: object = {}) =>
  orchestration({ Start: start('Work'), Work: { type: 'bash-script', parameters: { script, ...more } } })

/** Ids of living processes whose arguments contain `text`, as the machine numbers them. */
function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
}

const runnerOf = ({ child }: Platform): number =>
  Number(execFileSync('pgrep', ['-P', String(child.pid), '-f', 'headrace.mjs runner'], { encoding: 'utf8' }))

describe.runIf(process.platform === 'linux')('a project with people whom nobody trusts', () => {
  let folder = ''
  let platform: Platform
  beforeAll(async () => {
    folder = await aDataFolder()
    platform = await startPlatform(folder, own)
  })
  afterAll(async () => {
    await platform?.stop()
    await removeFolder(folder)
  })

  async function lines(script: string, more: object = {}): Promise<{ log: string; steps: readonly Step[] }> {
    const project = await aPublishedProject(platform.client, { 'main.orch.yaml': bash(script, more) })
    const id = await project.run('main')
    await project.finished(id)
    const headers = { accept: 'application/x-ndjson' }
    const answer = await platform.client.send('GET', `/v1/pipeline-executions/${id}/logs`, { headers })
    const entries = (await answer.text()).split('\n').filter((line) => line !== '')
    const log = entries.map((line) => (JSON.parse(line) as { text: string }).text).join('\n')
    return { log, steps: await project.steps(id) }
  }

  test('the platform says in one line what contains scripts', async () => {
    await waitFor('the line', async () => platform.output().includes('Scripts are contained by'))
  })

  test('a script reads no secret of the installation, in environments or in files', async () => {
    await writeFile(join(folder, 'files-of-others'), 'secret-of-files')
    const password = (await readFile(join(folder, 'postgres/password'), 'utf8')).trim()
    const credential = (await readFile(join(folder, 'admin-credentials.json'), 'utf8').catch(() => '')).trim()
    const { log } = await lines(
      `env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; ls -laR ${folder}; cat ${folder}/* ${folder}/postgres/password`,
    )
    const secrets = [...Object.values(own).slice(1), password, 'secret-of-files', 'RUNNER_CLIENT_SECRET']
    for (const secret of [...secrets, ...(credential === '' ? [] : [credential])])
      expect([secret, log.includes(secret)]).toEqual([secret, false])
    expect(log).toContain('TMPDIR=')
  })

  test("the runner's own environment has neither its credential nor what is not for pipelines", () => {
    const environment = readFileSync(`/proc/${runnerOf(platform)}/environ`, 'utf8')
    for (const name of ['ADMIN_CLIENT', 'MASTER_KEY', 'CLIENT_SECRET', 'DATABASE_URL', 'SOME_CLOUD_TOKEN'])
      expect(environment).not.toContain(name)
    expect(environment).toContain('HEADRACE_SECRET_SHOP_TOKEN')
  })

  test('a fresh project has no secret of the runner and no file of another project', async () => {
    await mkdir(join(folder, 'files/others/production'), { recursive: true })
    await writeFile(join(folder, 'files/others/production/orders.csv'), 'orders-of-others')
    const named = await lines('echo ran', { secretVariables: [['TOKEN', 'shop-token']] })
    expect(named.steps.find(({ name }) => name === 'Work')?.message).toContain('no secret named "shop-token"')
    const { log } = await lines(
      `cat ${folder}/files/*/*/* $HEADRACE_FILES/../../*/*/*; touch $HEADRACE_FILES/mine; ls $HEADRACE_FILES`,
    )
    expect(log).not.toContain('orders-of-others')
    expect(log).toMatch(/^mine$/m)
  })

  test('a script cannot signal the runner or see what it runs', async () => {
    const runner = runnerOf(platform)
    const { log } = await lines(
      // Not by a pipe, which the shell itself would hold for a moment.
      `kill -9 ${runner}; kill -9 ${platform.child.pid}; ls -d /proc/[0-9]* | wc -l; readlink /proc/$$/fd/* >/tmp/open; sed "s/^/open /" /tmp/open`,
    )
    expect(log).toMatch(/^[1-7]$/m)
    const descriptors = log.split('\n').filter((line) => line.startsWith('open '))
    expect(descriptors.filter((to) => !/^open (\/dev\/null|socket:.*|.*\/script\.sh)$/.test(to))).toEqual([])
    expect(descriptors.length).toBeGreaterThan(2)
    expect(runnerOf(platform)).toBe(runner)
  })

  const leavers = (mark: string) =>
    `setsid sleep ${mark}1 & (setsid sh -c 'sleep ${mark}2 &' &); nohup sleep ${mark}3 & trap '' TERM; sleep ${mark}4`

  test('nothing of a script survives its runner by a second, however it left its parent', async () => {
    const mark = `7${process.pid}.`
    const project = await aPublishedProject(platform.client, { 'main.orch.yaml': bash(leavers(mark)) })
    const id = await project.run('main')
    await waitFor('all of it to run', async () =>
      [1, 2, 3, 4].every((n) => processesWith(`sleep ${mark}${n}`).length > 0),
    )
    const first = processesWith(`sleep ${mark}`)
    process.kill(runnerOf(platform), 'SIGKILL')
    await new Promise((done) => setTimeout(done, 1_000))
    expect(processesWith(`sleep ${mark}`).filter((pid) => first.includes(pid))).toEqual([])
    // The next runner runs the step again; cancelling it leaves nothing either.
    await waitFor('the step to run again', async () => processesWith(`sleep ${mark}4`).length > 0)
    await platform.client.call('PATCH', `/v1/pipeline-executions/${id}`, { json: { status: 'CANCELLED' } })
    await project.finished(id)
    expect(processesWith(`sleep ${mark}`)).toEqual([])
  })
})
