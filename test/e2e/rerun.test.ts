import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Execution } from '../../src/features/executions/schema.ts'
import { bash, orchestration, type Piece, start } from '../support/pipelines.ts'
import { aPublishedProject, filesFolder, type Platform, waitFor } from '../support/platform.ts'
import { usePlatformFolder } from '../support/use-platform.ts'

/** Reruns from the failed step, with real processes whose side effects are counted. */
const folder = usePlatformFolder()
let platform: Platform

beforeEach(async () => {
  platform = await folder.start()
})

/** The files of the environment: scripts see them as `$HEADRACE_FILES`, and nothing else of this machine. */
const inScript = (name: string) => `"$HEADRACE_FILES/${name}"`
const onDisk = (projectId: string, name: string) =>
  join(filesFolder(folder.path, projectId, 'Development'), name)
const make = (projectId: string, name: string) => writeFile(onDisk(projectId, name), '')

/** What each step did, and how often. */
async function counted(projectId: string): Promise<Record<string, number>> {
  const lines = (await readFile(onDisk(projectId, 'effects'), 'utf8')).trimEnd().split('\n')
  return Object.fromEntries([...Map.groupBy(lines, (line) => line)].map(([line, all]) => [line, all.length]))
}

const does = (what: string, links?: Piece['links']) => bash(`echo "${what}" >> ${inScript('effects')}`, links)
/** Fails until the file `repaired` exists. */
const needsRepair = (what: string, links?: Piece['links']) =>
  bash(`echo "${what}" >> ${inScript('effects')}; test -e ${inScript('repaired')}`, links)
const around = (name: string, piece: Piece): Piece => ({ ...piece, more: { iterationTarget: name } })

const files = {
  'Main.orch.yaml': orchestration(
    {
      Start: start('Count'),
      Count: {
        type: 'update-scalar',
        parameters: { scalarsToUpdate: [['n', '${n + 1}']] },
        links: { success: ['Good', 'Files', 'Try', 'Call', 'Bad'] },
      },
      Good: does('Good', { success: ['All'] }),
      Files: around('File', {
        type: 'fixed-iterator',
        parameters: {
          concurrency: 'Sequential',
          variablesToIterate: ['file'],
          iterationValues: [['a'], ['b'], ['c']],
        },
        links: { success: ['All'] },
      }),
      File: bash(
        `echo "File \${file}" >> ${inScript('effects')}; test "\${file}" != b -o -e ${inScript('repaired')}`,
      ),
      Try: around('Tried', {
        type: 'retry',
        parameters: { numberOfRetries: '1', retryDelay: 'Retry immediately' },
        links: { success: ['All'] },
      }),
      Tried: needsRepair('Tried'),
      Call: {
        type: 'run-orchestration',
        parameters: { orchestrationJob: 'Child' },
        links: { success: ['All'] },
      },
      Bad: needsRepair('Bad', { success: ['All'], failure: ['Notify'] }),
      Notify: does('Notify'),
      All: { type: 'and', links: { unconditional: ['Last'] } },
      Last: does('Last ${n}'),
    },
    { n: { type: 'NUMBER', defaultValue: '0' }, file: { type: 'TEXT', defaultValue: '', scope: 'COPIED' } },
  ),
  'Child.orch.yaml': orchestration({
    Begin: start('First'),
    First: does('First', { success: ['Second'] }),
    Second: needsRepair('Second', { success: ['Third'] }),
    Third: bash(
      `echo Third >> ${inScript('effects')}; until test -e ${inScript('may-end')}; do sleep 0.05; done`,
    ),
  }),
}

async function rerunFailed(projectId: string, id: string): Promise<string> {
  const path = `/v1/projects/${projectId}/pipeline-executions/${id}/reruns`
  const made = await platform.client.call<Execution>('POST', path, { json: { from: 'FAILED_STEP' } })
  return made.pipelineExecutionId
}

const failedOnce = {
  Good: 1,
  'File a': 1,
  'File b': 1,
  'File c': 1,
  Tried: 2,
  First: 1,
  Second: 1,
  Bad: 1,
  Notify: 1,
}

test('a rerun repeats failed steps and no successful one, even when the runner dies during it', async () => {
  const project = await aPublishedProject(platform.client, files)
  const first = await project.run('Main')
  expect((await project.finished(first)).status).toBe('FAILED')
  expect(await counted(project.projectId)).toEqual(failedOnce)

  await make(project.projectId, 'repaired')
  const second = await rerunFailed(project.projectId, first)
  await waitFor('the last step of the child', async () => (await counted(project.projectId))['Third'] === 1)
  await waitFor('all but the child to succeed', async () => {
    const steps = await project.steps(second)
    return (
      steps
        .filter(({ result }) => result === 'RUNNING')
        .map(({ name }) => name)
        .join() === 'Call'
    )
  })
  platform.child.kill('SIGKILL')
  await platform.ended
  platform = await folder.start()
  await waitFor('the child to resume', async () => (await counted(project.projectId))['Third'] === 2)
  await make(project.projectId, 'may-end')

  const { status, rerunOf } = await waitFor('the rerun to end', async () => {
    const execution = await platform.client.get<Execution>(`/v1/pipeline-executions/${second}`)
    return execution.finishedAt === undefined ? undefined : execution
  })
  expect({ status, rerunOf }).toEqual({ status: 'SUCCESS', rerunOf: first })
  const again = { 'File b': 2, Tried: 3, Second: 2, Bad: 2 }
  expect(await counted(project.projectId)).toEqual({ ...failedOnce, ...again, Third: 2, 'Last 1': 1 })
})

test('reused steps are marked and keep their times and variable changes', async () => {
  const project = await aPublishedProject(platform.client, files)
  const first = await project.run('Main')
  await project.finished(first)
  await make(project.projectId, 'may-end')
  const before = new Map((await project.steps(first)).map((step) => [`${step.name} ${step.iteration}`, step]))
  await make(project.projectId, 'repaired')
  const second = await rerunFailed(project.projectId, first)
  expect((await project.finished(second)).status).toBe('SUCCESS')
  const steps = await project.steps(second)
  const kept = steps.filter(({ reused }) => reused)
  const names = kept.map(({ name, iteration = '' }) => `${name}${iteration}`)
  expect(names.sort()).toEqual(['Count', 'File1', 'File3', 'Good', 'Start'])
  for (const { name, iteration, startedAt, finishedAt, variableChanges } of kept)
    expect(before.get(`${name} ${iteration}`)).toMatchObject({
      startedAt,
      finishedAt,
      ...(variableChanges && { variableChanges }),
    })
  expect(kept.find(({ name }) => name === 'Count')?.variableChanges).toEqual([{ name: 'n', value: 1 }])
  expect(steps.find(({ name }) => name === 'Files')?.variableChanges).toEqual(
    ['a', 'b', 'c'].map((value, at) => ({ name: 'file', value, iteration: at + 1 })),
  )
  expect(steps.every(({ result }) => result === 'SUCCESS')).toBe(true)
  expect(steps.filter(({ name }) => name === 'Tried').map(({ attempt }) => attempt)).toEqual([1])
  expect(steps.some(({ name }) => name === 'Notify')).toBe(false)
})
