import { Group, Radio, Select, TextInput } from '@mantine/core'
import { client, invalidate } from '../../../api/client.ts'
import { sentenceOf } from '../../../api/problem.ts'
import { showDone, showFailure } from '../../../ui/confirm.tsx'
import { useSourceChoices } from '../../pipelines/source.ts'
import { publishNeed } from '../../rights/common-needs.ts'
import { useMay } from '../../rights/use-may.ts'

/** Where a commit is published, and under which name. */
export interface Publication {
  readonly environmentName: string
  readonly versionName: string
}

interface PublishChoiceProps {
  readonly projectId: string
  /** Undefined: it is not published. */
  readonly publication: Publication | undefined
  readonly onChange: (publication: Publication | undefined) => void
}

const NOWHERE = ''
/** More are chosen from a list. */
const MAX_BESIDE = 5

/** Publishes the commit at once, in an environment that the user may publish to. None is chosen at first. */
export function PublishChoice({ projectId, publication, onChange }: PublishChoiceProps) {
  const { environments } = useSourceChoices(projectId)
  const may = useMay()
  const names = (environments.data ?? []).flatMap(({ name }) =>
    may(publishNeed(projectId, name)) ? [name] : [],
  )
  if (names.length === 0) return null
  const choose = (environmentName: string) =>
    onChange(
      environmentName === NOWHERE
        ? undefined
        : { environmentName, versionName: publication?.versionName ?? versionNameAt(new Date()) },
    )
  return (
    <>
      {names.length > MAX_BESIDE ? (
        <Select
          label="Publish to"
          placeholder="Nowhere"
          clearable
          searchable
          comboboxProps={{ zIndex: 500 }}
          data={names}
          value={publication?.environmentName ?? null}
          onChange={(name) => choose(name ?? NOWHERE)}
        />
      ) : (
        <Radio.Group label="Publish to" value={publication?.environmentName ?? NOWHERE} onChange={choose}>
          <Group gap="md" mt={6}>
            <Radio value={NOWHERE} label="Nowhere" />
            {names.map((name) => (
              <Radio key={name} value={name} label={name} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {publication !== undefined && (
        <TextInput
          label="Version name"
          required
          value={publication.versionName}
          onChange={({ currentTarget }) => onChange({ ...publication, versionName: currentTarget.value })}
        />
      )}
    </>
  )
}

/** A name that no other version has: the time on the wall, to the second. */
export function versionNameAt(now: Date): string {
  const wall = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
  return wall.toISOString().slice(0, 19).replace('T', ' ')
}

/** Publishes a commit. What is wrong is shown, because the commit itself is made. */
export async function publishCommit(
  projectId: string,
  commitHash: string,
  { environmentName, versionName }: Publication,
): Promise<void> {
  const { data, error } = await client
    .POST('/v1/projects/{projectId}/artifacts/from-git', {
      params: { path: { projectId } },
      body: { environmentName, versionName: versionName.trim(), ref: commitHash },
    })
    .catch((thrown: unknown) => ({ data: undefined, error: thrown }))
  if (data === undefined) {
    const why = sentenceOf(error)
    showFailure(new Error(`The commit is made, but not published to ${environmentName}. ${why}`))
    return
  }
  const errors = data.faults.filter(({ severity }) => severity === 'error').length
  const problems = errors === 0 ? '' : `, with ${errors} ${errors === 1 ? 'error' : 'errors'} in its files`
  showDone(`Published ${data.versionName} to ${environmentName}${problems}`)
  await invalidate('/v1/projects/{projectId}/artifacts')
}
