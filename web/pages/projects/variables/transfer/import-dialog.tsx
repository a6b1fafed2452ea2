import { Button, FileInput, Group, Radio, Stack } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { showDone } from '../../../../ui/confirm.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import type { ImportOutcome } from '../shapes.ts'
import { ImportDiff } from './import-diff.tsx'
import { type Mode, useImport } from './use-import.ts'

interface ImportDialogProps {
  readonly projectId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A file of variables: first the difference, and only then the import of exactly that. */
export function ImportDialog({ projectId, isOpen, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<Mode>('MERGE')
  const { compared, error, isPending, compare, take, reset } = useImport(projectId)
  function close(): void {
    setFile(null)
    setMode('MERGE')
    reset()
    onClose()
  }
  async function begin(): Promise<void> {
    const done = await take()
    if (done === undefined) return
    showDone(`Imported ${countOf(done.changes.length)}`)
    close()
  }
  return (
    <Dialog opened={isOpen} onClose={close} title="Import variables" closeOnClickOutside={false} size="xl">
      <Stack>
        <Source
          file={file}
          mode={mode}
          onFile={(chosen) => {
            setFile(chosen)
            reset()
          }}
          onMode={(chosen) => {
            setMode(chosen)
            reset()
          }}
        />
        <ProblemAlert error={error} />
        {compared !== undefined && <ImportDiff outcome={compared} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          {compared === undefined ? (
            <Button
              disabled={file === null}
              loading={isPending}
              onClick={() => file !== null && void compare({ file, mode })}
            >
              Compare
            </Button>
          ) : (
            <Take changes={compared.changes} isPending={isPending} onTake={() => void begin()} />
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

interface TakeProps {
  readonly changes: ImportOutcome['changes']
  readonly isPending: boolean
  readonly onTake: () => void
}

/** Red when something is deleted. The difference above it serves as the confirmation. */
const Take = ({ changes, isPending, onTake }: TakeProps) => (
  <Button
    color={changes.some(({ action }) => action === 'DELETED') ? 'red' : 'water'}
    disabled={changes.length === 0}
    loading={isPending}
    onClick={onTake}
  >
    {changes.length === 0 ? 'Nothing to import' : `Apply ${countOf(changes.length)}`}
  </Button>
)

interface SourceProps {
  readonly file: File | null
  readonly mode: Mode
  readonly onFile: (file: File | null) => void
  readonly onMode: (mode: Mode) => void
}

function Source({ file, mode, onFile, onMode }: SourceProps) {
  return (
    <>
      <FileInput
        label="File"
        description="JSON, YAML or CSV, as exported"
        placeholder="Choose a file"
        accept=".json,.yaml,.yml,.csv"
        leftSection={<FileUp size={16} aria-hidden />}
        value={file}
        onChange={onFile}
      />
      <Radio.Group
        label="Variables missing from the file"
        value={mode}
        onChange={(chosen) => onMode(chosen as Mode)}
      >
        <Stack gap={6} mt={4}>
          <Radio value="MERGE" label="Keep them" />
          <Radio value="REPLACE" label="Delete them: the project then matches the file exactly" />
        </Stack>
      </Radio.Group>
    </>
  )
}

const countOf = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`
