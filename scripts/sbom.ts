import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * `npm run sbom [-- FILE]`: writes what the program that is installed is made of as a CycloneDX document,
 * from the lock file. Development tools are left out: they run nowhere but on the machine that builds.
 */
const file = resolve(process.argv[2] ?? join(tmpdir(), 'headrace-sbom.cdx.json'))
const sbom = execFileSync(
  'npm',
  [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    '--omit',
    'dev',
    '--sbom-type',
    'application',
  ],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
)
const { components } = JSON.parse(sbom) as { components: object[] }
await writeFile(file, sbom)
console.log(`${components.length} components: ${file}`)
