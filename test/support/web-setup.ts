import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../scripts/build-web.ts'
import { aDataFolder, removeFolder, startPlatform } from './platform.ts'
import { createModel, modelKey, type Script } from './recorded-model.ts'

/**
 * What the tests of the web interface share: one platform, started as users start it, and the program of a
 * browser.
 */
export interface WebSurroundings {
  readonly origin: string
  readonly clientId: string
  readonly clientSecret: string
  readonly userName: string
  readonly password: string
  readonly chromium: string
  readonly dataDir: string
}

declare module 'vitest' {
  interface ProvidedContext {
    web: WebSurroundings
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb()
  const folder = await aDataFolder()
  const model = createModel()
  await model.start()
  // It runs the pipeline that the message names, and then says what it was told.
  model.record('Run ', (messages, turn) => {
    const [, pipeline = ''] = /Run (\w+)/.exec(textOf(messages, 'user'))!
    const [, project = ''] = /The project ([0-9a-f-]{36})/.exec(textOf(messages, 'system'))!
    const input = { project, environment: 'Development', pipeline, ref: 'main', waitSeconds: 30 }
    if (turn === 0) return { calls: [{ id: 'call_run', name: 'run_pipeline', input }] }
    return { text: `<b>Told</b>: ${messages.at(-1)!.content}` }
  })
  model.record('Ask me', (messages, turn) => {
    const questions = [
      { question: 'Which countries?', options: ['Norway', 'Denmark'], multiSelect: true },
      { question: 'From which day on?', options: ['Monday', 'Sunday'] },
      { question: 'Why?' },
    ]
    if (turn === 0) return { calls: [{ id: 'call_ask', name: 'ask_user', input: { questions } }] }
    return { text: `<b>Told</b>: ${messages.at(-1)!.content}` }
  })
  const platform = await startPlatform(folder, {
    HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'true',
    HEADRACE_MODEL_URL: model.url,
    HEADRACE_MODEL_NAME: 'recorded',
    HEADRACE_MODEL_API_KEY: modelKey,
  })
  const admin = JSON.parse(await readFile(join(folder, 'admin-credentials.json'), 'utf8'))
  const program = process.env['HEADRACE_CHROMIUM'] ?? (await chromium.executablePath())
  project.provide('web', { ...admin, origin: platform.origin, chromium: program, dataDir: folder })
  return async () => {
    await platform.stop()
    model.stop()
    await removeFolder(folder)
  }
}

const textOf = (messages: Parameters<Script>[0], wanted: 'system' | 'user'): string =>
  messages.find(({ role }) => role === wanted)?.content ?? ''
