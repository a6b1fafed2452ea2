import { showDone } from '../../ui/confirm.tsx'
import { cancelFitting, cancelledSentence } from './cancel.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { cancellationOf, type Filter } from './filter.ts'

/** Everything of a project that fits is to be cancelled. */
export interface Wish {
  readonly filter: Filter
  readonly projectId: string
}

interface CancelManyProps {
  readonly wish: Wish | undefined
  readonly onClose: () => void
  readonly onCancelled: () => void
}

/** Asks before many executions are cancelled, says what that means, does it and says what was done. */
export function CancelMany({ wish, onClose, onCancelled }: CancelManyProps) {
  const refusal = wish === undefined ? undefined : cancellationOf(wish.filter)
  const action = typeof refusal === 'string' ? {} : { action: 'Cancel all' }
  return (
    <CancelDialog
      isOpen={wish !== undefined}
      onClose={onClose}
      title="Cancel executions"
      message={typeof refusal === 'string' ? refusal : meaning}
      {...action}
      onCancel={async (force) => {
        if (wish === undefined) return
        showDone(cancelledSentence(await cancelFitting(wish.projectId, wish.filter, force)))
        onCancelled()
      }}
    />
  )
}

const meaning =
  'Cancels everything queued or running that matches the filter, on all pages. Completed work is not undone.'
