import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, client, invalidate } from '../../api/client.ts'
import { tagged } from '../../api/edited.ts'
import { useEvery } from '../../api/every.ts'
import { confirmLoss, showDone, showFailure } from '../../ui/confirm.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { EditRule, RuleDialog } from './rule-dialog.tsx'
import { putRule, readRule } from './rules.ts'
import {
  channelsPath,
  eventLabels,
  MAX_ROWS,
  type Owner,
  ownedQuery,
  type Rule,
  rulePath,
  rulesPath,
} from './wire.ts'

/** Which events of which executions are reported to which channels. */
export function RulesTab({ projectId }: Owner) {
  const [edited, edit] = useState<Rule | 'new'>()
  const [page, setPage] = useState(0)
  const query = { ...ownedQuery({ projectId }), size: MAX_ROWS }
  const list = api.useQuery(
    'get',
    rulesPath,
    { params: { query: { ...query, page } } },
    { placeholderData: keepPreviousData },
  )
  const channels = useEvery(channelsPath, ({ id }) => id, { query: ownedQuery({ projectId }) })
  const choices = channels.data ?? []
  const dialog = { projectId, channels: choices, onClose: () => edit(undefined) }
  const names = new Map(choices.map(({ id, name }) => [id, name]))
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={640}>
          A rule notifies its channels once when a problem begins and once when it ends.
        </Text>
        <Button
          leftSection={<Plus size={16} aria-hidden />}
          disabled={choices.length === 0}
          onClick={() => edit('new')}
        >
          New rule
        </Button>
      </Group>
      <ProblemAlert error={channels.error} />
      <DataTable
        label="Rules"
        columns={columnsOf(names, edit)}
        rows={list.data}
        onPage={setPage}
        rowKey={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState title="No rules yet">
            {channels.data?.length === 0
              ? 'Create a channel first: a rule says what to report, and a channel says where.'
              : 'Create one with New rule to be notified of pipelines that fail or take too long.'}
          </EmptyState>
        }
      />
      {edited === 'new' && <RuleDialog {...dialog} />}
      {edited !== undefined && edited !== 'new' && <EditRule {...dialog} rule={edited} />}
    </Stack>
  )
}

const columnsOf = (
  names: ReadonlyMap<string, string>,
  edit: (rule: Rule) => void,
): readonly Column<Rule>[] => [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Reports', cell: ({ events }) => events.map((event) => eventLabels[event]).join(', ') },
  { header: 'Watches', cell: (rule) => scopeOf(rule) },
  {
    header: 'Channels',
    cell: ({ channelIds }) => channelIds.map((id) => names.get(id) ?? id).join(', '),
  },
  {
    header: 'Enabled',
    cell: (rule) => (
      <Switch
        aria-label={`Enable ${rule.name}`}
        checked={rule.enabled}
        onChange={() => void setEnabled(rule, !rule.enabled).catch(showFailure)}
      />
    ),
  },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (rule) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <IconButton label={`Settings of ${rule.name}`} icon={Pencil} onClick={() => edit(rule)} />
        <IconButton label={`Delete ${rule.name}`} icon={Trash2} onClick={() => askToDelete(rule)} />
      </Group>
    ),
  },
]

function scopeOf({ pipelineName, environmentName, executionTag }: Rule): string {
  const what = pipelineName ?? 'Every pipeline'
  const where = environmentName === undefined ? '' : ` in ${environmentName}`
  return `${what}${where}${executionTag === undefined ? '' : `, tag ${executionTag}`}`
}

/** A rule is changed as a whole: the list may show what others have changed since. */
async function setEnabled({ id, name }: Rule, enabled: boolean): Promise<void> {
  const stored = await tagged(readRule(id))
  const { id: _id, updatedAt: _at, updatedBy: _by, ...settings } = stored.value
  const { error } = await putRule(stored, { ...settings, enabled })
  if (error !== undefined) throw error
  await invalidate(rulesPath)
  showDone(`${enabled ? 'Enabled' : 'Disabled'} ${name}`)
}

function askToDelete({ id, name }: Rule): void {
  confirmLoss({
    title: `Delete the rule ${name}?`,
    message: 'Its incidents are deleted too, and pending messages are not sent.',
    action: 'Delete the rule',
    onConfirm: async () => {
      const { error } = await client.DELETE(rulePath, { params: { path: { alertRuleId: id } } })
      if (error !== undefined) throw error
      await invalidate(rulesPath)
      showDone(`Deleted the rule ${name}`)
    },
  })
}
