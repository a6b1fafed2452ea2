import { Table, Text } from '@mantine/core'
import classes from './sample.module.css'
import type { Sample } from './sample.ts'

type Columns = NonNullable<Sample['columns']>

/** Types of all databases whose values are read from the right. */
const isNumeric = (type: string): boolean =>
  /^(?:u?(?:tiny|small|medium|big|huge)?int|integer|serial|numeric|number|decimal|double|float|real|money)/i.test(
    type,
  )

interface SampleRowsProps {
  readonly columns: Columns
  readonly rows: NonNullable<Sample['rows']>
}

/** The first rows below their columns. */
export const SampleRows = ({ columns, rows }: SampleRowsProps) => (
  <section
    className={classes['scroll']}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    tabIndex={0}
    aria-label="Sampled rows"
  >
    <Table stickyHeader className={classes['rows']!} verticalSpacing={2} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ name, type }) => (
            <Table.Th key={name} scope="col" data-number={isNumeric(type) || undefined}>
              {name} <span className={classes['type']}>{type}</span>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <Table.Tr key={at}>
            {columns.map(({ name, type }, column) => (
              <Value key={name} value={row[column] ?? null} isNumber={isNumeric(type)} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)

const Value = ({ value, isNumber }: { readonly value: string | null; readonly isNumber: boolean }) => (
  <Table.Td data-number={isNumber || undefined} {...(value !== null && { title: value })}>
    {value ?? (
      <Text span inherit c="dimmed" fs="italic">
        null
      </Text>
    )}
  </Table.Td>
)

/** What a component hands on: names and types. */
export const SampleColumns = ({ columns }: { readonly columns: Columns }) => (
  <section
    className={classes['scroll']}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    tabIndex={0}
    aria-label="Sampled columns"
  >
    <Table stickyHeader className={classes['rows']!} verticalSpacing={2} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Column</Table.Th>
          <Table.Th scope="col">Type</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {columns.map(({ name, type }) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td>{type}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)
