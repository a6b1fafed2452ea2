import ipaddr from 'ipaddr.js'
import { SECOND_BASE_PATH } from '../../http/faces.ts'
import { postgresUrl } from '../../lib/postgres-url.ts'
import { flag, integer, oneOf, text, urlFault } from './setting-kinds.ts'

function basePathFault(given: string): string | undefined {
  if (!/^(\/[\w.~-]+)+$/.test(given)) return 'must start with / and must not end with /, e.g. /api'
  if (`${given}/`.startsWith(`${SECOND_BASE_PATH}/`))
    return `must not be ${SECOND_BASE_PATH}: it is always served beside it`
  return undefined
}
function databaseFault(given: string): string | undefined {
  const url = postgresUrl(given)
  const isSeveral =
    url === null ? manyHosts.test(given) : `${url.host}${url.searchParams.get('host')}`.includes(',')
  if (isSeveral)
    return 'must name one host: of several servers let it name an address that leads to the one that takes writes, such as a proxy'
  if (url !== null) return undefined
  return 'must look like postgres://user:password@host:5432/database, or postgres://user@/database?host=/run/postgresql for a socket'
}
/** As libpq takes them, each with a port. */
const manyHosts = /^postgres(ql)?:\/\/([^/?#]*@)?[^/?#@]+,[^/?#@]*([/?#]|$)/
const keyFault = (given: string): string | undefined =>
  Buffer.from(given, 'base64').length === 32
    ? undefined
    : 'must be 32 bytes in base64 (openssl rand -base64 32)'

const proxiesFault = (given: string): string | undefined =>
  given.split(',').every((one) => ipaddr.isValid(one.trim()) || ipaddr.isValidCIDR(one.trim()))
    ? undefined
    : 'must be addresses or networks separated by commas, e.g. 10.0.0.0/8,127.0.0.1'

/** Nothing is served below a path, and what follows one is lost in the addresses that are made of it. */
const publicUrlFault = (given: string): string | undefined => {
  const { username, pathname, search, hash } = URL.parse(given) ?? {}
  if (urlFault(given) !== undefined) return urlFault(given)
  return pathname === '/' && !username && !search && !hash
    ? undefined
    : 'must be scheme, host and port alone, e.g. https://data.example.com: Headrace is not served below a path'
}

const originsFault = (given: string): string | undefined =>
  given.split(',').every((one) => isOrigin(one.trim()))
    ? undefined
    : 'must be origins separated by commas, exactly as browsers write them, e.g. https://app.example.com'
const isOrigin = (one: string): boolean => {
  const url = URL.parse(one)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === one
}

/** Settings of the API process, and of the commands that maintain its database. */
export const serverDeclarations = {
  host: text(
    { env: 'HEADRACE_HOST', flag: 'host', usedBy: ['start', 'api'], summary: 'Address to listen on' },
    '127.0.0.1',
  ),
  port: integer(
    {
      env: 'HEADRACE_PORT',
      flag: 'port',
      usedBy: ['start', 'api'],
      summary: 'Port to listen on; 0 picks a free one',
    },
    '8080',
    0,
    65_535,
  ),
  metricsPort: integer(
    {
      env: 'HEADRACE_METRICS_PORT',
      flag: 'metrics-port',
      usedBy: ['start', 'api'],
      summary:
        'Port that serves /metrics and the details of /readyz without a token, for a network of its own; 0 means none',
    },
    '0',
    0,
    65_535,
  ),
  trustedProxies: text(
    {
      env: 'HEADRACE_TRUSTED_PROXIES',
      flag: 'trusted-proxies',
      usedBy: ['start', 'api'],
      summary:
        'Addresses or networks of proxies, separated by commas, whose X-Forwarded-For header is trusted; none by default',
    },
    undefined,
    proxiesFault,
  ),
  corsOrigins: text(
    {
      env: 'HEADRACE_CORS_ORIGINS',
      flag: 'cors-origins',
      usedBy: ['start', 'api'],
      summary:
        'Origins whose pages may call the API with a token (CORS), separated by commas; none by default, and cookies never',
    },
    undefined,
    originsFault,
  ),
  dataDir: text(
    {
      env: 'HEADRACE_DATA_DIR',
      flag: 'data-dir',
      usedBy: ['start', 'api', 'runner', 'migrate', 'backup', 'restore', 'rotate-master-key', 'audit'],
      summary: 'Data folder of the installation',
    },
    './.headrace',
  ),
  databaseUrl: text(
    {
      env: 'DATABASE_URL',
      flag: 'database-url',
      usedBy: ['start', 'api', 'migrate', 'backup', 'restore', 'rotate-master-key', 'audit'],
      summary: 'PostgreSQL 15 or newer, instead of the embedded one',
      secret: 'in-url',
    },
    undefined,
    databaseFault,
  ),
  publicUrl: text(
    {
      env: 'HEADRACE_PUBLIC_URL',
      flag: 'public-url',
      usedBy: ['start', 'api'],
      summary: 'Public URL of the server, e.g. https://data.example.com',
    },
    undefined,
    publicUrlFault,
  ),
  openLineageUrl: text(
    {
      env: 'HEADRACE_OPENLINEAGE_URL',
      flag: 'open-lineage-url',
      usedBy: ['start', 'api'],
      summary:
        'Endpoint that events of lineage are posted to, e.g. https://catalogue.example.com/api/v1/lineage',
    },
    undefined,
    urlFault,
  ),
  openLineageApiKey: text({
    env: 'HEADRACE_OPENLINEAGE_API_KEY',
    flag: 'open-lineage-api-key',
    usedBy: ['start', 'api'],
    summary: 'API key that is sent with them as a bearer token',
    secret: 'whole',
  }),
  basePath: text(
    {
      env: 'HEADRACE_BASE_PATH',
      flag: 'base-path',
      usedBy: ['start', 'api', 'runner'],
      summary: 'Path prefix of the API',
    },
    '/api',
    basePathFault,
  ),
  region: oneOf(
    {
      env: 'HEADRACE_REGION',
      flag: 'region',
      usedBy: ['start', 'api'],
      summary: 'Region of this installation, as the API reports it',
    },
    'EU1',
    ['EU1', 'US1', 'AU1'],
  ),
  masterKey: text(
    {
      env: 'HEADRACE_MASTER_KEY',
      flag: 'master-key',
      usedBy: ['start', 'api', 'backup', 'restore', 'rotate-master-key', 'audit'],
      summary: 'Master key that encrypts secrets; generated in the data folder by default',
      secret: 'whole',
    },
    undefined,
    keyFault,
  ),
  newMasterKey: text(
    {
      env: 'HEADRACE_NEW_MASTER_KEY',
      flag: 'new-master-key',
      usedBy: ['rotate-master-key'],
      summary: 'Master key to rotate to; generated by default where the data folder holds the key',
      secret: 'whole',
    },
    undefined,
    keyFault,
  ),
  adminClientId: text({
    env: 'HEADRACE_ADMIN_CLIENT_ID',
    flag: 'admin-client-id',
    usedBy: ['start', 'api'],
    summary: 'Client id of the first SUPER_ADMIN credential, for the first start; generated by default',
  }),
  adminClientSecret: text({
    env: 'HEADRACE_ADMIN_CLIENT_SECRET',
    flag: 'admin-client-secret',
    usedBy: ['start', 'api'],
    summary: 'Secret of the first SUPER_ADMIN credential, for the first start',
    secret: 'whole',
  }),
  demo: flag({
    env: 'HEADRACE_DEMO',
    flag: 'demo',
    usedBy: ['start'],
    summary: 'Create the demo project and run it once',
  }),
  allowPrivateAddresses: oneOf(
    {
      env: 'HEADRACE_ALLOW_PRIVATE_ADDRESSES',
      flag: 'allow-private-addresses',
      usedBy: ['start', 'api', 'runner'],
      summary: 'Allow requests to private addresses; auto: only while the API listens on loopback',
    },
    'auto',
    ['auto', 'true', 'false'],
  ),
  apiRateLimit: integer(
    {
      env: 'HEADRACE_API_RATE_LIMIT',
      flag: 'api-rate-limit',
      usedBy: ['start', 'api'],
      summary: 'Requests per minute and credential that each API process admits; 0 means no limit',
    },
    '0',
    0,
    1_000_000,
  ),
  maxSchedulesPerProject: integer(
    {
      env: 'HEADRACE_MAX_SCHEDULES_PER_PROJECT',
      flag: 'max-schedules-per-project',
      usedBy: ['start', 'api'],
      summary: 'Maximum schedules per project',
    },
    '1000',
    1,
    1_000_000,
  ),
  leaseSeconds: integer(
    {
      env: 'HEADRACE_LEASE_SECONDS',
      flag: 'lease-seconds',
      usedBy: ['start', 'api'],
      summary:
        'Seconds without a heartbeat after which another process of the runner gets its executions, if there is one',
    },
    '15',
    2,
    600,
  ),
  lostRunnerSeconds: integer(
    {
      env: 'HEADRACE_LOST_RUNNER_SECONDS',
      flag: 'lost-runner-seconds',
      usedBy: ['start', 'api'],
      summary:
        'Seconds without a heartbeat after which the executions of a runner are requeued even if it has no other process',
    },
    '3600',
    2,
    2_592_000,
  ),
  maxRunnerLosses: integer(
    {
      env: 'HEADRACE_MAX_RUNNER_LOSSES',
      flag: 'max-runner-losses',
      usedBy: ['start', 'api'],
      summary: 'An execution that loses its runner more often than this fails instead of being requeued',
    },
    '5',
    0,
    1_000,
  ),
  retentionDays: integer(
    {
      env: 'HEADRACE_RETENTION_DAYS',
      flag: 'retention-days',
      usedBy: ['start', 'api'],
      summary: 'Days to keep ended executions with their steps and logs; 0 keeps them forever',
    },
    '90',
    0,
    36_500,
  ),
} as const
