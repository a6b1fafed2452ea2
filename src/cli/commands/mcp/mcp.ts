import type { Command } from 'commander'
import { sleepUntilAborted } from '../../../lib/wait.ts'
import { perform } from '../../terminal/context.ts'
import { examples } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface McpOptions {
  readonly readOnly?: boolean
  readonly allowPublish?: boolean
  readonly allowProduction?: boolean
}

/** Adds `headrace mcp`. */
export function addMcp(program: Command, terminal: Terminal): void {
  program
    .command('mcp')
    .summary('Serves assistants over the Model Context Protocol')
    .description(
      'Lets an assistant of your choice work with Headrace over the Model Context Protocol, on standard input and output, with the rights of ' +
        'your login: read projects, pipelines and executions, explain failures, author on branches, and run where unpublished pipelines ' +
        'may run. It never sees secrets.',
    )
    .option('--read-only', 'offer nothing that writes or runs')
    .option(
      '--allow-publish',
      'let it publish, and write to the default branch and to branches that are published automatically',
    )
    .option('--allow-production', 'let it run, cancel and publish in production environments too')
    .addHelpText(
      'after',
      examples([
        'headrace mcp --read-only',
        'headrace --profile staging mcp',
        'claude mcp add headrace -- npx headrace mcp',
      ]),
    )
    .action((options: McpOptions) => serve(terminal, options))
}

const howToAllow = {
  publish: 'The user can allow it by starting this server with --allow-publish.',
  production: 'The user can allow it by starting this server with --allow-production.',
}

async function serve(terminal: Terminal, options: McpOptions): Promise<void> {
  const closing = new AbortController()
  // A pause before a repeated request must not keep the process when the assistant has gone.
  const wait = async (ms: number, signal = closing.signal) => {
    await sleepUntilAborted(ms, AbortSignal.any([signal, closing.signal]))
    closing.signal.throwIfAborted()
  }
  await perform({ ...terminal, wait }, {}, async (context) => {
    const { readOnly = false, allowPublish = false, allowProduction = false } = options
    const client = context.client()
    // Loaded when it is needed: the other commands start faster without the protocol.
    const { serveAssistant } = await import('./server.ts')
    const grants = { readOnly, publish: allowPublish, production: allowProduction, howToAllow }
    await serveAssistant(client, grants, closing, context.note)
  })
}
