import type { Visit } from '../flow-events.ts'
import type { Component } from '../model.ts'
import type { Iterations } from './iterator.ts'
import { type Position, visitKey } from './keys.ts'
import type { RetrySettings } from './retry.ts'
import type { Copied } from './scope.ts'

/** A retry that is open, and how many of its attempts were begun. */
interface Attempts {
  readonly settings: RetrySettings
  begun: number
}

/**
 * A visit from its first action to its end. `running` was issued to run; `inside` waits for what it wraps;
 * `concluding` was issued with its outcome and waits for its record.
 */
export interface Frame {
  readonly visit: Visit
  readonly position: Position
  /** The iterator or retry around it. */
  readonly parent: Frame | undefined
  phase: 'running' | 'inside' | 'concluding'
  /** What its branch sees. Only a retry changes it, from attempt to attempt. */
  copied: Copied
  attempts: Attempts | undefined
  iterations: Iterations | undefined
}

/** The visit of a component at a position. */
export function newVisit(component: Component, position: Position): Visit {
  const { attempt, iteration } = position
  return { key: visitKey(component.name, position), component, attempt, iteration }
}

/** The frame of a visit that is about to be issued. */
export function newFrame(
  component: Component,
  position: Position,
  parent: Frame | undefined,
  copied: Copied,
): Frame {
  const visit = newVisit(component, position)
  return { visit, position, parent, phase: 'running', copied, attempts: undefined, iterations: undefined }
}
