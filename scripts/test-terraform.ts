import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `npm run test:terraform`: builds the Terraform provider and OpenTofu from Go's module proxy, and has
 * OpenTofu manage a really started platform with it. OpenTofu is kept below node_modules/.cache;
 * HEADRACE_TEST_TOFU names another one. With --write it writes the reference of the resources first.
 */
const OPENTOFU = 'github.com/opentofu/opentofu@v1.12.6'
const source = resolve('clients/terraform')
const folder = resolve('node_modules/.cache/headrace-terraform')
const programs = join(folder, 'bin')

const go = (cwd: string, ...args: readonly string[]) => execFileSync('go', args, { cwd, stdio: 'inherit' })

/**
 * `go install` refuses a module that replaces others, as OpenTofu does: it is built in a copy of its own
 * sources.
 */
function builtOpenTofu(): string {
  const built = join(programs, 'tofu')
  if (existsSync(built)) return built
  const download = execFileSync('go', ['mod', 'download', '-json', OPENTOFU], {
    encoding: 'utf8',
    cwd: source,
  })
  const copy = join(folder, 'opentofu')
  cpSync((JSON.parse(download) as { Dir: string }).Dir, copy, { recursive: true })
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' }))
    chmodSync(join(copy, path), 0o755)
  go(copy, 'build', '-trimpath', '-ldflags=-s -w', '-o', built, './cmd/tofu')
  return built
}

if (spawnSync('go', ['version']).status !== 0) {
  console.log('The Terraform provider is not tested: there is no `go` on the PATH.')
} else {
  mkdirSync(programs, { recursive: true })
  const rest = process.argv.slice(2).filter((one) => one !== '--write')
  if (process.argv.includes('--write'))
    go(source, 'run', './internal/reference', resolve('docs/reference/terraform.md'))
  go(source, 'vet', './...')
  go(source, 'test', './...')
  go(source, 'build', '-trimpath', '-o', join(programs, 'terraform-provider-headrace'), '.')
  const env = {
    ...process.env,
    HEADRACE_TEST_TOFU: process.env['HEADRACE_TEST_TOFU'] ?? builtOpenTofu(),
    HEADRACE_TEST_PROVIDER_FOLDER: programs,
  }
  const args = ['vitest', 'run', '--config', 'vitest.long.config.ts', 'test/terraform', ...rest]
  process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env }).status ?? 1
}
