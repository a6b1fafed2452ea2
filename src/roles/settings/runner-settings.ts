import { flag, integer, text, urlFault } from './setting-kinds.ts'

/** Settings of runners. `start` passes them on to the runner that it supervises. */
export const runnerDeclarations = {
  capacity: integer(
    {
      env: 'HEADRACE_CAPACITY',
      flag: 'capacity',
      usedBy: ['start', 'runner'],
      summary: 'Maximum components that a runner runs at a time',
    },
    '20',
    1,
    10_000,
  ),
  maxIterations: integer(
    {
      env: 'HEADRACE_MAX_ITERATIONS',
      flag: 'max-iterations',
      usedBy: ['start', 'runner'],
      summary: 'Maximum iterations per iterator',
    },
    '5000',
    1,
    100_000,
  ),
  expressionMs: integer(
    {
      env: 'HEADRACE_EXPRESSION_MS',
      flag: 'expression-ms',
      usedBy: ['start', 'runner'],
      summary: 'Processor time that one expression of a pipeline may use, in milliseconds',
    },
    '300',
    10,
    60_000,
  ),
  expressionStepSeconds: integer(
    {
      env: 'HEADRACE_EXPRESSION_STEP_SECONDS',
      flag: 'expression-step-seconds',
      usedBy: ['start', 'runner'],
      summary: 'Processor time that the expressions of one step may use together',
    },
    '10',
    1,
    86_400,
  ),
  expressionExecutionSeconds: integer(
    {
      env: 'HEADRACE_EXPRESSION_EXECUTION_SECONDS',
      flag: 'expression-execution-seconds',
      usedBy: ['start', 'runner'],
      summary: 'Processor time that the expressions of one execution may use together',
    },
    '300',
    1,
    864_000,
  ),
  allowUnverifiedTls: flag({
    env: 'HEADRACE_ALLOW_UNVERIFIED_TLS',
    flag: 'allow-unverified-tls',
    usedBy: ['start', 'runner'],
    summary: 'Let pipelines fetch files from servers without a valid certificate, where they ask for it',
  }),
  filesDir: text({
    env: 'HEADRACE_FILES_DIR',
    flag: 'files-dir',
    usedBy: ['start', 'runner', 'backup', 'restore'],
    summary:
      'Folder with a folder of files for each environment: projectId/environment; `files` in the data folder by default',
  }),
  maxExecutions: integer(
    {
      env: 'HEADRACE_MAX_EXECUTIONS',
      flag: 'max-executions',
      usedBy: ['start', 'runner'],
      summary:
        'Maximum executions in flight per runner; as many again may be waiting for their end to be committed',
    },
    '200',
    1,
    10_000,
  ),
  maxLogMib: integer(
    {
      env: 'HEADRACE_MAX_LOG_MIB',
      flag: 'max-log-mib',
      usedBy: ['start', 'runner'],
      summary: 'Maximum log per execution in MiB; longer logs are truncated with a note',
    },
    '64',
    1,
    100_000,
  ),
  runnerMetricsPort: integer(
    {
      env: 'HEADRACE_RUNNER_METRICS_PORT',
      flag: 'runner-metrics-port',
      usedBy: ['runner'],
      summary:
        'Port that serves what the runner is doing at /actuator/info and /actuator/prometheus without a token, on every address of the machine; 0 means none',
    },
    '0',
    0,
    65_535,
  ),
  url: text(
    {
      env: 'HEADRACE_URL',
      flag: 'url',
      usedBy: ['runner'],
      summary: 'URL of the API that the runner connects to, with its path or without',
    },
    undefined,
    urlFault,
  ),
  runnerClientId: text({
    env: 'HEADRACE_RUNNER_CLIENT_ID',
    flag: 'runner-client-id',
    usedBy: ['runner'],
    summary: 'Client id of the runner (GET /v1/agents/{agentId}/credentials)',
  }),
  runnerClientSecret: text({
    env: 'HEADRACE_RUNNER_CLIENT_SECRET',
    flag: 'runner-client-secret',
    usedBy: ['runner'],
    summary: 'Client secret of the runner',
    secret: 'whole',
  }),
} as const
