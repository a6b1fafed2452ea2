import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Ban, RotateCcw, StepForward } from 'lucide-react'
import { useState } from 'react'
import { cancelEach, cancelledSentence } from '../../../components/executions/cancel.ts'
import { CancelDialog } from '../../../components/executions/cancel-dialog.tsx'
import { type Execution, isLive } from '../../../components/executions/shapes.ts'
import { cancelNeed, runNeed } from '../../../components/rights/common-needs.ts'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { RerunDialog, ResumeDialog } from './rerun/rerun-dialog.tsx'

/** What can be done with an execution. A child is run, cancelled and run again by the execution around it. */
export function Actions({ execution }: { readonly execution: Execution }) {
  if (execution.parentPipelineExecutionId !== undefined) return null
  const { projectId, environmentName, status } = execution
  return isLive(status) ? (
    <May needs={cancelNeed(projectId, environmentName)}>
      <Cancel execution={execution} />
    </May>
  ) : (
    <May needs={runNeed(projectId, environmentName)}>
      <Reruns execution={execution} />
    </May>
  )
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
            ? 'It is waiting for running components. If you do not wait, it ends immediately, and work they have started may still take effect.'
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
  const { status } = execution
  const [asked, ask] = useState<'START' | 'FAILED_STEP'>()
  const navigate = useNavigate()
  const close = () => ask(undefined)
  async function open(executionId: string): Promise<void> {
    close()
    await navigate({ to: paths.execution, params: { executionId } })
    showDone('Rerun started.')
  }
  const dialog = { execution, onClose: close, onStarted: (id: string) => void open(id) }
  return (
    <>
      {(status === 'FAILED' || status === 'CANCELLED') && (
        <Button
          leftSection={<StepForward size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => ask('FAILED_STEP')}
        >
          {status === 'FAILED' ? 'Rerun from the failed step' : 'Rerun from where it stopped'}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<RotateCcw size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => ask('START')}
      >
        Rerun
      </Button>
      {asked === 'START' && <RerunDialog {...dialog} />}
      {asked === 'FAILED_STEP' && <ResumeDialog {...dialog} />}
    </>
  )
}
