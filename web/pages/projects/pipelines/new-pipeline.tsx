import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { pathFault, pathOf } from './new-path.ts'

interface NewPipelineProps {
  readonly projectId: string
  /** Where it is made; the default branch without one. */
  readonly branch: string | undefined
}

/** Asks for a name and opens the Designer with an empty pipeline. Nothing is written before the first edit. */
export function NewPipeline({ projectId, branch }: NewPipelineProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <May needs={{ projectId, permission: 'repository:push' }}>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={open} aria-haspopup="dialog">
        New pipeline
      </Button>
      {isOpen && <NewDialog projectId={projectId} branch={branch} onClose={close} />}
    </May>
  )
}

function NewDialog({ projectId, branch, onClose }: NewPipelineProps & { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'orchestration' | 'transformation'>('orchestration')
  const [fault, setFault] = useState<string>()
  const navigate = useNavigate()
  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong = pathFault(name)
    setFault(wrong)
    if (wrong !== undefined) return
    const file = pathOf(name, kind)
    void navigate({ to: paths.designer, params: { projectId }, search: { branch, file } })
  }
  return (
    <DialogForm
      title="New pipeline"
      isOpen
      onClose={onClose}
      onSubmit={submit}
      action="Open in the Designer"
      isPending={false}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="With folders, e.g. Orders/Load"
          required
          value={name}
          error={fault}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Kind"
          transitionDuration={0}
          value={kind}
          onChange={(chosen) => setKind(chosen as typeof kind)}
          data={[
            { value: 'orchestration', label: 'Orchestration' },
            { value: 'transformation', label: 'Transformation' },
          ]}
        />
      </Stack>
    </DialogForm>
  )
}
