import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { client, invalidate } from '../../api/client.ts'
import { type Owned, OwnerSelect, useOwner } from '../../components/ownership/owner.tsx'
import { paths } from '../../paths.ts'
import { showDone } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { type Connector, connectorsPath, type ExportedConnector, oauthsPath } from './wire.ts'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Imports a file that was exported here or on another installation, and opens the connector. */
export function ImportConnector({ isOpen, onClose }: DialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Import a connector" closeOnClickOutside={false}>
      <ImportForm onClose={onClose} />
    </Dialog>
  )
}

function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const { owner, choose, wanted } = useOwner()
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (file === null) return
    setPending(true)
    setError(undefined)
    try {
      const connector = await importFile(file, wanted)
      showDone(`Imported ${connector.name}. New OAuth entries are pending setup.`)
      await navigate({ to: paths.connector, params: { connectorId: connector.connectorId } })
    } catch (problem) {
      setError(problem)
      setPending(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemAlert error={error} />
        <FileInput
          label="File"
          placeholder="Choose an exported connector"
          description="A JSON file that “Export” saved."
          accept="application/json,.json"
          required
          value={file}
          onChange={setFile}
        />
        <OwnerSelect value={owner} onChange={choose} />
        <Text size="sm" c="dimmed">
          The file contains no secrets: OAuth entries that do not exist here yet are created without theirs,
          pending setup.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={file === null}>
            Import
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Throws the problem of the API, or an error when the file is not JSON. */
async function importFile(file: File, wanted: Owned): Promise<Connector> {
  const body = { ...(await readJson(file)), ...wanted }
  const { data, error } = await client.POST('/v1/custom-connectors/import', { body })
  if (error !== undefined) throw error
  await invalidate(connectorsPath, oauthsPath)
  return data
}

async function readJson(file: File): Promise<ExportedConnector> {
  try {
    return JSON.parse(await file.text()) as ExportedConnector // the API validates it
  } catch {
    throw new Error(`${file.name} is not JSON. Choose a file that “Export” saved.`)
  }
}
