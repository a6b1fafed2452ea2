import { readFile, writeFile } from 'node:fs/promises'

/**
 * Run after `npm install`: adds the optional platform packages that npm leaves out of the lock file when the
 * registry in use does not carry them. Without them `npm ci` refuses the lock file, and on their platforms
 * nothing would be installed. npm still fills in and checks their integrity where they are installed.
 */
interface LockedPackage {
  version?: string
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

const sorted = Object.fromEntries(Object.entries(locked).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile('package-lock.json', `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)

/**
 * Whether `name`, as seen from the package at `path`, is in the lock file: next to it or in a folder above.
 */
function isLocked(path: string, name: string): boolean {
  for (let from = path; ; from = from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0))) {
    if (locked[`${from === '' ? '' : `${from}/`}node_modules/${name}`] !== undefined) return true
    if (from === '') return false
  }
}
