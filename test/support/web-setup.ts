import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../scripts/build-web.ts'
import { aDataFolder, removeFolder, startPlatform } from './platform.ts'

/** What the tests of the web interface share: one platform, started as users start it, and the program of a browser. */
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
  const platform = await startPlatform(folder, { HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'true' })
  const admin = JSON.parse(await readFile(join(folder, 'admin-credentials.json'), 'utf8'))
  const program = process.env['HEADRACE_CHROMIUM'] ?? (await chromium.executablePath())
  project.provide('web', { ...admin, origin: platform.origin, chromium: program, dataDir: folder })
  return async () => {
    await platform.stop()
    await removeFolder(folder)
  }
}
