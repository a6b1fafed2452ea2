import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import type { TriggerForm } from './values.ts'

/** Variables that get their value from what happened. */
export function PathFields({ form }: { readonly form: TriggerForm }) {
  return (
    <Stack gap="xs" align="stretch">
      {form.values.paths.length === 0 && (
        <Text size="sm" c="dimmed">
          Set variables from what happened: from the body of an event, or from the details that the history
          shows.
        </Text>
      )}
      {form.values.paths.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput label="Variable to set" flex={1} {...form.getInputProps(`paths.${at}.name`)} />
          <TextInput
            label="JSON path"
            placeholder="$.order.id"
            flex={1}
            {...form.getInputProps(`paths.${at}.path`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove path ${row.name || at + 1}`}
            onClick={() => form.removeListItem('paths', at)}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => form.insertListItem('paths', { name: '', path: '' })}
        >
          Add path
        </Button>
      </Group>
    </Stack>
  )
}
