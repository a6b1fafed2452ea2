import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { Check, Copy, FileText, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { parametersFrom, type WebhookProperties } from '../../../../components/webhook/properties.ts'
import { CodeBlock } from '../component/parameter-value.tsx'
import type { DrawnComponent, PipelineDetails } from '../pipeline/details.ts'
import { withParameters } from './file.ts'

interface ResultProps {
  readonly pipeline: PipelineDetails
  readonly component: DrawnComponent
  readonly properties: WebhookProperties
  readonly isChanged: boolean
  readonly onReset: () => void
}

/** What the properties make of the file. Nothing is saved here, and it says so. */
export function Result({ pipeline, component, properties, isChanged, onReset }: ResultProps) {
  const { text, textTruncated, path } = pipeline
  const changed = useMemo(
    () =>
      textTruncated
        ? undefined
        : withParameters(text, component.name, parametersFrom(properties, component.parameters)),
    [text, textTruncated, component, properties],
  )
  if (changed === undefined)
    return (
      <Text size="sm" c="dimmed">
        The file is too long or is not valid YAML, so the change cannot be shown here.
      </Text>
    )
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {isChanged
          ? `Not saved: Headrace takes pipelines from Git. Put this into ${path}, line ${component.line}, commit and push it.`
          : `As written in ${path}, line ${component.line}. Change a property to see the result.`}
      </Text>
      <CodeBlock text={changed.component} label="The component as YAML" />
      <Group gap="xs">
        <CopyText value={changed.component} label="Copy component" icon={<Copy size={14} aria-hidden />} />
        <CopyText value={changed.file} label="Copy whole file" icon={<FileText size={14} aria-hidden />} />
        {isChanged && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Undo2 size={14} aria-hidden />}
            onClick={onReset}
          >
            Discard changes
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface CopyTextProps {
  readonly value: string
  readonly label: string
  readonly icon: ReactNode
}

const CopyText = ({ value, label, icon }: CopyTextProps) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={copied ? <Check size={14} aria-hidden /> : icon}
        onClick={copy}
      >
        {copied ? 'Copied' : label}
      </Button>
    )}
  </CopyButton>
)
