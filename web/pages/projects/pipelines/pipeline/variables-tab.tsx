import { Table, Text } from '@mantine/core'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Rows } from '../component/parameter-value.tsx'
import type { DeclaredVariable } from './details.ts'

/** The variables that a pipeline declares, with their defaults. */
export function VariablesTab({ variables }: { readonly variables: readonly DeclaredVariable[] }) {
  if (variables.length === 0)
    return (
      <EmptyState title="This pipeline declares no variables">
        A pipeline declares variables under pipeline.variables in its file. Project variables are on the
        Variables page.
      </EmptyState>
    )
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={scrollArea}>
      <Table aria-label="Variables" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {['Name', 'Type', 'Scope', 'Visibility', 'Default'].map((header) => (
              <Table.Th key={header} scope="col">
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variables.map((variable) => (
            <Table.Tr key={variable.name}>
              <Table.Td>
                <span className="monospace">{variable.name}</span>
                {variable.description !== '' && (
                  <Text size="xs" c="dimmed">
                    {variable.description}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{variable.type}</Table.Td>
              <Table.Td>{variable.scope}</Table.Td>
              <Table.Td>{variable.visibility}</Table.Td>
              <Table.Td maw={360}>
                <DefaultValue variable={variable} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const scrollArea = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Variables' } }

function DefaultValue({
  variable: { name, columns, defaultValue },
}: {
  readonly variable: DeclaredVariable
}) {
  if (typeof defaultValue === 'object')
    return <Rows label={`Default of ${name}`} headers={columns} rows={defaultValue} />
  if (defaultValue === '')
    return (
      <Text size="sm" c="dimmed">
        empty
      </Text>
    )
  return (
    <span className="monospace" style={{ overflowWrap: 'anywhere' }}>
      {defaultValue}
    </span>
  )
}
