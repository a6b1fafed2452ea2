import type { FlowResult, Outcome } from '../flow-events.ts'
import type { Component } from '../model.ts'
import type { FlowLinks } from './links.ts'

/**
 * What a run has come to so far (pipelines.md §2.5). Only components that no iterator or retry wraps are
 * noted.
 */
export interface Verdict {
  note(component: Component, outcome: Outcome): void
  /** The run itself cannot go as written. */
  fail(message: string): void
  result(): FlowResult
}

/**
 * Begins with SUCCESS; a failure that nothing carries on, or an `end-failure` that was reached, makes it
 * FAILED.
 */
export function createVerdict(links: FlowLinks): Verdict {
  let failed = false
  let first: string | undefined
  return {
    note(component, outcome) {
      const reachedFailure = component.type === 'end-failure' && outcome.result !== 'SKIPPED'
      const broken = outcome.result === 'FAILED' || outcome.result === 'CANCELLED'
      if (!broken && !reachedFailure) return
      if (reachedFailure || !carriedOn(links, component)) failed = true
      first ??= `"${component.name}": ${outcome.message || (broken ? 'failed' : 'reached')}`
    },
    fail(message) {
      failed = true
      first ??= message
    },
    result: () => (failed ? { status: 'FAILED', message: first } : { status: 'SUCCESS', message: undefined }),
  }
}

function carriedOn(links: FlowLinks, component: Component): boolean {
  return links.outgoing(component.name).some(({ condition }) => {
    return condition === 'failure' || condition === 'unconditional'
  })
}

/** Whether a link of this condition fires after this outcome (pipelines.md §2.2, §2.4, §2.9). */
export function fires(condition: string, outcome: Outcome): boolean {
  const ran = outcome.result === 'SUCCESS'
  if (condition === 'unconditional') return true
  if (condition === 'success') return ran || outcome.result === 'SKIPPED'
  if (condition === 'true') return ran && outcome.branch === true
  if (condition === 'false') return ran && outcome.branch === false
  return condition === 'failure' && !ran && outcome.result !== 'SKIPPED'
}
