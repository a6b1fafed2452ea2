import { showDone } from '../../ui/confirm.tsx'
import { cancelEach, cancelFitting, cancelledSentence } from './cancel.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { cancellationOf, type Filter } from './filter.ts'

/** What is to be cancelled: the chosen ones, or everything of a project that fits. */
export type Wish =
  | { readonly ids: readonly string[] }
  | { readonly filter: Filter; readonly projectId: string }

interface CancelManyProps {
  readonly wish: Wish | undefined
  readonly onClose: () => void
  readonly onCancelled: () => void
}

/** Asks before many executions are cancelled, says what that means, does it and says what was done. */
export function CancelMany({ wish, onClose, onCancelled }: CancelManyProps) {
  const refusal = wish !== undefined && 'filter' in wish ? cancellationOf(wish.filter) : undefined
  const action = typeof refusal === 'string' ? {} : { action: actionOf(wish) }
  return (
    <CancelDialog
      isOpen={wish !== undefined}
      onClose={onClose}
      title="Cancel executions"
      message={typeof refusal === 'string' ? refusal : messageOf(wish)}
      {...action}
      onCancel={async (force) => {
        if (wish === undefined) return
        const done =
          'ids' in wish
            ? await cancelEach(wish.ids, force)
            : await cancelFitting(wish.projectId, wish.filter, force)
        showDone(cancelledSentence(done))
        onCancelled()
      }}
    />
  )
}

function actionOf(wish: Wish | undefined): string {
  if (wish === undefined || 'filter' in wish) return 'Cancel all'
  return wish.ids.length === 1 ? 'Cancel the execution' : `Cancel ${wish.ids.length} executions`
}

const messageOf = (wish: Wish | undefined): string =>
  wish !== undefined && 'filter' in wish
    ? 'Cancels everything queued or running that matches the filter, on all pages. Completed ' +
      'work is not undone.'
    : 'Queued executions end immediately. Running ones end when their components have stopped. Completed work is not undone.'
