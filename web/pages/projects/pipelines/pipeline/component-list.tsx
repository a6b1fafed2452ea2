import { Badge, Button, Group, Table, Text } from '@mantine/core'
import { lookOfType } from '../../../../components/pipeline-graph/component-types.ts'
import type { FaultCount } from '../../../../components/pipeline-graph/model.ts'
import type { DrawnComponent } from './details.ts'

interface ComponentListProps {
  readonly components: readonly DrawnComponent[]
  readonly faults: ReadonlyMap<string, FaultCount>
  readonly selected: string | undefined
  readonly onSelect: (name: string) => void
}

/**
 * The graph as a table: every component, its type and where its links lead. For those who do not see
 * drawings.
 */
export function ComponentList({ components, faults, selected, onSelect }: ComponentListProps) {
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={scrollArea}>
      <Table aria-label="Components" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Component</Table.Th>
            <Table.Th scope="col">Type</Table.Th>
            <Table.Th scope="col">Links</Table.Th>
            <Table.Th scope="col">Faults</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {components.map((component) => (
            <Row
              key={component.name}
              component={component}
              count={faults.get(component.name)}
              isChosen={component.name === selected}
              onSelect={onSelect}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const scrollArea = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Components' } }

interface RowProps {
  readonly component: DrawnComponent
  readonly count: FaultCount | undefined
  readonly isChosen: boolean
  readonly onSelect: (name: string) => void
}

function Row({ component, count, isChosen, onSelect }: RowProps) {
  const { icon: Icon, title } = lookOfType(component.type)
  return (
    <Table.Tr {...(isChosen && { bg: 'var(--mantine-color-water-light)' })}>
      <Table.Td>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-pressed={isChosen}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => onSelect(component.name)}
        >
          {component.name}
        </Button>
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm">{title}</Text>
          {component.skipped && (
            <Badge size="sm" variant="default" tt="none">
              skipped
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{linksInWords(component)}</Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{faultsInWords(count)}</Text>
      </Table.Td>
    </Table.Tr>
  )
}

/** Where the links of a component lead, in words: `success: Load, Count; failure: Tell`. */
function linksInWords({ transitions, sources, iterationTarget }: DrawnComponent): string {
  const all = Object.entries(transitions)
    .filter(([, names]) => names.length > 0)
    .map(([condition, names]) => `${condition}: ${names.join(', ')}`)
  if (iterationTarget !== undefined) all.unshift(`repeats: ${iterationTarget}`)
  if (sources.length > 0) all.push(`rows from ${sources.join(', ')}`)
  return all.join('; ') || '–'
}

function faultsInWords(count: FaultCount | undefined): string {
  const { errors = 0, warnings = 0 } = count ?? {}
  const parts = [errors > 0 && `${errors} errors`, warnings > 0 && `${warnings} warnings`]
  return parts.filter((part) => part !== false).join(', ') || '–'
}
