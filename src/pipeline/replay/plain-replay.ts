import { eventOf, type Replayer, type ReplaySubject, stepOf } from './replayer.ts'
import { endedFromOutside, isOver, numberFaults } from './reports.ts'
import { changesOf, runVariables } from './values.ts'

/**
 * Replays an execution without a flow: a transformation, whose outputs run one after another, or one that
 * never started. `why` says that nothing can be checked, when that is so.
 */
export function createPlainReplay(subject: ReplaySubject, why?: string): Replayer {
  const { execution, steps } = subject
  const variables = runVariables(execution.variables ?? [])

  function resultFaults(): string[] {
    if (!isOver(execution) || endedFromOutside(execution, steps)) return []
    const failed = steps.find(({ result }) => result === 'FAILED')
    if (execution.status !== 'SUCCESS') return []
    if (execution.startFaults?.length)
      return ['It ended SUCCESS although its values do not fit its variables']
    return failed === undefined ? [] : [`It ended SUCCESS although "${failed.name}" failed`]
  }

  return {
    begin: () => [eventOf(subject, 'begin', { message: why ?? execution.startFaults?.join('; ') })],
    report({ n, step, event }) {
      if (event.kind === 'expanded') return []
      const { result, message, updates = [] } = event.outcome
      const changes = changesOf(variables, updates, (name) => variables.get(name)?.value)
      const reused = n <= (execution.reusedReports ?? 0)
      return [eventOf(subject, 'finished', { n, step: stepOf(step), result, message, changes, reused })]
    },
    end() {
      const divergences = [...numberFaults(steps), ...resultFaults()]
      return [eventOf(subject, 'end', { result: execution.status, message: execution.message, divergences })]
    },
  }
}
