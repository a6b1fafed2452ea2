import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import type { Role } from '../../src/roles/settings/setting-kinds.ts'
import { declarations, settingsOf } from '../../src/roles/settings/settings.ts'
import { templateJobs } from '../support/ci-steps.ts'

/** What `deploy/` says must be what the program knows. */
const folder = 'deploy/kubernetes'

interface Container {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: readonly { name: string; value: string }[]
  readonly envFrom?: readonly { secretRef: { name: string } }[]
  readonly ports?: readonly { name: string; containerPort: number }[]
  readonly volumeMounts: readonly { name: string }[]
  readonly securityContext: object
}
interface Manifest {
  readonly kind: string
  readonly metadata: { name: string }
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly selector?: { matchLabels?: object }
    readonly template?: {
      metadata: { labels: object }
      spec: { containers: Container[]; volumes: { name: string }[]; enableServiceLinks?: boolean }
    }
    readonly volumeClaimTemplates?: readonly { metadata: { name: string } }[]
  }
}

const manifests = readdirSync(folder)
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
  .map((document) => {
    expect('errors' in document ? document.errors : []).toEqual([])
    return (document as { toJS(): Manifest }).toJS()
  })
const workloads = manifests.filter(({ spec }) => spec?.template !== undefined)

test('there is a workload for the API and one for runners', () => {
  expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual(['headrace-api', 'headrace-runner'])
})

test.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
  '%s sets only what its command reads, mounts what it has, and selects its own pods',
  (_name, { spec }) => {
    const { metadata, spec: pod } = spec!.template!
    expect(pod.enableServiceLinks).toBe(false)
    expect(metadata.labels).toMatchObject(spec!.selector!.matchLabels!)
    const volumes = [...pod.volumes, ...(spec!.volumeClaimTemplates ?? []).map((claim) => claim.metadata)]
    for (const { args, env = [], envFrom = [], volumeMounts } of pod.containers) {
      const read = settingsOf(args[0] as Role)
      const known = read.map((name) => declarations[name].env as string)
      const secrets = envFrom.flatMap(({ secretRef }) =>
        Object.keys(
          manifests.find((one) => one.kind === 'Secret' && one.metadata.name === secretRef.name)!.stringData!,
        ),
      )
      expect([...env.map(({ name }) => name), ...secrets].filter((name) => !known.includes(name))).toEqual([])
      for (const { name } of volumeMounts) expect(volumes.map((volume) => volume.name)).toContain(name)
    }
  },
)

test('pods are closed to all but what the network policies name', () => {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as unknown as {
    metadata: { name: string }
    spec: { podSelector: { matchLabels: object }; ingress: { from?: object[]; ports: { port: string }[] }[] }
  }[]
  const ports = workloads.flatMap(({ metadata, spec }) => {
    const { metadata: pod, spec: own } = spec!.template!
    const policy = policies.find(({ metadata: { name } }) => name === metadata.name)!
    expect(pod.labels).toMatchObject(policy.spec.podSelector.matchLabels)
    const open = policy.spec.ingress.flatMap((rule) =>
      rule.ports.map(({ port }) => `${port} ${rule.from === undefined ? 'from everywhere' : 'from some'}`),
    )
    const named = own.containers.flatMap((one) => (one.ports ?? []).map(({ name }) => name))
    expect(open.map((one) => one.split(' ')[0])).toEqual(named)
    return open
  })
  expect(ports).toEqual(['http from everywhere', 'metrics from some'])
})

test('of link-local addresses runners reach the usual resolvers only, and only for names', () => {
  const policy = manifests.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'headrace-runner',
  ) as unknown as { spec: { egress: { to: { ipBlock: { cidr: string } }[]; ports?: { port: number }[] }[] } }
  const open = policy.spec.egress.flatMap(({ to, ports }) =>
    to.map(({ ipBlock: { cidr } }) => [cidr, ports?.map(({ port }) => port)]),
  )
  expect(open).toEqual([
    ['0.0.0.0/0', undefined],
    ['::/0', undefined],
    ['169.254.20.10/32', [53, 53]],
    ['169.254.169.254/32', [53, 53]],
  ])
})

test('the image has all that the program is made of, and runs without privileges', () => {
  const file = readFileSync('deploy/Containerfile', 'utf8')
  const copied = [...file.matchAll(/^COPY (?!--from)(.+) \.\S*$/gm)].flatMap((line) => line[1]!.split(' '))
  expect(copied).toEqual(expect.arrayContaining(['package-lock.json', 'bin', 'db', 'src', 'demo', 'web']))
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(copied.filter((name) => !ignored.includes(`!${name}`))).toEqual([])
  expect(file).toMatch(/^COPY --from=build \/build\/dist \.\/$/m)
  expect(file).toMatch(/^USER headrace$/m)
  const set = [...file.matchAll(/\b(HEADRACE_\w+)=/g)].map((match) => match[1])
  const known = Object.values(declarations).map(({ env }) => env as string)
  expect(set.filter((name) => !known.includes(name!))).toEqual([])
})

test('the ingress passes on what the program streams, and a process has time to migrate', () => {
  const ingress = manifests.find(({ kind }) => kind === 'Ingress')!
  const { annotations } = ingress.metadata as { annotations?: Readonly<Record<string, string>> }
  const { ingress: ofChart } = parse(readFileSync('deploy/helm/headrace/values.yaml', 'utf8'))
  for (const one of [annotations, ofChart.annotations])
    expect(one).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-body-size': '0',
    })
  const api = workloads.find(({ metadata }) => metadata.name === 'headrace-api')!
  const { startupProbe } = api.spec!.template!.spec.containers[0] as unknown as {
    startupProbe: { periodSeconds: number; failureThreshold: number }
  }
  expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(600)
})

test('a runner of the image can contain scripts: the program is there, and no profile refuses namespaces', () => {
  expect(readFileSync('deploy/Containerfile', 'utf8')).toMatch(/apt-get install .*\bbubblewrap\b/)
  const runner = workloads.find(({ metadata }) => metadata.name === 'headrace-runner')!
  expect(runner.spec!.template!.spec.containers[0]!.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'Unconfined' },
  })
})

test('the namespace lets the pods in that are made for it', () => {
  const isUnconfined = readFileSync(join(folder, 'runner.yaml'), 'utf8').includes('type: Unconfined')
  const namespace = manifests.find(({ kind }) => kind === 'Namespace')!
  const { labels } = namespace.metadata as { labels?: Readonly<Record<string, string>> }
  expect([isUnconfined, labels?.['pod-security.kubernetes.io/enforce']]).toEqual([true, 'privileged'])
})

interface Service {
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
}

test('the compose file sets only what is read, mounts what there is, and says every value that it needs', () => {
  const text = readFileSync('deploy/compose/compose.yaml', 'utf8')
  const compose = parse(text, { merge: true }) as {
    services: Readonly<Record<string, Service>>
    volumes: Readonly<Record<string, null>>
  }
  expect(Object.keys(compose.services).sort()).toEqual(
    ['api', 'postgres', 'proxy', 'runner-a', 'runner-b', 'setup'].sort(),
  )
  const known = (role: Role) => settingsOf(role).map((name) => declarations[name].env as string)
  for (const [name, { environment = {}, volumes = [] }] of Object.entries(compose.services)) {
    const own = name === 'api' ? known('api') : [...known('runner'), 'RUNNER']
    if (name === 'api' || name.startsWith('runner'))
      expect(Object.keys(environment).filter((variable) => !own.includes(variable))).toEqual([])
    for (const mount of volumes) {
      const [source] = mount.split(':') as [string]
      const there = source.startsWith('./')
        ? existsSync(join('deploy/compose', source))
        : source in compose.volumes
      expect([mount, there]).toEqual([mount, true])
    }
  }
  const needed = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name))
  const offered = [...readFileSync('deploy/compose/example.env', 'utf8').matchAll(/^(\w+)=/gm)]
  expect(offered.map(([, name]) => name).sort()).toEqual([...needed].sort())
})

test('the compose file lets the proxy alone say who the client is, and no other container has its address', () => {
  const compose = parse(readFileSync('deploy/compose/compose.yaml', 'utf8'), { merge: true }) as {
    services: Readonly<Record<string, Service & { networks?: { default: { ipv4_address: string } } }>>
    networks: { default: { ipam: { config: readonly { subnet: string; ip_range: string }[] } } }
  }
  const { api, proxy } = compose.services
  const address = proxy!.networks!.default.ipv4_address
  expect(api!.environment!['HEADRACE_TRUSTED_PROXIES']).toBe(address)
  const [{ subnet, ip_range: others } = { subnet: '', ip_range: '' }] = compose.networks.default.ipam.config
  const isIn = (network: string) => {
    const [base, bits] = network.split('/') as [string, string]
    const list = new BlockList()
    list.addSubnet(base, Number(bits))
    return list.check(address)
  }
  expect([isIn(subnet), isIn(others)]).toEqual([true, false])
})

test.each(readdirSync('deploy/systemd'))(
  '%s starts a command that there is, with settings that it reads',
  (file) => {
    const unit = readFileSync(join('deploy/systemd', file), 'utf8')
    const [, command] = /^ExecStart=\/usr\/bin\/env headrace (\w+)$/m.exec(unit)!
    const known = settingsOf(command as Role).map((name) => declarations[name].env as string)
    const set = [...unit.matchAll(/\b(HEADRACE_\w+|DATABASE_URL)=/g)].map(([, name]) => name!)
    expect(set.filter((name) => !known.includes(name))).toEqual([])
  },
)

test('the GitLab template checks merge requests and branches, and publishes the default branch alone', () => {
  const names = (variables: Readonly<Record<string, string>>) => {
    const given = { CI_DEFAULT_BRANCH: 'main', HEADRACE_ENVIRONMENT: 'Production', ...variables }
    return templateJobs('deploy/gitlab/headrace.gitlab-ci.yml', given).jobs.map(([name]) => name)
  }
  const checks = ['headrace-validate', 'headrace-test']
  expect(names({ CI_PIPELINE_SOURCE: 'merge_request_event' })).toEqual(checks)
  expect(names({ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'work' })).toEqual(checks)
  const ofMain = { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' }
  expect(names(ofMain)).toEqual([...checks, 'headrace-publish'])
  expect(names({ ...ofMain, HEADRACE_ENVIRONMENT: '' })).toEqual(checks)
})
