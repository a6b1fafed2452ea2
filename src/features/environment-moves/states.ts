/** The state machine of a move. While it is not over, executions of the environment are held back. */
export const moveLife = {
  title: 'Move of an environment (`status`)',
  next: {
    WAITING: ['COPYING', 'CANCELLED'],
    COPYING: ['COMMITTING', 'FAILED', 'CANCELLED'],
    COMMITTING: ['SUCCEEDED', 'FAILED', 'CANCELLED'], // cancelled only where its runner is lost
    SUCCEEDED: [],
    FAILED: [],
    CANCELLED: [],
  },
} as const

export type MoveStatus = keyof typeof moveLife.next

export const moveStatuses = Object.keys(moveLife.next) as readonly MoveStatus[]
