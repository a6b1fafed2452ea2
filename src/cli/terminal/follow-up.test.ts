import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, problem, startApi } from '../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../testing/terminal.ts'

const id = (n: number) => `0195b1c2-0000-7000-8000-00000000000${n}`
const [projectId, made] = [id(1), id(2)]
const project = `/v1/projects/${projectId}`
const gone: Answer = (_, response) => problem(response, 401, 'The access token is not valid')
const making =
  (body: object): Answer =>
  (_, response) =>
    json(response, 201, body)

const cases: readonly (readonly [
  args: readonly string[],
  created: string,
  body: object,
  next: string,
  makes: string,
])[] = [
  [
    ['users', 'create', 'ada', '--invite'],
    'POST /v1/directory-integration/scim/v2/Users',
    { id: made, userName: 'ada' },
    `POST /v1/users/${made}/invitation`,
    `Created user ada: ${made}`,
  ],
  [
    ['runners', 'create', 'east'],
    'POST /v1/agents',
    { agentId: made, name: 'east' },
    `GET /v1/agents/${made}/credentials`,
    `Created runner east: ${made}`,
  ],
  [
    ['run', 'load', '-p', 'Demo', '-e', 'Development', '--follow'],
    `POST ${project}/pipeline-executions`,
    { pipelineExecutionId: made },
    `GET /v1/pipeline-executions/${made}`,
    `Execution ${made}`,
  ],
  [
    ['agent-tasks', 'create', 'Count', '-p', 'Demo', '-e', 'Development', '--from', 'main', '--follow'],
    'POST /v1/ai/agents/tasks',
    { taskId: made, status: 'RUNNING' },
    `GET /v1/ai/agents/tasks/${made}`,
    '',
  ],
  [
    ['test', '-p', 'Demo', '-e', 'Development'],
    `POST ${project}/test-executions`,
    { testExecutionId: made },
    `GET ${project}/test-executions/${made}`,
    `Test execution ${made}`,
  ],
  [
    ['environments', 'move', 'Production', '-p', 'Demo', '--to', 'lake', '--wait', '--yes'],
    `POST ${project}/environments/Production/moves`,
    { moveId: made, environmentName: 'Production', status: 'COMMITTING' },
    `GET ${project}/environments/Production/moves/${made}`,
    '',
  ],
  [
    ['migrate-repo', 'hosted', '-p', 'Demo', '--watch'],
    `POST ${project}/repository-migration`,
    { migrationId: made, status: 'IN_PROGRESS' },
    `GET ${project}/repository-migration/${made}`,
    '',
  ],
]

test.each(cases)(
  'headrace %j tells what it made when what follows fails',
  async (args, create, body, next, makes) => {
    await using api = await startApi({
      'GET /v1/projects': paged([{ id: projectId, name: 'Demo' }]),
      [create]: making(body),
      [next]: gone,
    })
    using terminal = openTerminal({ env: loginTo(api, credential) })
    const programs = await terminal.run(...args, '--json')
    expect(programs.code).toBeGreaterThan(0)
    expect(JSON.parse(programs.out)).toEqual(body)
    expect(JSON.parse(programs.err)).toMatchObject({ error: { status: 401 } })
    const people = await terminal.run(...args)
    expect(people.out + people.err).toContain(makes)
    expect(people.err).toContain('The access token is not valid')
  },
)
