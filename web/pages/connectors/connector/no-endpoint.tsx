import { Button } from '@mantine/core'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { newEndpoint } from './draft.ts'
import type { Editor } from './use-editor.ts'

/** The empty state of a connector without endpoints. */
export function NoEndpoint({ editor }: { readonly editor: Editor }) {
  return (
    <EmptyState title="No endpoints yet">
      An endpoint describes one request to the API: URL, parameters, authentication, pagination and response.
      <br />
      <Button mt="sm" onClick={() => editor.setEndpoints([newEndpoint('Endpoint 1')])}>
        Add the first endpoint
      </Button>
    </EmptyState>
  )
}
