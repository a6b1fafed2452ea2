import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Ban, RotateCcw, StepForward } from 'lucide-react'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { cancelEach, cancelledSentence } from '../../../components/executions/cancel.ts'
import { CancelDialog } from '../../../components/executions/cancel-dialog.tsx'
import { type Execution, isLive } from '../../../components/executions/shapes.ts'
import { paths } from '../../../paths.ts'
import { showDone, showFailure } from '../../../ui/confirm.tsx'

/** What can be done with an execution. A child is run, cancelled and run again by the execution around it. */
export function Actions({ execution }: { readonly execution: Execution }) {
  if (execution.parentPipelineExecutionId !== undefined) return null
  return isLive(execution.status) ? <Cancel execution={execution} /> : <Reruns execution={execution} />
}

function Cancel({ execution: { pipelineExecutionId, status } }: { readonly execution: Execution }) {
  const [isOpen, setOpen] = useState(false)
  const isCancelling = status === 'CANCELLING'
  const action = isCancelling ? 'Cancel now' : 'Cancel execution'
  return (
    <>
      <Button
        color="red"
        variant="light"
        leftSection={<Ban size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {isCancelling ? 'Cancel now' : 'Cancel'}
      </Button>
      <CancelDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={isCancelling ? 'Cancel without waiting' : 'Cancel execution'}
        message={
          isCancelling
            ? 'It is waiting for running components. If you do not wait, it ends now, and work they have started may still take effect.'
            : 'Running components are stopped and no new ones start. Completed steps are not undone.'
        }
        action={action}
        isForcedAnyway={isCancelling}
        onCancel={async (force) =>
          showDone(cancelledSentence(await cancelEach([pipelineExecutionId], force)))
        }
      />
    </>
  )
}

function Reruns({ execution }: { readonly execution: Execution }) {
  const { projectId, pipelineExecutionId, status } = execution
  const navigate = useNavigate()
  const rerun = api.useMutation(
    'post',
    '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/reruns',
    {
      onSuccess: async ({ pipelineExecutionId: executionId }) => {
        void invalidate('/v1/pipeline-executions')
        await navigate({ to: paths.execution, params: { executionId } })
        showDone('Rerun started.')
      },
      onError: showFailure,
    },
  )
  const run = (from: 'START' | 'FAILED_STEP') =>
    rerun.mutate({ params: { path: { projectId, pipelineExecutionId } }, body: { from } })
  const from = rerun.variables?.body.from
  return (
    <>
      {(status === 'FAILED' || status === 'CANCELLED') && (
        <Button
          leftSection={<StepForward size={16} aria-hidden />}
          loading={rerun.isPending && from === 'FAILED_STEP'}
          onClick={() => run('FAILED_STEP')}
        >
          {status === 'FAILED' ? 'Rerun from the failed step' : 'Rerun from where it stopped'}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<RotateCcw size={16} aria-hidden />}
        loading={rerun.isPending && from === 'START'}
        onClick={() => run('START')}
      >
        Rerun
      </Button>
    </>
  )
}
