import { Autocomplete, Stack, Text, Title } from '@mantine/core'
import type { EndpointProps } from './endpoint-props.ts'
import { messageAt } from './faults.ts'
import { listsOf } from './structure.ts'
import { StructureTree } from './structure-tree.tsx'

/** The structure of the response, and the list in it whose elements become rows. */
export function ResponsePanel({ editor, endpoint, position }: EndpointProps) {
  const { key, structure, repeatingElement } = endpoint
  const repeat = (path: string) => editor.changeEndpoint(key, { repeatingElement: path })
  return (
    <Stack gap="md">
      <Autocomplete
        label="Repeating element"
        description="The list whose elements become rows. Empty: the whole response, or each of its elements."
        placeholder="$.data.items"
        maw={480}
        data={listsOf(structure)}
        value={repeatingElement}
        error={messageAt(editor.faults, position, 'response/repeatingElement')}
        onChange={repeat}
      />
      <Stack gap={6} component="section" aria-label="Structure">
        <Title order={3}>Structure</Title>
        {structure.length === 0 && (
          <Text size="sm" c="dimmed">
            Not known yet. Test the endpoint and use the structure of its response, or add fields yourself.
          </Text>
        )}
        <StructureTree
          structure={structure}
          repeatingElement={repeatingElement}
          onChange={(wanted) => editor.changeEndpoint(key, { structure: wanted })}
          onRepeat={repeat}
        />
        <Text size="sm" c="red" role="alert">
          {messageAt(editor.faults, position, 'response/structure')}
        </Text>
      </Stack>
    </Stack>
  )
}
