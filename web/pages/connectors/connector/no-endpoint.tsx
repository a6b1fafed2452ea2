import { Button } from '@mantine/core'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { newEndpoint } from './draft.ts'
import type { Editor } from './use-editor.ts'

/** A connector that cannot call anything yet. */
export function NoEndpoint({ editor }: { readonly editor: Editor }) {
  return (
    <EmptyState title="This connector has no endpoint yet">
      An endpoint is one request of the API: its address, its parameters, how it authenticates, how it pages
      and what it answers.
      <br />
      <Button mt="sm" onClick={() => editor.setEndpoints([newEndpoint('Endpoint 1')])}>
        Add the first endpoint
      </Button>
    </EmptyState>
  )
}
