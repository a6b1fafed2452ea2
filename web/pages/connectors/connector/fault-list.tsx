import { Alert, Anchor, Button, List } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { isProblem } from '../../../api/problem.ts'
import { confirmLoss } from '../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { type Fault, tabOf, wordOf } from './faults.ts'
import type { Editor } from './use-editor.ts'

interface FaultListProps {
  readonly editor: Editor
  readonly onGo: (place: { endpoint?: number; tab?: string }) => void
  readonly onReload: () => void
}

/** Why the connector was not saved: every fault with a link to its field, or the problem of the API. */
export function FaultList({ editor, onGo, onReload }: FaultListProps) {
  const { faults, error, draft } = editor
  if (faults.length === 0)
    return (
      <>
        <ProblemAlert error={error} />
        {isProblem(error) && error.status === 412 && <Reload onReload={onReload} />}
      </>
    )
  const sentenceOf = (fault: Fault) => {
    const endpoint = fault.endpoint === undefined ? undefined : draft.endpoints[fault.endpoint]
    const where = [endpoint?.name, wordOf(fault)].filter((one) => one !== undefined && one !== '').join(', ')
    return where === '' ? fault.sentence : `${where}: ${fault.sentence}`
  }
  return (
    <Alert color="red" role="alert" icon={<TriangleAlert size={18} aria-hidden />} title="Not saved">
      <List size="sm">
        {faults.map((fault) => (
          <List.Item key={`${fault.endpoint} ${fault.field} ${fault.sentence}`}>
            {fault.endpoint === undefined ? (
              sentenceOf(fault)
            ) : (
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="left"
                onClick={() => onGo(placeOf(fault))}
              >
                {sentenceOf(fault)}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function placeOf(fault: Fault): { endpoint?: number; tab?: string } {
  const tab = tabOf(fault)
  return { endpoint: fault.endpoint! + 1, ...(tab !== undefined && { tab }) }
}

/** Offered when someone else has changed the connector since it was read. */
function Reload({ onReload }: { readonly onReload: () => void }) {
  const ask = () =>
    confirmLoss({
      title: 'Load the stored connector?',
      message: 'Your changes since you opened the connector will be lost.',
      action: 'Load the stored connector',
      onConfirm: onReload,
    })
  return (
    <Button variant="default" onClick={ask} w="fit-content">
      Load the stored connector
    </Button>
  )
}
