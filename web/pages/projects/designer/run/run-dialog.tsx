import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import type { RunPart } from '../../../../components/designer/state/run-part.ts'
import type { Editor } from '../../../../components/designer/state/use-editor.ts'
import { useUnpublishedPlaces } from '../../../../components/pipelines/use-unpublished-places.ts'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'

interface RunDialogProps {
  readonly projectId: string
  readonly branch: string
  readonly editor: Editor
  /** Undefined: the whole pipeline. */
  readonly part: RunPart | undefined
  /** Where it ran before, while the page is open; else the only one where it can, or none. */
  readonly environment: string | undefined
  readonly onClose: () => void
  readonly onStarted: (executionId: string, environment: string) => void
}

/** Runs what the canvas shows, without publishing it, where an environment allows that. */
export function RunDialog(props: RunDialogProps) {
  const { projectId, branch, editor, part, onClose, onStarted } = props
  const places = useUnpublishedPlaces(projectId)
  const [chosen, setEnvironment] = useState<string | null>(props.environment ?? null)
  const environment = chosen ?? places.only ?? null
  const run = api.useMutation('post', '/v1/projects/{projectId}/pipeline-executions', {
    onSuccess: ({ pipelineExecutionId }) => {
      void invalidate('/v1/pipeline-executions')
      onStarted(pipelineExecutionId, environment!)
    },
  })
  function start(): void {
    const pipelineName = editor.drawing?.pipeline.name
    if (environment === null || pipelineName === undefined) return
    const source = editor.saver.base.etag === undefined ? { ref: branch } : { draft: branch }
    const body = { pipelineName, environmentName: environment, ...source, ...membersOf(part) }
    run.mutate({ params: { path: { projectId } }, body })
  }
  return (
    <DialogForm
      title={titleOf(part)}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
      action="Run"
      isPending={run.isPending}
    >
      <ProblemAlert error={run.error ?? places.error} />
      {part !== undefined && (
        <Text size="sm">
          {part.extent === 'from'
            ? 'Runs this component and everything after it. Links from other components count as fired.'
            : 'Runs this component alone, including what it repeats.'}{' '}
          Variables start with their default values.
        </Text>
      )}
      <Select
        label="Environment"
        description="Nothing is published. Environments that run published versions only are not listed."
        required
        placeholder="Choose an environment"
        allowDeselect={false}
        data={places.names}
        value={environment}
        onChange={setEnvironment}
      />
      {places.isSuccess && places.names.length === 0 && (
        <Text size="sm">
          No environment of this project lets you run what is not published. Publish a version, or allow it in
          the settings of an environment.
        </Text>
      )}
    </DialogForm>
  )
}

function titleOf(part: RunPart | undefined): string {
  if (part === undefined) return 'Run what the canvas shows'
  return part.extent === 'from' ? `Run from ${part.component}` : `Run only ${part.component}`
}

function membersOf(part: RunPart | undefined) {
  if (part === undefined) return {}
  return part.extent === 'from'
    ? { fromComponentName: part.component }
    : { onlyComponentName: part.component }
}
