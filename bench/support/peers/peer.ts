import type { Marks, StepTimes } from './marks.ts'
import type { Processes } from './processes.ts'

/** What a tool is asked to run: chains of steps that add one, and the data task of the demo. */
export const works = ['chain of five', 'chain of forty', 'flights'] as const
export type Work = (typeof works)[number]

/** A tool that has been started. */
export interface RunningPeer {
  /** Asks for a run, as a client would, and resolves when its last step has run. */
  run(work: Work): Promise<StepTimes>
  /** Runs of five steps a second, where asking and waiting for one at a time would cost more than they do. */
  perSecond?(seconds: number): Promise<number>
}

/** Where a peer works: everything in it is its own, and new at each start. */
export interface Stage {
  /** What `install` filled. */
  readonly installed: string
  /** Its data, its logs and its home. */
  readonly folder: string
  /** Environment variables of the steps, see python/steps.py. */
  readonly env: Readonly<Record<string, string>>
  readonly marks: Marks
}

/**
 * A program of others that runs steps, as its documentation sets it up on one machine, with its default
 * settings.
 */
export interface Peer {
  readonly name: string
  readonly title: string
  /** What is started, and where it keeps what it has done. */
  readonly setup: string
  /** How many runs are in flight while runs a second are counted. */
  readonly inFlight: number
  /** What it cannot do, with the reason. */
  readonly leavesOut?: Partial<Record<Work, string>>
  /** Installs it from its registry into the folder, unless it is there. Resolves with its version. */
  install(folder: string): Promise<string>
  /** What its user does once before the first start, where that is not a part of starting. */
  prepare?(stage: Stage): Promise<void>
  /** Resolves when it takes runs of everything in `works`. Throws with the words of what failed. */
  start(stage: Stage, processes: Processes): Promise<RunningPeer>
}
