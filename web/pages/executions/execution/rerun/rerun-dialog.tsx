import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Execution } from '../../../../components/executions/shapes.ts'
import { VariableFields } from '../../../../components/run-fields/variable-fields.tsx'
import { VersionField } from '../../../../components/run-fields/version-field.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { repeat, useRerun } from './use-rerun.ts'

interface RerunProps {
  readonly execution: Execution
  readonly onClose: () => void
  readonly onStarted: (executionId: string) => void
}

/** Asks for version and variables before an execution runs again from its start. */
export function RerunDialog({ execution, onClose, onStarted }: RerunProps) {
  const form = useRerun(execution)
  const [isChecked, check] = useState(false)
  const run = useMutation({ mutationFn: form.start, onSuccess: onStarted })
  const latest = form.versions[0]
  return (
    <DialogForm
      title={`Rerun ${execution.pipelineName}`}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        check(true)
        if (form.canStart && Object.keys(form.faults).length === 0) run.mutate()
      }}
      action={`Rerun in ${execution.environmentName}`}
      isPending={run.isPending}
      isWaiting={form.isWaiting}
      size="lg"
    >
      <ProblemAlert error={run.error} />
      <Text size="sm" c="dimmed">
        {form.isSame
          ? 'Runs from the start with the same version and values. The effects of the earlier execution are not undone.'
          : 'Starts a new execution with this version and these values. Secrets that you leave as they are stay the same.'}
      </Text>
      <VersionField
        versions={form.versions}
        value={form.version}
        hint={latest === undefined || latest === form.version ? undefined : `The latest is ${latest}`}
        onChoose={(version) => version !== undefined && form.setVersion(version)}
      />
      <ProblemAlert error={form.error} />
      {form.hasVariables && (
        <VariableFields
          variables={form.variables}
          entered={form.entered}
          faults={isChecked ? form.faults : {}}
          onEnter={form.enter}
        />
      )}
    </DialogForm>
  )
}

/** Asks before an execution goes on from the step that failed: version and values stay what they were. */
export function ResumeDialog({ execution, onClose, onStarted }: RerunProps) {
  const { environmentName, versionName, pipelineName, status } = execution
  const run = useMutation({ mutationFn: () => repeat(execution, 'FAILED_STEP'), onSuccess: onStarted })
  return (
    <DialogForm
      title={`Rerun ${pipelineName}`}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        run.mutate()
      }}
      action={`Rerun in ${environmentName}`}
      isPending={run.isPending}
    >
      <ProblemAlert error={run.error} />
      <Text size="sm">
        Runs version {versionName} in {environmentName} again, with the same values,{' '}
        {status === 'FAILED' ? 'from the step that failed' : 'from where it stopped'}. Steps that succeeded
        are kept and not repeated.
      </Text>
    </DialogForm>
  )
}
