import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Execution, Step } from '../../src/features/executions/schema.ts'
import { MAX_FRAME_BYTES } from '../../src/protocol/messages.ts'
import { fileSafe } from '../../src/runner/steps/file-safe.ts'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { bash, orchestration, type Piece, start } from '../support/pipelines.ts'
import { aDataFolder, type Running, removeFolder, waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { webhook } from '../support/soundness.ts'

/** An execution that has done so much that its journal fits into no frame of the connection to its runner. */
const ROUNDS = 24
const ROUND_CHARACTERS = 800_000
const PIECES = 8

let fleet: Fleet
let world: SideEffects
let runner: Running
let folder: string

beforeAll(async () => {
  ;[fleet, world, folder] = await Promise.all([aFleet(3), sideEffects(), aDataFolder()])
  await fleet.startApi()
  runner = await fleet.startRunner({ HEADRACE_FILES_DIR: folder })
  await fleet.publish({ 'Long.orch.yaml': orchestration(pieces(), variables) })
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
  await removeFolder(folder)
})

/** Scripts see the files of their environment only. */
const filesDir = () => join(folder, fleet.projectId, fileSafe('Development'))
const variables = {
  piece: { type: 'TEXT', defaultValue: 'x'.repeat(ROUND_CHARACTERS / PIECES) },
  round: { type: 'TEXT', defaultValue: '' },
  text: { type: 'TEXT', defaultValue: '' },
  length: { type: 'NUMBER', defaultValue: '0' },
} as const

/**
 * Each round leaves a large value in the journal; then a call waits, and what follows fails until it is
 * repaired.
 */
const pieces = (): Readonly<Record<string, Piece>> => ({
  Start: start('Rounds'),
  Rounds: {
    type: 'fixed-iterator',
    parameters: {
      concurrency: 'Sequential',
      variablesToIterate: ['round'],
      iterationValues: Array.from({ length: ROUNDS }, (_, at) => [`${at}`]),
    },
    links: { success: ['Call'] },
    more: { iterationTarget: 'Grow' },
  },
  Grow: {
    type: 'update-scalar',
    parameters: { scalarsToUpdate: [['text', `\${round + ${Array(PIECES).fill('piece').join(' + ')}}`]] },
  },
  Call: webhook(`${world.url}/call`, { success: ['Measure'] }),
  // A process is not handed a text as large as this.
  Measure: {
    type: 'update-scalar',
    parameters: {
      scalarsToUpdate: [
        ['length', '${text.length}'],
        ['text', ''],
      ],
    },
    links: { success: ['Check'] },
  },
  Check: bash(`test \${length} -gt ${ROUND_CHARACTERS} -a -e "$HEADRACE_FILES/repaired"`),
})

const stepsOf = (id: string) =>
  fleet.client.all<Step>(`/v1/projects/${fleet.projectId}/pipeline-executions/${id}/steps`)

const ended = (id: string) =>
  waitFor(`${id} to end`, async () => {
    const execution = await fleet.client.get<Execution>(`/v1/pipeline-executions/${id}`)
    return execution.finishedAt === undefined ? undefined : execution
  })

test('a journal larger than a frame is taken over by the next runner, and by an execution that runs it again', async () => {
  world.hold('call')
  const [first] = await fleet.run('Long', 1)
  await waitFor('the call', async () => world.waiting('call') === 1)
  const [journal] = await fleet.query<{ bytes: number }>(
    'select sum(octet_length(outcome::text))::integer as bytes from step',
  )
  expect(journal!.bytes).toBeGreaterThan(2 * MAX_FRAME_BYTES)

  runner.child.kill('SIGKILL')
  await runner.ended
  runner = await fleet.startRunner({ HEADRACE_FILES_DIR: folder })
  await waitFor('another runner to call', async () => [...world.calls('call').values()][0] === 2)
  world.release('call')
  expect((await ended(first!)).status).toBe('FAILED')

  await writeFile(join(filesDir(), 'repaired'), '')
  const path = `/v1/projects/${fleet.projectId}/pipeline-executions/${first}/reruns`
  const made = await fleet.client.call<Execution>('POST', path, { json: { from: 'FAILED_STEP' } })
  expect((await ended(made.pipelineExecutionId)).status).toBe('SUCCESS')
  const steps = await stepsOf(made.pipelineExecutionId)
  expect(steps.filter(({ name, reused }) => name === 'Grow' && reused)).toHaveLength(ROUNDS)
  expect([...world.calls('call').values()]).toEqual([2])

  const sessions = await fleet.query<{ connection: number }>(
    'select connection from runner_session order by id',
  )
  expect(sessions.map(({ connection }) => connection)).toEqual([1, 1])
})
