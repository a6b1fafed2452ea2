import { Button, Card, Group, Loader, MultiSelect, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api, client, invalidate } from '../../../api/client.ts'
import { type Edited, ifUnchanged, useEdited } from '../../../api/edited.ts'
import { nameOf, useEnvironments } from '../../../components/choices.ts'
import { useProjectNames } from '../../../components/projects.ts'
import { May } from '../../../components/rights/may.tsx'
import { showDone, showFailure } from '../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import type { AllowList, Runner } from '../shapes.ts'

const listPath = '/v1/agents/{agentId}/allowlist'

/** What a runner serves: everything, or the projects and environments on this list. */
export function AllowListCard({ runner }: { readonly runner: Runner }) {
  const params = { path: { agentId: runner.agentId } }
  const restrict = api.useMutation('patch', '/v1/agents/{agentId}', {
    onSuccess: () => invalidate('/v1/agents'),
    onError: showFailure,
  })
  return (
    <Card withBorder component="section" aria-label="Allow list">
      <Stack gap="xs">
        <Title order={2}>Allow list</Title>
        <Switch
          label="Restrict to this list"
          checked={runner.restrictedAccess}
          disabled={restrict.isPending}
          onChange={({ currentTarget }) =>
            restrict.mutate({ params, body: { restrictedAccess: currentTarget.checked } })
          }
        />
        <May
          needs="administrator"
          otherwise={
            <Text size="sm" c="dimmed">
              Only administrators of this installation see the list. Ask one whether your project is on it.
            </Text>
          }
        >
          <SavedList agentId={runner.agentId} />
        </May>
      </Stack>
    </Card>
  )
}

function SavedList({ agentId }: { readonly agentId: string }) {
  const { data, error, isLoading, refetch } = useEdited(['allow list', agentId], () =>
    client.GET(listPath, { params: { path: { agentId } } }),
  )
  return (
    <>
      <ProblemAlert error={error} />
      {isLoading && <Loader size="sm" aria-label="Loading the allow list" />}
      {data !== undefined && <Allowed key={data.etag} agentId={agentId} saved={data} onSaved={refetch} />}
    </>
  )
}

interface AllowedProps {
  readonly agentId: string
  readonly saved: Edited<AllowList>
  readonly onSaved: () => Promise<unknown>
}

function Allowed({ agentId, saved, onSaved }: AllowedProps) {
  const [projects, setProjects] = useState(saved.value.projects)
  const names = useProjectNames()
  const save = api.useMutation('put', listPath, {
    onSuccess: async () => {
      await Promise.all([onSaved(), invalidate('/v1/agents')])
      showDone('Saved the allow list')
    },
  })
  const isChanged = JSON.stringify(projects) !== JSON.stringify(saved.value.projects)
  const others = [...names].filter(([id]) => projects[id] === undefined)
  const without = (id: string) => Object.fromEntries(Object.entries(projects).filter(([one]) => one !== id))
  return (
    <>
      <UnsavedGuard isDirty={() => isChanged} what="The allow list" />
      <ProblemAlert error={save.error} />
      {Object.keys(projects).length === 0 && (
        <Text size="sm" c="dimmed">
          The list is empty.
        </Text>
      )}
      {Object.entries(projects).map(([id, { environments = [] }]) => (
        <AllowedProject
          key={id}
          projectId={id}
          name={names.get(id) ?? id}
          environments={environments}
          onChange={(chosen) =>
            setProjects({ ...projects, [id]: chosen.length === 0 ? {} : { environments: chosen } })
          }
          onRemove={() => setProjects(without(id))}
        />
      ))}
      <May needs={'administrator'}>
        <Group align="end" gap="xs">
          <Select
            label="Add a project"
            searchable
            value={null}
            data={others.map(([value, label]) => ({ value, label }))}
            onChange={(id) => id !== null && setProjects({ ...projects, [id]: {} })}
          />
          <Button
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                params: { path: { agentId } },
                headers: ifUnchanged(saved),
                body: { projects },
              })
            }
          >
            Save allow list
          </Button>
        </Group>
      </May>
    </>
  )
}

interface AllowedProjectProps {
  readonly projectId: string
  readonly name: string
  readonly environments: readonly string[]
  readonly onChange: (environments: string[]) => void
  readonly onRemove: () => void
}

function AllowedProject({ projectId, name, environments, onChange, onRemove }: AllowedProjectProps) {
  const { data = [] } = useEnvironments(projectId)
  const known = data.map(nameOf)
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <MultiSelect
        flex={1}
        label={name}
        placeholder={environments.length === 0 ? 'All environments' : ''}
        data={[...new Set([...known, ...environments])]}
        value={[...environments]}
        onChange={onChange}
        clearable
      />
      <May needs={'administrator'}>
        <Button variant="default" onClick={onRemove} aria-label={`Remove ${name}`}>
          <X size={16} aria-hidden />
        </Button>
      </May>
    </Group>
  )
}
