import { Group, SegmentedControl, Select } from '@mantine/core'
import { api } from '../../../../api/client.ts'
import { useVersions } from '../../../../components/choices.ts'
import { exactTime } from '../../../../ui/time.tsx'
import type { ChangePipelineAddress, PipelineAddress } from '../address.ts'
import { withChosen } from './source.ts'
import type { Sources } from './use-sources.ts'

interface ChoiceProps {
  readonly projectId: string
  readonly address: PipelineAddress
  readonly change: ChangePipelineAddress
  readonly sources: Sources
}

const SHOWN = 100

/**
 * Git or published, and which branch and commit or which environment and version. All of it is in the
 * address.
 */
export function SourceChoice(props: ChoiceProps) {
  const { change, sources } = props
  const { source, branches, environments } = sources
  if (source === undefined) return null
  const isGit = 'ref' in source
  const none = { branch: undefined, commit: undefined, environment: undefined, version: undefined }

  function turnTo(kind: string): void {
    const branch = (branches.find(({ isDefault }) => isDefault) ?? branches[0])?.name
    if (kind === 'git') change({ ...none, branch, component: undefined })
    else change({ ...none, environment: environments[0]?.name, component: undefined })
  }

  return (
    <Group gap="xs">
      <SegmentedControl
        transitionDuration={0}
        aria-label="Source"
        size="sm"
        value={isGit ? 'git' : 'published'}
        onChange={turnTo}
        data={[
          { value: 'git', label: 'Git', disabled: branches.length === 0 },
          { value: 'published', label: 'Published', disabled: environments.length === 0 },
        ]}
      />
      {isGit ? <GitChoice {...props} /> : <PublishedChoice {...props} name={source.environmentName} />}
    </Group>
  )
}

function GitChoice({ projectId, address, change, sources: { branches, source } }: ChoiceProps) {
  const ref = source !== undefined && 'ref' in source ? source.ref : ''
  const branch = address.branch ?? (address.commit === undefined ? ref : undefined)
  const { data: commits } = api.useQuery('get', '/v1/projects/{projectId}/repositories/commits', {
    params: { path: { projectId }, query: { page: 0, size: SHOWN, ref: branch ?? ref } },
  })
  const choices = (commits?.results ?? []).map(({ commitHash, subject, authoredAt }) => ({
    value: commitHash,
    label: `${commitHash.slice(0, 8)} ${subject} (${exactTime(authoredAt)})`,
  }))
  const { commit } = address
  if (commit !== undefined && choices.every(({ value }) => value !== commit))
    choices.unshift({ value: commit, label: commit.slice(0, 12) })
  return (
    <>
      <Select
        aria-label="Branch"
        w={170}
        searchable
        allowDeselect={false}
        placeholder="Branch"
        data={withChosen(
          branches.map(({ name }) => name),
          branch,
        )}
        value={branch ?? null}
        onChange={(name) => change({ branch: name ?? undefined, commit: undefined, component: undefined })}
      />
      <Select
        aria-label="Commit"
        w={190}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Use the latest commit' }}
        placeholder="Latest commit"
        comboboxProps={{ width: 380, position: 'bottom-end' }}
        data={choices}
        value={commit ?? null}
        onChange={(hash) => change({ branch, commit: hash ?? undefined, component: undefined })}
      />
    </>
  )
}

function PublishedChoice(props: ChoiceProps & { readonly name: string }) {
  const { projectId, address, change, sources, name } = props
  const { data: artifacts = [] } = useVersions(projectId, name)
  const versions = artifacts.map(({ versionName }) => versionName)
  return (
    <>
      <Select
        aria-label="Environment"
        w={170}
        searchable
        allowDeselect={false}
        data={withChosen(
          sources.environments.map((environment) => environment.name),
          name,
        )}
        value={name}
        onChange={(environment) =>
          change({ environment: environment ?? undefined, version: undefined, component: undefined })
        }
      />
      <Select
        aria-label="Version"
        w={170}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Use the latest version' }}
        placeholder={versions[0] === undefined ? 'No versions published' : `Latest (${versions[0]})`}
        data={withChosen(versions, address.version)}
        value={address.version ?? null}
        onChange={(version) =>
          change({ environment: name, version: version ?? undefined, component: undefined })
        }
      />
    </>
  )
}
