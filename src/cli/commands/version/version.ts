import type { Command } from 'commander'
import { productVersion, timeZoneDataVersion } from '../../../lib/version.ts'
import { type CommonOptions, perform } from '../../terminal/context.ts'
import { withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Adds `headrace version`. */
export function addVersion(program: Command, terminal: Terminal): void {
  withJson(program.command('version'))
    .description('Prints the versions of this program, of Node and of its time-zone data')
    .action((options: CommonOptions) =>
      perform(terminal, options, async (context) => {
        const versions = {
          headrace: productVersion,
          node: process.versions.node,
          timeZoneData: timeZoneDataVersion,
        }
        if (context.json) return context.printJson(versions)
        context.print(`Headrace ${versions.headrace}`)
        context.print(`Node ${versions.node}`)
        context.print(`time-zone data ${versions.timeZoneData}`)
      }),
    )
}
