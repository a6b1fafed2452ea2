import { Loader } from '@mantine/core'
import { Dialog } from './dialog.tsx'
import { ProblemAlert } from './problem-alert.tsx'

interface DialogLoadingProps {
  readonly title: string
  /** What is read, e.g. `the template`. */
  readonly what: string
  readonly size?: string
  /** Why it could not be read. */
  readonly error: unknown
  readonly onClose: () => void
}

/** In the place of a dialog while what it edits is read. */
export const DialogLoading = ({ title, what, size = 'md', error, onClose }: DialogLoadingProps) => (
  <Dialog opened onClose={onClose} title={title} size={size}>
    <ProblemAlert error={error} />
    {error === null && <Loader aria-label={`Loading ${what}`} />}
  </Dialog>
)
