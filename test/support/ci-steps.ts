import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { parse } from 'yaml'

type Values = Readonly<Record<string, string>>
/** What expressions name, `inputs` for instance. */
type Contexts = Readonly<Record<string, Values>>

interface Step {
  readonly name: string
  readonly if?: string
  readonly env: Values
  readonly run: string
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

/** What a code host knows of the commit. */
export const commit = {
  sha: 'c0ffee0000000000000000000000000000000000',
  ref_name: 'main',
  ref_type: 'branch',
}

/** A program of a step, as its host would run it; answers what it printed, and throws when it fails. */
export type RunScript = (script: string, env: Values) => Promise<string>

/** Runs scripts in Bash as code hosts do: the first command that fails ends it. */
export const inBash =
  (common: Values, cwd: string): RunScript =>
  async (script, env) => {
    const options = { cwd, env: { ...common, ...env } }
    return (await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], options)).stdout
  }

/**
 * Replays the steps of the composite action with these inputs, for a commit; answers what each step that ran
 * printed.
 */
export async function replayAction(
  file: string,
  inputs: Values,
  run: RunScript,
  github: Values = commit,
): Promise<Map<string, string>> {
  const action = parse(readFileSync(file, 'utf8')) as Action
  const defaults = Object.entries(action.inputs).map(([name, { default: value }]) => [name, value] as const)
  const given: Values = { ...Object.fromEntries(defaults), ...inputs }
  const printed = new Map<string, string>()
  for (const step of action.runs.steps) {
    if (step.if !== undefined && !holds(step.if, { inputs: given, github })) continue
    const env = Object.entries(step.env).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) =>
        firstValue(expression, { inputs: given, github }),
      ),
    ])
    printed.set(step.name, await run(step.run, Object.fromEntries(env)))
  }
  return printed
}

/** `inputs.a != '' && inputs.b != ''`, the only kind of condition there is. */
const holds = (condition: string, contexts: Contexts): boolean =>
  condition.split(' && ').every((part) => {
    const [, name] = /^(\S+) != ''$/.exec(part) ?? []
    if (name === undefined) throw new Error(`Not understood: ${part}`)
    return contextValue(name, contexts) !== ''
  })

const firstValue = (expression: string, contexts: Contexts): string =>
  expression
    .split(' || ')
    .map((name) => contextValue(name, contexts))
    .find((value) => value !== '') ?? ''

function contextValue(name: string, contexts: Contexts): string {
  const [context = '', member = ''] = name.split('.')
  const value = contexts[context]?.[member]
  if (value === undefined) throw new Error(`There is no ${name}`)
  return value
}

interface Job {
  readonly script: readonly string[]
  readonly rules: readonly { readonly if: string }[]
}

/**
 * The jobs of the template that a pipeline with these variables has, in the order of its stages, and what
 * they default to.
 */
export function templateJobs(file: string, given: Values) {
  const { variables, ...jobs } = parse(readFileSync(file, 'utf8')) as Record<string, Job> & {
    variables: Values
  }
  const env: Values = { ...variables, ...given }
  const isIn = ({ rules }: Job) => rules.some((rule) => isTrue(rule.if, env))
  return { env, jobs: Object.entries<Job>(jobs).filter(([, job]) => isIn(job)) }
}

/** `$A == "x" && $B`, the only kind of condition there is. */
const isTrue = (condition: string, env: Values): boolean =>
  condition.split(' && ').every((part) => {
    const [, name, constant, other] = /^\$(\w+)(?: == (?:"(\w+)"|\$(\w+)))?$/.exec(part) ?? []
    if (name === undefined) throw new Error(`Not understood: ${part}`)
    const expected = constant ?? (other === undefined ? undefined : env[other])
    return expected === undefined ? (env[name] ?? '') !== '' : env[name] === expected
  })

/** Replays the jobs that run for the default branch, one line after another. */
export async function replayTemplate(file: string, variables: Values, run: RunScript): Promise<string> {
  const { env, jobs } = templateJobs(file, {
    CI_PIPELINE_SOURCE: 'push',
    CI_DEFAULT_BRANCH: commit.ref_name,
    CI_COMMIT_BRANCH: commit.ref_name,
    CI_COMMIT_SHA: commit.sha,
    CI_COMMIT_REF_NAME: commit.ref_name,
    ...variables,
  })
  let printed = ''
  for (const [, { script }] of jobs) printed += await run(script.join('\n'), env)
  return printed
}
