import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'

/**
 * Run after `npm install`: adds the optional platform packages that npm leaves out of the lock file when it
 * could not read their metadata, and asks the registry for the integrity of each entry that lacks it. Without
 * the entries `npm ci` refuses the lock file; without integrity it would install whatever the registry sends.
 * Fails when a version is not published for every platform: choose another version then.
 */
interface LockedPackage {
  version?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const systems = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'openharmony',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
]
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const locked = lock.packages

for (const [path, parent] of Object.entries({ ...locked })) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue
    const words = name.split('/').at(-1)!.split('-')
    const os = systems.find((system) => words.includes(system))
    const cpu = processors.find((processor) => words.includes(processor))
    locked[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(cpu !== undefined && { cpu: [cpu] }),
      ...(parent.dev === true && { dev: true }),
      ...(words.includes('musl') && { libc: ['musl'] }),
      ...(words.includes('gnu') && { libc: ['glibc'] }),
      optional: true,
      ...(os !== undefined && { os: [os] }),
    }
    console.log(`added ${name}`)
  }
}

const withoutIntegrity = Object.entries(locked).filter(
  ([path, { link, integrity }]) => path !== '' && link !== true && integrity === undefined,
)
for (const [path, entry] of withoutIntegrity) {
  const name = path.split('node_modules/').at(-1)!
  entry.integrity = integrityOf(name, entry.version!)
  console.log(`integrity of ${name}`)
}

const sorted = Object.fromEntries(Object.entries(locked).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile('package-lock.json', `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)

/** What the registry says a package's archive must hash to. Throws when it does not have that version. */
function integrityOf(name: string, version: string): string {
  const integrity = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
  if (!integrity.startsWith('sha512-')) throw new Error(`The registry has no integrity of ${name}@${version}`)
  return integrity
}

/**
 * Whether `name`, as seen from the package at `path`, is in the lock file: next to it or in a folder above.
 */
function isLocked(path: string, name: string): boolean {
  for (let from = path; ; from = from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0))) {
    if (locked[`${from === '' ? '' : `${from}/`}node_modules/${name}`] !== undefined) return true
    if (from === '') return false
  }
}
