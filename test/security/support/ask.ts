import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ContainmentSettings } from '../../../src/components/common/contained/containment.ts'
import type { Outcome } from '../../../src/pipeline/flow-events.ts'

export interface Asked {
  readonly mode: ContainmentSettings['mode']
  readonly dataDir: string
  readonly scripts: readonly {
    readonly language: 'bash' | 'python'
    readonly script: string
    readonly variables?: Readonly<Record<string, string | number>>
  }[]
}

export interface Said extends Pick<Outcome, 'result' | 'message' | 'updates'> {
  readonly lines: readonly string[]
}

export interface Answer {
  readonly summary: string
  readonly holds: boolean
  readonly said: readonly Said[]
}

const program = resolve('test/security/support/contained.ts')
/** Nobody's account, as a runner that is not root may have it. */
export const USER = 65_533

export const isRoot = process.getuid?.() === 0

/** A data folder that belongs to whom the runner runs as. */
export function aDataDirOf(as: 'self' | 'user'): string {
  const folder = mkdtempSync(join(tmpdir(), 'headrace-contained-'))
  if (as === 'user' && isRoot) chownSync(folder, USER, USER)
  return folder
}

/**
 * As whom the runner is started: as the test, as an account without rights, as root that may make no
 * namespaces.
 */
export type RunnerAs = 'self' | 'user' | 'powerless-root'

/** What scripts say that run as those of a runner. */
export function ask(asked: Asked, as: RunnerAs, env: Readonly<Record<string, string>> = {}): Answer {
  const become = {
    self: [],
    user: isRoot ? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'] : [],
    'powerless-root': ['setpriv', '--bounding-set=-sys_admin'],
  }
  const words = [...become[as], process.execPath, program, JSON.stringify(asked)]
  const path = as === 'user' ? '/usr/local/bin:/usr/bin:/bin' : (process.env['PATH'] ?? '')
  const { stdout, stderr } = spawnSync(words[0]!, words.slice(1), {
    env: { PATH: path, HOME: asked.dataDir, ...env },
    encoding: 'utf8',
    timeout: 100_000,
  })
  const line = stdout.trim().split('\n').at(-1) ?? ''
  if (!line.startsWith('{')) throw new Error(`The program said nothing: ${stdout}${stderr}`)
  return JSON.parse(line) as Answer
}
