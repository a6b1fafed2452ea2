/**
 * A program that runs scripts as a runner does, for tests that need it as another user: JSON in, JSON out.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { establishContainment } from '../../../src/components/common/contained/containment.ts'
import { createScriptServers } from '../../../src/components/common/contained/script-servers.ts'
import { run as runBash } from '../../../src/components/orchestration/bash-script/run.ts'
import { run as runPython } from '../../../src/components/orchestration/python-script/run.ts'
import { stepContext, type TestStep } from '../../../src/components/testing/step-context.ts'
import type { Asked, Said } from './ask.ts'

const asked = JSON.parse(process.argv[2]!) as Asked
const scratchRoot = join(asked.dataDir, 'scratch')
const filesFolder = join(asked.dataDir, 'files', 'mine', 'prod')
const established = await establishContainment({
  mode: asked.mode,
  limits: { memoryMib: 256, processes: 64, fileMib: 8, cpuSeconds: 2 },
  scratchRoot,
  readable: [],
  hidden: [asked.dataDir],
  path: process.env['PATH'] ?? '',
  python: 'python3',
})
const scripts = established.scriptsFor({ project: 'mine', environment: 'prod', filesFolder })
const scriptServers = createScriptServers(scripts, scratchRoot)

async function say(given: Asked['scripts'][number]): Promise<Said> {
  await mkdir(scratchRoot, { recursive: true, mode: 0o700 })
  const scratch = await mkdtemp(join(scratchRoot, 'step-'))
  const step: TestStep = { scripts, scriptServers, filesFolder, variables: given.variables ?? {} }
  const context = { ...stepContext(step), scratchFolder: async () => scratch }
  const component = given.language === 'python' ? runPython : runBash
  const { result, message, updates } = await component.run(context, { script: given.script })
  await rm(scratch, { recursive: true, force: true })
  return { result, message, updates, lines: context.lines }
}

const said: Said[] = []
for (const script of asked.scripts) said.push(await say(script))
await scriptServers.close()
console.log(JSON.stringify({ summary: established.summary, holds: established.holds, said }))
