export { MOVE_CHANNEL, MOVE_STOPPED_CHANNEL } from './channels.ts'
export { hasOpenMove, isHeldBack, waitsForMove } from './open-store.ts'
