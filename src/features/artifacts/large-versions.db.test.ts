import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, type Piece, start } from '../../../test/support/pipelines.ts'
import { componentCatalog } from '../../components/catalog.ts'
import { validateProject } from '../../pipeline/validate.ts'

const api = useApi()

const FILES = 250
const COMPONENTS = 20

/** A pipeline of a chain of components. */
function aPipeline(): string {
  const names = Array.from({ length: COMPONENTS }, (_, at) => `Part ${at}`)
  const pieces = names.map((name, at): [string, Piece] => [
    name,
    {
      type: 'bash-script',
      parameters: { script: 'exit 0' },
      links: { success: names.slice(at + 1, at + 2) },
    },
  ])
  return orchestration({ Start: start('Part 0'), ...Object.fromEntries(pieces) })
}

test('while a large version is published, others are served: no pause comes near its validation', async () => {
  const { projectId } = await aProject(api)
  const text = aPipeline()
  const paths = Array.from({ length: FILES }, (_, at) => `folder ${at % 9}/p${at}.orch.yaml`)
  const began = performance.now()
  validateProject(
    paths.map((path) => ({ path, text })),
    componentCatalog,
    {},
  )
  const wholeMs = performance.now() - began

  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const { status, body } = await publish(
    api,
    projectId,
    Object.fromEntries(paths.map((path) => [path, text])),
  )
  delay.disable()
  expect([status, body['pipelineCount'], body['faults']]).toEqual([201, FILES, []])
  expect(delay.max / 1e6).toBeLessThan(wholeMs / 3)
}, 60_000)
