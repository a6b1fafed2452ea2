import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import { basePath } from '../../../../api/base.ts'

const formats = ['json', 'yaml', 'csv'] as const

/** All variables with their overrides as a file. */
export function ExportMenu({ projectId }: { readonly projectId: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Download size={16} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={`${basePath}/v1/projects/${projectId}/variables/export?format=${format}`}
            download
          >
            As {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
