import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Published } from '../shapes.ts'

interface PublishedFaultsProps {
  readonly published: Published
  readonly onClose: () => void
}

/**
 * What validation reports of a version that was published nevertheless, and what of the environment it leaves
 * without a pipeline.
 */
export function PublishedFaults({ published: { versionName, faults }, onClose }: PublishedFaultsProps) {
  return (
    <Dialog opened onClose={onClose} title={`Published ${versionName}`} size="lg">
      <Stack>
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="It has problems">
          A component with an error fails when it is run.
        </Alert>
        <List size="sm" spacing={6}>
          {faults.map(({ severity, file, line, component, message, hint }) => (
            <List.Item key={`${file}:${line}:${message}`}>
              <Text size="sm" span fw={600}>
                {severity === 'error' ? 'Error' : 'Warning'}
              </Text>{' '}
              in {file}, line {line}
              {component === undefined ? '' : `, ${component}`}: {message}
              {hint === undefined ? '' : ` ${hint}`}
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
