import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import { metadataAddresses } from '../../src/lib/addresses.ts'
import { secretVariable } from '../../src/lib/secret-names.ts'
import type { Role } from '../../src/roles/settings/setting-kinds.ts'
import { declarations, settingsOf } from '../../src/roles/settings/settings.ts'

/** The chart is what the program needs, and nothing that Kubernetes or the program does not know. */
const chart = 'deploy/helm/headrace'
const read = (name: string) => readFileSync(join(chart, name), 'utf8')
const schema = JSON.parse(read('values.schema.json'))
const defaults = parse(read('values.yaml'))
const isValid = new Ajv({ strict: false }).compile(schema)

/** What everybody has to say. */
const least = { publicUrl: 'https://data.example.com', api: { existingSecret: 'ours' } }
const withLeast = (own: object = {}) => ({
  ...defaults,
  ...least,
  api: { ...defaults.api, ...least.api },
  ...own,
})

test('the chart has the version of the program', () => {
  const { version, appVersion } = parse(read('Chart.yaml'))
  expect([version, appVersion]).toEqual([manifest.version, manifest.version])
})

test('the values as they are ask for an address and a Secret, and with them they are complete', () => {
  expect(isValid(defaults)).toBe(false)
  expect(isValid(withLeast())).toBe(true)
  for (const wrong of [
    { surprise: true },
    { publicUrl: 'data.example.com' },
    { publicUrl: 'https://data.example.com/' },
    { runners: { UPPER: {} } },
    { runners: { one: { capacity: 3 } } },
    { runnerDefaults: { settings: { HEADRACE_RUNNER_CLIENT_SECRET: 'in the values' } } },
  ])
    expect([wrong, isValid(withLeast(wrong))]).toEqual([wrong, false])
})

test('no secret can be among the values', () => {
  const secrets = Object.values(declarations).flatMap((one) => ('secret' in one ? [one.env as string] : []))
  expect(secrets.length).toBeGreaterThan(6)
  for (const name of [...secrets, 'HEADRACE_VAULT_TOKEN', secretVariable('my-token')])
    for (const wrong of [
      { api: { ...least.api, settings: { [name]: 'x' } } },
      { runnerDefaults: { settings: { [name]: 'x' } } },
    ])
      expect([wrong, isValid(withLeast(wrong))]).toEqual([wrong, false])
})

test('the longest names of runners leave room for what Kubernetes adds to the labels of their pods', () => {
  const [, room] = /trunc \(int \(sub (\d+) \(len \$key\)\)\)/.exec(read('templates/runners.yaml'))!
  expect(Number(room) + '-runner-'.length).toBe(52)
})

test('every setting that the chart names is one that the program reads', () => {
  const known = new Set<string>(Object.values(declarations).map(({ env }) => env))
  const texts = [
    read('values.yaml'),
    ...readdirSync(join(chart, 'templates')).map((name) => read(`templates/${name}`)),
  ]
  const named = texts.flatMap((text) => text.match(/\bHEADRACE_[A-Z_]+\b|\bDATABASE_URL\b/g) ?? [])
  expect(new Set(named).size).toBeGreaterThan(8)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('runners reach no service that hands out the credentials of a cloud machine', () => {
  for (const path of [
    join(chart, 'templates/network-policy.yaml'),
    'deploy/kubernetes/network-policy.yaml',
  ]) {
    const text = readFileSync(path, 'utf8')
    const closed = [...metadataAddresses].map((one) => `${one}/${one.includes(':') ? 128 : 32}`)
    expect([path, closed.filter((one) => !text.includes(one))]).toEqual([path, []])
  }
})

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly env: readonly { name: string; value: string }[]
  readonly envFrom: readonly { secretRef: { name: string } }[]
  readonly securityContext: object
  readonly volumeMounts: readonly { name: string; mountPath: string }[]
  readonly livenessProbe?: { httpGet: { path: string } }
  readonly readinessProbe?: { httpGet: { path: string } }
}
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly replicas?: number
    readonly selector: { readonly matchLabels: object }
    readonly podSelector?: { readonly matchLabels: object }
    readonly template: {
      readonly metadata: { readonly labels: object }
      readonly spec: {
        readonly automountServiceAccountToken: boolean
        readonly enableServiceLinks: boolean
        readonly securityContext: { readonly runAsUser?: number }
        readonly containers: readonly [Container]
        readonly volumes: readonly { name: string }[]
      }
    }
    readonly volumeClaimTemplates?: readonly { metadata: { name: string } }[]
    readonly rules?: readonly { host: string }[]
    readonly scaleTargetRef?: { readonly name: string }
    readonly maxReplicas?: number
    readonly maxReplicaCount?: number
  }
}

const helm = process.env['HEADRACE_TEST_HELM'] ?? 'helm'
const decoder = process.env['HEADRACE_TEST_MANIFESTS']
const hasHelm = spawnSync(helm, ['version']).status === 0

function run(command: string, values: object) {
  const args = [...command.split(' '), chart, '--kube-version', '1.33.0', '--values', '-']
  const { status, stdout, stderr } = spawnSync(helm, args, {
    input: JSON.stringify(values),
    encoding: 'utf8',
  })
  return { status, stdout, said: `${stdout}${stderr}` }
}

function rendered(values: object): { readonly text: string; readonly manifests: readonly Manifest[] } {
  const { status, stdout, said } = run('template nightly', values)
  expect(status, said).toBe(0)
  const manifests = parseAllDocuments(stdout).map((document) => (document as { toJS(): Manifest }).toJS())
  return { text: stdout, manifests: manifests.filter((one) => one !== null) }
}

const scaled = { existingSecret: 'theirs', autoscaling: { enabled: true, maxReplicas: 7 } }
const full = {
  ...least,
  authorities: 'our-authorities',
  image: { digest: `sha256:${'a'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  api: { ...least.api, repositoriesClaim: 'repositories', settings: { HEADRACE_RETENTION_DAYS: '30' } },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'tls' },
  runnerDefaults: { nodeSelector: { pool: 'data' }, tolerations: [{ key: 'data', operator: 'Exists' }] },
  runners: {
    duckdb: { existingSecret: 'theirs', settings: { HEADRACE_CAPACITY: '4' }, scripts: false },
    keda: { ...scaled, storage: { enabled: false } },
    hpa: { ...scaled, autoscaling: { ...scaled.autoscaling, by: 'hpa' } },
  },
}
const cases = [
  ['the least values', least],
  ['every value', full],
] as const

describe.skipIf(!hasHelm)('rendered by Helm, which is on the PATH or comes with `npm run test:helm`', () => {
  test.each(cases)('%s pass the lint and are known to Kubernetes', (_name, values) => {
    const lint = run('lint --strict', values)
    expect(lint.status, lint.said).toBe(0)
    const { text } = rendered(values)
    expect(text).not.toMatch(/^kind: Secret$/m)
    if (decoder === undefined) return
    const { status, stdout } = spawnSync(decoder, { input: text, encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  })

  test.each(cases)('with %s each pod is its own, unprivileged, and knows its settings', (_name, values) => {
    const { manifests } = rendered(values)
    const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    expect(workloads).toHaveLength(1 + Object.keys('runners' in values ? values.runners : {}).length)
    for (const { spec } of workloads) {
      const { metadata, spec: pod } = spec.template
      const selecting = workloads.filter(({ spec: { selector } }) =>
        Object.entries(selector.matchLabels).every(
          ([key, value]) => (metadata.labels as Record<string, string>)[key] === value,
        ),
      )
      expect(selecting).toHaveLength(1)
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true },
      })
      const [container] = pod.containers
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const role = container.args[0] as Role
      const known = settingsOf(role).map((name) => declarations[name].env as string)
      const own = container.env.filter(({ name }) => !known.includes(name))
      const authorities = { name: 'NODE_EXTRA_CA_CERTS', value: '/authorities/ca.crt' }
      expect(own).toEqual('authorities' in values ? [authorities] : [])
      expect(container.envFrom).toEqual([{ secretRef: { name: role === 'api' ? 'ours' : 'theirs' } }])
      const there = [...pod.volumes, ...(spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata)]
      expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(
        there.map(({ name }) => name).sort(),
      )
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
        expect.arrayContaining(['/data', '/tmp', ...('authorities' in values ? ['/authorities'] : [])]),
      )
      if (role !== 'api') continue
      expect(container.livenessProbe?.httpGet.path).toBe('/livez')
      expect(container.readinessProbe?.httpGet.path).toBe('/readyz')
    }
  })

  test('the platform chooses the accounts of pods where no account is named', () => {
    const accounts = ({ manifests }: ReturnType<typeof rendered>) =>
      manifests.flatMap(({ spec }) => spec.template?.spec.securityContext.runAsUser ?? [])
    expect(accounts(rendered({ ...full, account: null }))).toEqual([])
    expect(accounts(rendered(full))).toEqual(Array(4).fill(10_001))
  })

  test('policies, budgets and scalers are about pods that there are', () => {
    const { manifests } = rendered(full)
    const workloads = manifests.filter(({ spec }) => spec.template !== undefined)
    const labels = workloads.map(({ spec }) => spec.template.metadata.labels as Record<string, string>)
    const about = manifests.flatMap(({ kind, spec }) => {
      if (kind === 'NetworkPolicy') return [spec.podSelector!.matchLabels]
      return kind === 'PodDisruptionBudget' ? [spec.selector.matchLabels] : []
    })
    expect(about).toHaveLength(2 + 1 + 3)
    for (const wanted of about) {
      const chosen = labels.filter((own) =>
        Object.entries(wanted).every(([key, value]) => own[key] === value),
      )
      expect(chosen.length).toBeGreaterThan(0)
    }
    const scalers = manifests.filter(({ spec }) => spec.scaleTargetRef !== undefined)
    expect(scalers.map(({ kind }) => kind).sort()).toEqual(['HorizontalPodAutoscaler', 'ScaledObject'])
    for (const { spec } of scalers) {
      const target = workloads.find(({ metadata }) => metadata.name === spec.scaleTargetRef!.name)!
      expect(target.spec.replicas).toBeUndefined() // the scaler decides, not the next upgrade
      expect(spec.maxReplicas ?? spec.maxReplicaCount).toBe(7)
    }
    const ingress = manifests.find(({ kind }) => kind === 'Ingress')!
    expect(ingress.spec.rules!.map(({ host }) => host)).toEqual(['data.example.com'])
    for (const { spec } of workloads)
      expect(spec.template.spec.containers[0].image).toBe(`headrace@sha256:${'a'.repeat(64)}`)
  })

  test.each([
    ['no address', { api: least.api }, /publicUrl/],
    ['no Secret of the API', { publicUrl: least.publicUrl }, /existingSecret/],
    [
      'no Secret of a runner',
      { ...least, runners: { one: {} } },
      /runners\.one\.existingSecret must name a Secret/,
    ],
    ['a value that there is not', { ...least, replicas: 3 }, /replicas/],
  ])('%s is refused with its name', (_name, values, named) => {
    const { status, said } = run('template nightly', values)
    expect(status).not.toBe(0)
    expect(said).toMatch(named)
  })
})
