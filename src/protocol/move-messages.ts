import Type from 'typebox'
import { Json, message, Nat, Uuid } from './shapes.ts'

/** Moves of environments from a DuckDB file to a lake. */

/**
 * Copy the environment's file into a lake. Repeated while the session has the move: a runner that is at it
 * already answers how far it is, or how it ended. Secrets are asked for as for a probe. Runners before
 * protocol 11 do not know it.
 */
export const MoveWanted = message('move-wanted', {
  move: Uuid,
  project: Uuid,
  environment: Type.String(),
  /** As in `run`: the file, and the lake. */
  source: Json,
  target: Json,
})
export const MOVES_SINCE_PROTOCOL = 11

/** How far it is. */
export const MoveProgressed = message('move-progressed', {
  move: Uuid,
  tablesDone: Nat,
  tablesTotal: Nat,
  rows: Nat,
})

/**
 * Everything is copied and compared. Nothing of it can be seen before it is answered with `move-confirmed`.
 */
export const MoveReady = message('move-ready', { move: Uuid })

/** What is copied counts: commit it. */
export const MoveConfirmed = message('move-confirmed', { move: Uuid })

/** Nobody wants that move any more: take it back, and report nothing about it. */
export const MoveStopped = message('move-stopped', { move: Uuid })

export const MoveEnded = message('move-ended', {
  move: Uuid,
  ok: Type.Boolean(),
  /** Why it failed. */
  message: Type.Optional(Type.String({ maxLength: 10_000 })),
  tablesTotal: Nat,
  rows: Nat,
  views: Nat,
  /** What the file has and the lake cannot. */
  notKept: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 1_000 }),
  /** The file, which stays where it is. */
  file: Type.String(),
})
