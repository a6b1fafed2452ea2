import type { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.ts'
import { addAlertChannels } from './channels.ts'
import { addAlertLog } from './log.ts'
import { addAlertRules } from './rules.ts'

/** Adds `headrace alerts`. */
export function addAlerts(program: Command, terminal: Terminal): void {
  const alerts = program
    .command('alerts')
    .description('Notifies people and programs of what happens to executions')
  addAlertLog(alerts, terminal)
  addAlertChannels(alerts, terminal)
  addAlertRules(alerts, terminal)
}
