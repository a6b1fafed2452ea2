import { Badge } from '@mantine/core'
import {
  Ban,
  Check,
  CircleDashed,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Minus,
  Pause,
  Pencil,
  Plus,
  TriangleAlert,
  X,
} from 'lucide-react'

interface Look {
  readonly colour: string
  readonly icon: LucideIcon
}

/** How each state looks everywhere; never by colour alone: every state has its icon and its word. */
const looks: Readonly<Record<string, Look>> = {
  QUEUED: { colour: 'gray', icon: Hourglass },
  PENDING: { colour: 'gray', icon: Hourglass },
  RUNNING: { colour: 'blue', icon: LoaderCircle },
  IN_PROGRESS: { colour: 'blue', icon: LoaderCircle },
  SUCCESS: { colour: 'green', icon: Check },
  SUCCEEDED: { colour: 'green', icon: Check },
  PASSED: { colour: 'green', icon: Check },
  FAILED: { colour: 'red', icon: X },
  WARNING: { colour: 'yellow', icon: TriangleAlert },
  CANCELLING: { colour: 'orange', icon: Ban },
  CANCELLED: { colour: 'orange', icon: Ban },
  SKIPPED: { colour: 'gray', icon: Minus },
  PAUSING: { colour: 'yellow', icon: Pause },
  STOPPING: { colour: 'orange', icon: Ban },
  STOPPED: { colour: 'gray', icon: Minus },
  CONNECTED: { colour: 'green', icon: Check },
  PAUSED: { colour: 'yellow', icon: Pause },
  ERRORED: { colour: 'red', icon: X },
  OPEN: { colour: 'red', icon: X },
  CLOSED: { colour: 'green', icon: Check },
  DELIVERED: { colour: 'green', icon: Check },
  DISCONNECTED: { colour: 'red', icon: X },
  ADDED: { colour: 'green', icon: Plus },
  CHANGED: { colour: 'blue', icon: Pencil },
  REMOVED: { colour: 'red', icon: Minus },
}
const unknown: Look = { colour: 'gray', icon: CircleDashed }

/** Colour and icon of a state, for graphs and charts. */
export const lookOf = (status: string): Look => looks[status.toUpperCase()] ?? unknown

/** A state as a word with its icon. */
export function Status({ status }: { readonly status: string }) {
  const { colour, icon: Icon } = lookOf(status)
  return (
    <Badge
      color={colour}
      variant="light"
      miw="max-content"
      leftSection={<Icon size={12} aria-hidden />}
      tt="none"
    >
      {status}
    </Badge>
  )
}
