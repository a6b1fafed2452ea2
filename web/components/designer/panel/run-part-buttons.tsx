import { Button, Group } from '@mantine/core'
import { CirclePlay, StepForward } from 'lucide-react'
import type { RunPart } from '../state/run-part.ts'

/** Runs the chosen component with what follows from it, or alone. */
export function RunPartButtons({ onRun }: { readonly onRun: (extent: RunPart['extent']) => void }) {
  return (
    <Group gap={6}>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<StepForward size={13} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => onRun('from')}
        title="Run this component and everything after it (R)"
      >
        Run from here
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<CirclePlay size={13} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => onRun('only')}
        title="Run this component alone (Shift+R)"
      >
        Run only this
      </Button>
    </Group>
  )
}
