import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SharedPlatform } from '../support/use-platform.ts'

/** What a run of OpenTofu printed, and its exit code. */
export interface Outcome {
  readonly code: number
  readonly text: string
}

/** A folder with a configuration and its state. */
export interface Workspace {
  readonly folder: string
  /** Replaces the configuration. */
  write(configuration: string): Promise<void>
  /** Runs a command and returns what came of it, whatever it was. */
  run(...args: readonly string[]): Promise<Outcome>
  /** Runs a command that must succeed. */
  must(...args: readonly string[]): Promise<string>
  /** Every value of the state, by address. */
  state(): Promise<Readonly<Record<string, Values>>>
}

type Values = Readonly<Record<string, unknown>>

/** What `tofu show -json` has of a state. */
interface Shown {
  readonly values?: {
    readonly root_module: {
      readonly resources?: readonly { readonly address: string; readonly values: Values }[]
    }
  }
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Exit codes of `tofu plan -detailed-exitcode`. */
export const NO_CHANGE = 0
export const CHANGES = 2

const header = `
terraform {
  required_providers {
    headrace = { source = "headrace/headrace" }
  }
}
`

/** The credential that the first start made. */
export async function platformLogin({ folder }: SharedPlatform) {
  const text = await readFile(join(folder, 'admin-credentials.json'), 'utf8')
  return JSON.parse(text) as { clientId: string; clientSecret: string }
}

/** A workspace below `root` whose provider is the one that was just built, before a platform. */
export async function aWorkspace(root: string, platform: SharedPlatform): Promise<Workspace> {
  const folder = await mkdtemp(join(root, 'work-'))
  const settings = join(root, 'tofurc')
  const provider = process.env['HEADRACE_TEST_PROVIDER_FOLDER']!
  await writeFile(
    settings,
    `provider_installation {\n  dev_overrides { "headrace/headrace" = ${JSON.stringify(provider)} }\n  direct {}\n}\n`,
  )
  const { clientId, clientSecret } = await platformLogin(platform)
  const env = {
    PATH: process.env['PATH']!,
    HOME: root,
    TF_CLI_CONFIG_FILE: settings,
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
    HEADRACE_URL: platform.origin,
    HEADRACE_CLIENT_ID: clientId,
    HEADRACE_CLIENT_SECRET: clientSecret,
  }
  await mkdir(folder, { recursive: true })

  const run = (...args: readonly string[]) =>
    new Promise<Outcome>((done) => {
      const options = { cwd: folder, env, maxBuffer: MAX_OUTPUT_BYTES }
      const colourless = [args[0]!, '-no-color', ...args.slice(1)]
      execFile(process.env['HEADRACE_TEST_TOFU']!, colourless, options, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : Number(error !== null)
        done({ code, text: stdout + stderr })
      })
    })

  async function must(...args: readonly string[]) {
    const { code, text } = await run(...args)
    if (code !== 0) throw new Error(`tofu ${args.join(' ')} ended with ${code}:\n${text}`)
    return text
  }

  return {
    folder,
    run,
    must,
    write: (configuration) => writeFile(join(folder, 'main.tf'), header + configuration),
    async state() {
      const shown = JSON.parse(await must('show', '-json')) as Shown
      const resources = shown.values?.root_module.resources ?? []
      return Object.fromEntries(resources.map(({ address, values }) => [address, values]))
    },
  }
}
