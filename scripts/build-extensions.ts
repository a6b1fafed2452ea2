import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { version } from '@duckdb/node-api'
import { extensionPackage } from '../src/warehouses/lake/extension-package.ts'
import { EXTENSIONS } from '../src/warehouses/lake/extensions.ts'

const root = resolve(import.meta.dirname, '..')

/** The platforms for which both DuckDB and npm have names, and what PyPI calls them. */
const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'manylinux2014_x86_64',
  'linux-arm64': 'manylinux2014_aarch64',
  'darwin-x64': 'macosx_11_0_x86_64',
  'darwin-arm64': 'macosx_11_0_arm64',
}

/**
 * Writes the package of DuckDB's extensions for `platform` into `target`, as `npm publish` takes it: the
 * signed files of the version of DuckDB that Headrace uses, as PyPI has them. Needs `python3` with pip.
 * DuckDB verifies the signatures when it loads the files, so that nothing depends on where they came from.
 */
export async function buildExtensions(target: string, platform: string): Promise<void> {
  const wheels = PLATFORMS[platform]
  if (wheels === undefined) throw new Error(`PLATFORM is one of: ${Object.keys(PLATFORMS).join(', ')}`)
  const [os, cpu] = platform.split('-')
  await rm(target, { recursive: true, force: true })
  const staging = await mkdtemp(join(tmpdir(), 'headrace-extensions-'))
  try {
    const wanted = EXTENSIONS.map(
      (name) => `duckdb-extension-${name.replace('_', '-')}==${version().slice(1)}`,
    )
    const only = ['--no-deps', '--only-binary', ':all:', '--platform', wheels, '--target', staging]
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...only, ...wanted]
    execFileSync('python3', pip, { stdio: ['ignore', 'ignore', 'inherit'] })
    await mkdir(join(target, version()), { recursive: true })
    for (const name of EXTENSIONS) {
      const file = `${name}.duckdb_extension`
      await cp(
        join(staging, `duckdb_extension_${name}`, 'extensions', version(), file),
        join(target, version(), file),
      )
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  const manifest = {
    name: extensionPackage(os!, cpu!),
    version: version().slice(1),
    description: `DuckDB's signed extensions ${EXTENSIONS.join(', ')} for lakes of Headrace`,
    license: 'MIT',
    os: [os],
    cpu: [cpu],
    files: [version()],
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** `npm run build:extensions [PLATFORM]`: into `dist-extensions`, for `npm publish dist-extensions`. */
if (import.meta.main)
  await buildExtensions(
    join(root, 'dist-extensions'),
    process.argv[2] ?? `${process.platform}-${process.arch}`,
  )
