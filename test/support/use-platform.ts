import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Client } from './api-client.ts'
import { aDataFolder, type Platform, removeFolder, startPlatform } from './platform.ts'

type Env = Readonly<Record<string, string>>

/** The platform that the tests of a file share. */
export interface SharedPlatform {
  readonly client: Client
  readonly origin: string
  readonly folder: string
}

/** Starts one platform for all tests of a file; afterwards it must stop with exit code 0. */
export function usePlatform(env: Env = {}): SharedPlatform {
  let platform: Platform | undefined
  let folder = ''
  beforeAll(async () => {
    folder = await aDataFolder()
    platform = await startPlatform(folder, env)
  })
  afterAll(async () => {
    const code = await platform?.stop()
    await removeFolder(folder)
    if (platform !== undefined) expect(code).toBe(0)
  })
  return {
    get client() {
      return platform!.client
    },
    get origin() {
      return platform!.origin
    },
    get folder() {
      return folder
    },
  }
}

/** The data folder of one test, and the platforms that the test starts in it, one after another. */
export interface PlatformFolder {
  readonly path: string
  /** Starts the platform, again after it stopped or was killed. */
  start(env?: Env): Promise<Platform>
}

/**
 * Gives each test of a file an empty data folder; whatever still runs there when the test ends is stopped.
 */
export function usePlatformFolder(): PlatformFolder {
  let platform: Platform | undefined
  let path = ''
  beforeEach(async () => {
    path = await aDataFolder()
  })
  afterEach(async () => {
    if (platform?.child.exitCode === null) await platform.stop()
    platform = undefined
    await removeFolder(path)
  })
  return {
    get path() {
      return path
    },
    async start(env = {}) {
      platform = await startPlatform(path, env)
      return platform
    },
  }
}
