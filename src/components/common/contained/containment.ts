import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorText } from '../../../lib/error-text.ts'
import { runProcess } from '../process.ts'
import { bubblewrap } from './bubblewrap.ts'
import { type Container, containedScripts } from './contained-scripts.ts'
import { findInterpreter, type Interpreter } from './interpreter.ts'
import type { ScriptLimits } from './limits.ts'
import type { Means } from './means.ts'
import { refusedScripts, type Scripts, type ScriptZone, sharedScripts } from './scripts.ts'
import { unshare } from './unshare.ts'
import { machineView } from './view.ts'

export interface ContainmentSettings {
  /** `contained`: by whichever means works. */
  readonly mode: 'contained' | 'bubblewrap' | 'unshare' | 'shared' | 'off'
  readonly limits: ScriptLimits
  /** Folder for what a script needs while it runs. */
  readonly scratchRoot: string
  /** Folders that scripts may read beside the system's. */
  readonly readable: readonly string[]
  /** Folders that scripts never see, but for what is granted to them. */
  readonly hidden: readonly string[]
  /** PATH of the runner. */
  readonly path: string
  /** The Python that scripts run in. */
  readonly python: string
}

export interface Containment {
  /** One sentence for the operator: what is contained, and how. */
  readonly summary: string
  readonly holds: boolean
  scriptsFor(zone: ScriptZone): Scripts
}

const TRIAL_MS = 20_000

/**
 * Tries what contains scripts here, once for a runner. Never throws: what goes wrong is what each script
 * says.
 */
export async function establishContainment(settings: ContainmentSettings): Promise<Containment> {
  if (settings.mode === 'shared')
    return fixed('Scripts run as the runner itself (HEADRACE_SCRIPTS=shared)', sharedScripts)
  if (settings.mode === 'off') return refused('Scripts are disabled on this runner (HEADRACE_SCRIPTS=off)')
  if (process.platform !== 'linux')
    return refused(`Scripts can be contained on Linux only, and this is ${process.platform}. ${wayOut}`)
  try {
    return await contain(settings)
  } catch (error) {
    return refused(`${cannot} (${errorText(error)}). ${wayOut}`)
  }
}

const cannot = 'This runner cannot contain scripts, so it runs none'
const wayOut =
  'HEADRACE_SCRIPTS=shared runs scripts as the runner itself: everyone who may write a pipeline then has what the ' +
  'runner has'
const install =
  'Install Bubblewrap (apt-get install bubblewrap) or util-linux, and let the runner make namespaces: SECURITY.md ' +
  'says how'

const lower =
  'A limit of scripts (HEADRACE_SCRIPT_MEMORY_MIB, …_PROCESSES, …_FILE_MIB, …_CPU_SECONDS) is above what the system allows ' +
  'the runner itself, as ulimit -H -a says: lower the one, or raise the other'

const readOnly =
  'HEADRACE_FILES is read-only for them, and keys of the kernel are not refused: without Landlock in the kernel, or ' +
  'without Python, a script could lead SQL out of it'

const fixed = (summary: string, scripts: Scripts): Containment => ({
  summary,
  holds: false,
  scriptsFor: () => scripts,
})
const refused = (fault: string) => fixed(fault, refusedScripts(fault))

async function contain(settings: ContainmentSettings): Promise<Containment> {
  const interpreter = await findInterpreter(settings.python)
  const programs = interpreter === undefined ? [] : [dirname(interpreter.executable)]
  const view = machineView({
    path: [...settings.path.split(':'), ...programs].join(':'),
    readable: [...(interpreter?.folders ?? []), ...settings.readable],
    hidden: settings.hidden,
  })
  const root = join(settings.scratchRoot, '.root')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const known: readonly Means[] = [bubblewrap, unshare]
  const allowed = known.filter(({ name }) => settings.mode === 'contained' || settings.mode === name)
  const faults: string[] = []
  for (const { means, ...ways } of waysOf(allowed, interpreter)) {
    const container = { means, ...ways, view, limits: settings.limits, root, interpreter }
    const fault = await trial(container, settings.scratchRoot)
    if (fault === undefined) return holding(container)
    faults.push(`${means.name}: ${fault}`)
  }
  return refused(whyNot(faults.slice(0, allowed.length)))
}

/** Why scripts cannot be contained and what to do, by what each means said. */
export function whyNot(faults: readonly string[]): string {
  const isBeyond = faults.some((fault) => fault.includes('prlimit: failed to set'))
  return `${cannot} (${faults.join('; ')}). ${isBeyond ? lower : install}. ${wayOut}`
}

/** The best first: writing to files counts more than a /proc. */
function waysOf(allowed: readonly Means[], interpreter: Interpreter | undefined) {
  const keepers = interpreter === undefined ? [undefined] : [interpreter.executable, undefined]
  return keepers.flatMap((keeper) =>
    [true, false].flatMap((ownProc) => allowed.map((means) => ({ means, ownProc, keeper }))),
  )
}

function holding(container: Container): Containment {
  const { means, ownProc, limits, keeper } = container
  const as = process.getuid?.() === 0 ? 'as accounts without rights' : 'in a namespace of users'
  const processes = ownProc ? 'processes' : 'processes (without /proc, which this container refuses)'
  const summary =
    `Scripts are contained by ${means.name}, ${as}: own files, own ${processes}, ${limits.memoryMib} MiB and ` +
    `${limits.processes} processes; the network is not${keeper === undefined ? `. ${readOnly}` : ''}`
  return { summary, holds: true, scriptsFor: (zone) => containedScripts(container, zone) }
}

/** Runs one script the whole way; why it did not work, or undefined. */
async function trial(container: Container, scratchRoot: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(scratchRoot, 'trial-'))
  try {
    const zone = { project: 'trial', environment: '', filesFolder: join(folder, 'files') }
    const scratch = join(folder, 'step')
    await mkdir(scratch, { mode: 0o700 })
    const order = { command: 'sh', args: ['-c', 'exit 7'], env: {}, folder: scratch }
    const prepared = await containedScripts(container, zone).prepare(order)
    if (!('launch' in prepared)) return 'there is no shell'
    let lastError = ''
    const end = await runProcess({
      ...prepared.launch,
      timeoutMs: TRIAL_MS,
      signal: new AbortController().signal,
      onLine: async (line) => {
        lastError = line
      },
    })
    if (end.kind === 'exited' && end.code === 7) return undefined
    return lastError === '' ? `it ended with ${JSON.stringify(end)}` : lastError
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
