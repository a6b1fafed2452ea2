import { Button, Divider, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { client, invalidate } from '../../../api/client.ts'
import { useEvery } from '../../../api/every.ts'
import { isProblem } from '../../../api/problem.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { PullRequestLink } from '../../pipelines/pull-request-link.tsx'
import { useSourceChoices } from '../../pipelines/source.ts'
import { usePullRequestPage } from '../../pipelines/use-pull-request-page.ts'
import { type Choices, Conflicts, type FileConflict } from './conflicts.tsx'
import { moveDraft } from './move-draft.ts'

interface BranchesFormProps {
  readonly projectId: string
  readonly branch: string
  /** Opens the file on another branch. */
  readonly onSwitch: (branch: string) => void
  /** The branch has changed. */
  readonly onMerged: () => void
}

/** Goes to another branch, makes one, and merges one into this one. */
export function BranchesForm(props: BranchesFormProps) {
  const { projectId, branch, onSwitch } = props
  const { branches } = useSourceChoices(projectId)
  const pullRequest = usePullRequestPage(projectId, branch)
  const names = branches.data?.map(({ name }) => name) ?? []
  // A branch that was renamed or deleted elsewhere leaves the draft of it behind.
  const { data: drafts = [] } = useEvery('/v1/projects/{projectId}/drafts', branchOf, {
    path: { projectId },
  })
  const choices = [...new Set([...names, ...drafts.map(branchOf)])]
  return (
    <Stack gap="sm">
      <Select
        label="Open another branch"
        description="Your draft of this branch is kept."
        searchable
        allowDeselect={false}
        data={choices}
        value={choices.includes(branch) ? branch : null}
        onChange={(name) => {
          if (name !== null && name !== branch) onSwitch(name)
        }}
        comboboxProps={{ zIndex: 600 }}
      />
      <ProblemAlert error={branches.error} />
      <NewBranch {...props} names={branches.data && names} />
      {pullRequest !== undefined && names.includes(branch) && <PullRequestLink {...pullRequest} />}
      <Divider />
      <MergeForm {...props} names={names} />
    </Stack>
  )
}

const branchOf = ({ branch }: { readonly branch: string }) => branch

interface NewBranchProps extends BranchesFormProps {
  /** Of the branches; undefined while they are not known. */
  readonly names: readonly string[] | undefined
}

function NewBranch({ projectId, branch, onSwitch, names }: NewBranchProps) {
  const isEmpty = names?.length === 0
  /** There is no such branch any more, but may be a draft of it. */
  const isGone = names?.includes(branch) === false
  const [name, setName] = useState('')
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  async function create(): Promise<void> {
    setPending(true)
    setError(undefined)
    try {
      const { error: refusal } = await client.POST('/v1/projects/{projectId}/repositories/branches', {
        params: { path: { projectId } },
        body: { name: name.trim(), ...(!isGone && { from: branch }) },
      })
      if (refusal !== undefined) throw refusal
      await moveDraft(projectId, branch, name.trim()).finally(() =>
        invalidate('/v1/projects/{projectId}/repositories/branches', '/v1/projects/{projectId}/drafts'),
      )
      onSwitch(name.trim())
    } catch (thrown) {
      setError(thrown)
      // The branch may be gone: the next one begins at what is there.
      await invalidate('/v1/projects/{projectId}/repositories/branches')
    }
    setPending(false)
  }
  const origin = isGone ? `the default branch, as there is no ${branch}` : branch
  return (
    <>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="New branch"
          description={
            isEmpty ? 'Commit a file to this branch first.' : `From ${origin}; your draft moves to it.`
          }
          style={{ flex: 1 }}
          value={name}
          disabled={isEmpty || names === undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={name.trim() === ''}
          loading={isPending}
          onClick={() => void create()}
        >
          Create
        </Button>
      </Group>
      <ProblemAlert error={error} />
    </>
  )
}

interface Meeting {
  readonly sourceCommit: string
  readonly targetCommit: string
  readonly conflicts: readonly FileConflict[]
}

const none: Choices = new Map()

function MergeForm({
  projectId,
  branch,
  onMerged,
  names,
}: BranchesFormProps & { readonly names: readonly string[] }) {
  const [source, setSource] = useState<string | null>(null)
  const [meeting, setMeeting] = useState<Meeting>()
  const [choices, setChoices] = useState(none)
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const { branches } = useSourceChoices(projectId)

  async function merge(): Promise<void> {
    setPending(true)
    setError(undefined)
    const { sourceCommit, targetCommit } = meeting ?? commitsIn(branches.data)
    const { data, error: refusal } = await client
      .POST('/v1/projects/{projectId}/repositories/merges', {
        params: { path: { projectId } },
        body: {
          source: source!,
          target: branch,
          sourceCommit,
          targetCommit,
          ...(meeting !== undefined && { resolutions: resolutionsOf(meeting.conflicts, choices) }),
        },
      })
      .catch((thrown: unknown) => ({ data: undefined, error: thrown }))
    setPending(false)
    if (data !== undefined) {
      await invalidate('/v1/projects/{projectId}')
      showDone(
        data.outcome === 'UP_TO_DATE'
          ? `${branch} already has all of ${source}`
          : `Merged ${source} into ${branch}`,
      )
      onMerged()
      return
    }
    if (isProblem(refusal) && refusal.conflicts !== undefined) {
      setChoices(none)
      setMeeting({ sourceCommit, targetCommit, conflicts: refusal.conflicts })
      return
    }
    setError(refusal)
    // Where somebody else has moved a branch, what is merged next is what is there now. Else the choices
    // still hold.
    const now = commitsIn((await branches.refetch()).data)
    if (now.sourceCommit !== sourceCommit || now.targetCommit !== targetCommit) setMeeting(undefined)
  }

  function commitsIn(known: typeof branches.data) {
    const commitOf = (name: string) => known?.find((one) => one.name === name)?.commitHash ?? ''
    return { sourceCommit: commitOf(source!), targetCommit: commitOf(branch) }
  }

  const isOpen = meeting?.conflicts.some(({ path }) => !choices.has(path)) === true
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="xs">
        <Select
          label={`Merge into ${branch}`}
          style={{ flex: 1 }}
          searchable
          placeholder="Branch"
          data={names.filter((name) => name !== branch)}
          value={source}
          onChange={(name) => {
            setSource(name)
            setMeeting(undefined)
            setChoices(none)
          }}
          comboboxProps={{ zIndex: 600 }}
        />
        <Button
          variant="default"
          disabled={source === null || isOpen}
          loading={isPending}
          onClick={() => void merge()}
        >
          Merge
        </Button>
      </Group>
      {meeting !== undefined && (
        <>
          <Text size="sm">
            “Yours” is {source}, “theirs” is {branch}.
          </Text>
          <Conflicts conflicts={meeting.conflicts} choices={choices} onChoices={setChoices} />
        </>
      )}
      <ProblemAlert error={error} />
    </Stack>
  )
}

function resolutionsOf(conflicts: readonly FileConflict[], choices: Choices) {
  return conflicts.map(({ path }) => {
    const choice = choices.get(path) ?? 'yours'
    if (typeof choice === 'object') return { path, content: choice.text }
    return { path, keep: choice === 'yours' ? ('SOURCE' as const) : ('TARGET' as const) }
  })
}
