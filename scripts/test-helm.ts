import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `npm run test:helm`: builds Helm, and a program that decodes manifests as Kubernetes does, from Go's module
 * proxy, and tests the chart with them. It needs `go`; what it built is kept below node_modules/.cache.
 */
const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0'
const KUBERNETES = 'v0.37.0'
const folder = resolve('node_modules/.cache/headrace-helm')
const helm = join(folder, 'helm')
const decoder = join(folder, 'strict')

mkdirSync(folder, { recursive: true })
const go = (...args: readonly string[]) =>
  execFileSync('go', args, { cwd: folder, stdio: 'inherit', env: { ...process.env, GOBIN: folder } })
if (!existsSync(helm)) go('install', HELM)
cpSync('test/support/kubernetes/strict.go', join(folder, 'strict.go'))
if (!existsSync(join(folder, 'go.sum'))) {
  if (!existsSync(join(folder, 'go.mod'))) go('mod', 'init', 'strict')
  go('get', `k8s.io/client-go/kubernetes/scheme@${KUBERNETES}`)
}
go('build', '-o', decoder, 'strict.go')
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'unit', 'test/architecture/helm.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, HEADRACE_TEST_HELM: helm, HEADRACE_TEST_MANIFESTS: decoder },
  },
)
process.exitCode = status ?? 1
