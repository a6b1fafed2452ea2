import { Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { pipelineNameOf } from '../../../../../src/pipeline/names.ts'
import { newNameFault, pathOf } from '../../../../../src/pipeline/new-path.ts'
import { invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { deletePipeline, type Named, type Place, renamePipeline } from './rename.ts'
import { UsesOf, useUses } from './uses.tsx'

export interface ChangeDialogProps {
  readonly place: Place
  readonly pipeline: Named
  /** The paths of all pipelines of the branch. */
  readonly taken: readonly string[]
  /** The pipeline is at another path now; undefined: it is gone. */
  readonly onChanged: (path: string | undefined) => void
  readonly onClose: () => void
}

/** Gives a pipeline another name or folder on a branch, with everything there that runs it. */
export function RenameDialog({ place, pipeline, taken, onChanged, onClose }: ChangeDialogProps) {
  const uses = useUses(place, pipeline)
  const [name, setName] = useState(pipeline.name)
  const [fault, setFault] = useState<string>()
  const path = pathOf(name, pipeline.kind)
  const to = pipelineNameOf(path)?.name ?? ''

  async function rename(message: string): Promise<void> {
    if (!uses.areAll)
      throw new Error('More components run it than are listed: rename it in a clone, with `headrace rename`')
    const others = await renamePipeline(place, pipeline, { path, callers: uses.callers, message })
    onChanged(path)
    await invalidate('/v1/projects/{projectId}')
    const runners = others === 1 ? 'the file that runs' : `the ${others} files that run`
    showDone(`Renamed on ${place.branch}${others === 0 ? '' : `, with ${runners} it`}`)
  }

  function isRefused(): boolean {
    const found = newNameFault(name, pipeline, taken)
    setFault(found)
    return found !== undefined
  }

  return (
    <CommitDialog
      title="Rename or move the pipeline"
      branch={place.branch}
      suggested={path === pipeline.path ? `Rename ${pipeline.name}` : `Rename ${pipeline.name} to ${to}`}
      isWaiting={!uses.isKnown}
      isRefused={isRefused}
      onCommit={rename}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="With folders, e.g. Orders/Load"
        required
        value={name}
        error={fault}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <UsesOf
        uses={uses}
        fate={{ one: 'is changed with it', several: 'are changed with it' }}
        advice="Choose the new name there once you have published it."
      />
    </CommitDialog>
  )
}

/** Deletes a pipeline on a branch, after it was said what runs it. */
export function DeleteDialog({ place, pipeline, onChanged, onClose }: ChangeDialogProps) {
  const uses = useUses(place, pipeline)

  async function remove(message: string): Promise<void> {
    await deletePipeline(place, pipeline, message)
    onChanged(undefined)
    await invalidate('/v1/projects/{projectId}')
    showDone(`Deleted ${pipeline.name} on ${place.branch}`)
  }

  return (
    <CommitDialog
      title={`Delete ${pipeline.name}?`}
      branch={place.branch}
      suggested={`Delete ${pipeline.name}`}
      isWaiting={!uses.isKnown}
      isLoss
      onCommit={remove}
      onClose={onClose}
    >
      <UsesOf
        uses={uses}
        fate={{ one: 'will fail without it', several: 'will fail without it' }}
        advice="They fail once a version without it is published."
      />
    </CommitDialog>
  )
}

interface CommitDialogProps {
  readonly title: string
  readonly branch: string
  readonly suggested: string
  readonly isWaiting: boolean
  readonly isLoss?: boolean
  /** Whether something was entered that cannot be; it says so itself. */
  readonly isRefused?: () => boolean
  readonly onCommit: (message: string) => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What is committed at once, with a message. What is refused is shown, and the dialog stays. */
function CommitDialog(props: CommitDialogProps) {
  const {
    title,
    branch,
    suggested,
    isWaiting,
    isLoss = false,
    isRefused,
    onCommit,
    onClose,
    children,
  } = props
  const [typed, setMessage] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const message = (typed ?? suggested).trim()

  function submit(event: FormEvent): void {
    event.preventDefault()
    setError(undefined)
    setFault(message === '' ? 'Enter a message' : undefined)
    if (isRefused?.() === true || message === '') return
    setPending(true)
    onCommit(message)
      .then(onClose)
      .catch(setError)
      .finally(() => setPending(false))
  }

  return (
    <DialogForm
      title={title}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      action={isLoss ? `Delete on ${branch}` : `Commit to ${branch}`}
      isLoss={isLoss}
      isPending={isPending}
      isWaiting={isWaiting}
      size="lg"
    >
      <Stack gap="sm">
        <ProblemAlert error={error} />
        {children}
        <Textarea
          label="Message"
          description="Of the commit"
          required
          autosize
          value={typed ?? suggested}
          error={fault}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </Stack>
    </DialogForm>
  )
}
