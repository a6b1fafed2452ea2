import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { kindOfName, pathFault, pathOf } from '../../../../src/pipeline/new-path.ts'
import { useSourceChoices } from '../../../components/pipelines/source.ts'
import { startFromTemplate } from '../../../components/pipelines/templates/start-from-template.ts'
import { type Template, templates } from '../../../components/pipelines/templates/templates.ts'
import { usualBranch } from '../../../components/pipelines/usual-source.ts'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'

interface NewPipelineProps {
  readonly projectId: string
  /** Where it is made; the default branch without one. */
  readonly branch: string | undefined
  /** Beside other controls. */
  readonly isSmall?: boolean
}

/** Asks for a name and what to start from, and opens the Designer. */
export function NewPipeline({ projectId, branch, isSmall = false }: NewPipelineProps) {
  const look = isSmall ? ({ size: 'compact-sm', variant: 'default' } as const) : {}
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <May needs={{ projectId, permission: 'repository:push' }}>
      <Button {...look} leftSection={<Plus size={16} aria-hidden />} onClick={open} aria-haspopup="dialog">
        New pipeline
      </Button>
      {isOpen && (
        <NewPipelineDialog projectId={projectId} branch={branch} template={templates[0]} onClose={close} />
      )}
    </May>
  )
}

interface DialogProps extends NewPipelineProps {
  /** The one that is chosen at first. */
  readonly template: Template
  readonly onClose: () => void
}

export function NewPipelineDialog(props: DialogProps) {
  const { projectId, branch: stated, template: first, onClose } = props
  const [name, setName] = useState(first.name)
  const [id, choose] = useState(first.id)
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const { branches } = useSourceChoices(projectId)
  const navigate = useNavigate()
  const template = templates.find((one) => one.id === id) ?? templates[0]

  /** An ending chooses the kind of an empty pipeline. */
  function rename(typed: string): void {
    setName(typed)
    const kind = kindOfName(typed)
    if (kind === undefined || kind === template.kind || template.load !== undefined) return
    choose(templates.find((one) => one.kind === kind && one.load === undefined)?.id ?? id)
  }

  async function readBranches() {
    const { data } = await branches.refetch({ cancelRefetch: false, throwOnError: true })
    return data!
  }

  async function create(): Promise<void> {
    const branch = stated ?? usualBranch(branches.data ?? (await readBranches()))
    const path = pathOf(name, template.kind)
    const wrong = await startFromTemplate({ projectId, branch, path }, template)
    setFault(wrong)
    if (wrong !== undefined) return
    await navigate({ to: paths.designer, params: { projectId }, search: { branch: stated, file: path } })
    onClose()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong = pathFault(name)
    setFault(wrong)
    setError(undefined)
    if (wrong !== undefined) return
    setPending(true)
    create()
      .catch(setError)
      .finally(() => setPending(false))
  }

  return (
    <DialogForm
      title="New pipeline"
      isOpen
      onClose={onClose}
      onSubmit={submit}
      action="Open in the Designer"
      isPending={isPending}
      size="lg"
    >
      <Stack gap="sm">
        <ProblemAlert error={error} />
        <TextInput
          label="Name"
          description="With folders, e.g. Orders/Load; .tran.yaml at its end makes it a transformation"
          required
          value={name}
          error={fault}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <Radio.Group label="Start from" value={id} onChange={choose}>
          <Stack gap={10} mt={6}>
            {templates.map((one) => (
              <Radio key={one.id} value={one.id} label={one.title} description={one.description} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </DialogForm>
  )
}
