import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addClientCommands } from '../../commands.ts'
import { openTerminal } from '../../testing/terminal.ts'
import { completed } from './completion.ts'

function words(...typed: string[]): string[] {
  using terminal = openTerminal()
  const program = new Command('headrace')
  addClientCommands(program, terminal.terminal)
  return completed(program, ['node', 'headrace', 'completion', '--candidates', '--', ...typed])!.split('\n')
}

test('commands, their subcommands and their options are completed', () => {
  expect(words('sche')).toEqual(['schedules'])
  expect(words('schedules', 'd')).toEqual(['delete', 'disable'])
  expect(words('schedules', 'create', '--pi')).toEqual(['--pipeline'])
  expect(words('schedules', '--proj')).toEqual(['--project'])
})

test('the value of an option is not taken for a command, and names of a server are left to the user', () => {
  expect(words('schedules', '-p', 'create', 'crea')).toEqual(['create'])
  expect(words('schedules', 'list', '--project', '')).toEqual([''])
})

test('--sort takes what the list of the API takes, and shells complete it', async () => {
  const document = JSON.parse(
    readFileSync(new URL('../../../../openapi/public-v1.json', import.meta.url), 'utf8'),
  )
  const sorts = (path: string): string[] => {
    const { schema } = document.paths[path].get.parameters.find(
      (one: { name?: string }) => one.name === 'sort',
    )
    return (schema.enum ?? document.components.schemas[schema.$ref.split('/').at(-1)].enum).toSorted()
  }
  for (const [path, ...command] of [
    ['/v1/users', 'users', 'list'],
    ['/v1/groups', 'groups', 'list'],
    ['/v1/api-credentials', 'credentials', 'list'],
    ['/v1/agents', 'runners', 'list'],
    ['/v1/assets', 'assets'],
    ['/v1/pipeline-executions', 'executions'],
    ['/v1/projects/{projectId}/connections', 'connections', 'list'],
    ['/v1/projects/{projectId}/secrets', 'secrets', 'list'],
    ['/v1/projects/{projectId}/schedules', 'schedules', 'list'],
    ['/v1/projects/{projectId}/triggers', 'triggers', 'list'],
    ['/v1/projects/{projectId}/variables', 'vars', 'list'],
  ] as const)
    expect([path, words(...command, '--sort', '')]).toEqual([path, sorts(path)])
})

test('another command line is none of its business', () => {
  expect(completed(new Command(), ['node', 'headrace', 'projects'])).toBeUndefined()
})

test('each shell gets a script that it can read', async () => {
  using terminal = openTerminal()
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await terminal.run('completion', shell)
    expect(code).toBe(0)
    expect(out).toContain('headrace completion --candidates --')
  }
  const { out } = await terminal.run('completion', 'bash')
  const read = spawnSync('bash', ['-n'], { input: out })
  expect(read.stderr.toString()).toBe('')
  // A file that zsh loads as the function itself completes at once, not only the next time.
  const zsh = await terminal.run('completion', 'zsh')
  expect(zsh.out).toMatch(/funcstack.*_headrace "\$@"; fi\n$/)
  const program = `${out}
headrace() { printf '%s\\n' "$@"; }
COMP_WORDS=(headrace schedules cr); COMP_CWORD=2; _headrace; printf '%s ' "\${COMPREPLY[@]}"`
  const asked = spawnSync('bash', ['-c', program]).stdout.toString()
  expect(asked).toBe('completion --candidates -- schedules cr ')
})
