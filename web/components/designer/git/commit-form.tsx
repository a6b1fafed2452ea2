import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { client, invalidate } from '../../../api/client.ts'
import { isProblem } from '../../../api/problem.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { PullRequestLink } from '../../pipelines/pull-request-link.tsx'
import { usePullRequestPage } from '../../pipelines/use-pull-request-page.ts'
import { ChangedFile } from './changed-file.tsx'
import { type Choices, Conflicts, type FileConflict } from './conflicts.tsx'
import { type Publication, PublishChoice, publishCommit } from './publish-choice.tsx'
import { settle } from './settle.ts'
import { suggestedMessage } from './suggested-message.ts'
import { useChanges } from './use-changes.ts'

interface CommitFormProps {
  readonly projectId: string
  readonly branch: string
  /** The draft of the branch is committed, or nothing of it is left. */
  readonly onCommitted: () => void
  /** What was chosen in conflicts is the draft now, also where it cannot be committed then. */
  readonly onSettled: () => void
}

const none: Choices = new Map()

/** Everything that the user's draft of a branch changes, its commit, and its publication. */
export function CommitForm({ projectId, branch, onCommitted, onSettled }: CommitFormProps) {
  const { data: changes, error: notRead, refetch } = useChanges(projectId, branch)
  const pullRequest = usePullRequestPage(projectId, branch)
  const [typed, setMessage] = useState<string>()
  const [publication, setPublication] = useState<Publication>()
  const message = typed ?? suggestedMessage(changes ?? [])
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const [conflicts, setConflicts] = useState<readonly FileConflict[]>([])
  const [choices, setChoices] = useState(none)

  async function commit(): Promise<void> {
    setPending(true)
    setError(undefined)
    try {
      if (conflicts.length === 0) await commitDraft()
      else if (await settle({ projectId, branch }, conflicts, choices)) {
        onSettled()
        await commitDraft()
      } else {
        showDone(`Nothing to commit: ${branch} stays as it is`)
        await close()
      }
    } catch (thrown) {
      setError(thrown)
    }
    setPending(false)
  }

  async function commitDraft(): Promise<void> {
    const { data: made, error: refusal } = await client.POST(
      '/v1/projects/{projectId}/drafts/{branchName}/commits',
      { params: { path: { projectId, branchName: branch } }, body: { message: message.trim() } },
    )
    if (made !== undefined) {
      showDone(`Committed to ${branch}`, pullRequest && <PullRequestLink key="link" {...pullRequest} />)
      if (publication !== undefined) await publishCommit(projectId, made.commitHash, publication)
      await close()
    } else if (isProblem(refusal) && refusal.conflicts !== undefined) {
      setConflicts(refusal.conflicts)
      setChoices(none)
    } else setError(refusal)
  }

  async function close(): Promise<void> {
    onCommitted()
    await invalidate('/v1/projects/{projectId}')
  }

  if (notRead !== null) return <ProblemAlert error={notRead} onRetry={() => void refetch()} />
  if (changes === undefined) return <Loader aria-label="Comparing" />
  if (changes.length === 0) return <Text size="sm">Your draft of {branch} has no changes.</Text>
  const isOpen = conflicts.some(({ path }) => !choices.has(path))
  return (
    <Stack gap="sm">
      {conflicts.length > 0 ? (
        <Conflicts conflicts={conflicts} choices={choices} onChoices={setChoices} />
      ) : (
        changes.map((change) => <ChangedFile key={change.path} change={change} />)
      )}
      <Textarea
        label="Message"
        required
        autosize
        minRows={2}
        value={message}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setMessage(event.currentTarget.value)}
        data-autofocus
        autoFocus
      />
      <PublishChoice projectId={projectId} publication={publication} onChange={setPublication} />
      <ProblemAlert error={error} />
      <Group justify="flex-end">
        <Button
          onClick={() => void commit()}
          loading={isPending}
          disabled={message.trim() === '' || publication?.versionName.trim() === '' || isOpen}
        >
          {publication === undefined ? `Commit to ${branch}` : `Commit to ${branch} and publish`}
        </Button>
      </Group>
    </Stack>
  )
}
