import { Table } from '@mantine/core'
import { CopyIcon } from '../../../../ui/copy-icon.tsx'
import classes from './component.module.css'
import { inWords, type Shown, shown } from './parameters.ts'

interface ValueProps {
  readonly name: string
  readonly value: unknown
  readonly depth?: number
}

/** A parameter with its name and its value: code in monospace, rows as a table. */
export function Parameter({ name, value, depth = 0 }: ValueProps) {
  const what = shown(name, value, depth)
  return (
    <div>
      <dt className={classes['term']}>
        {inWords(name)}
        {what.kind === 'code' && <CopyIcon value={what.text} label={`Copy ${inWords(name)}`} />}
      </dt>
      <dd className={classes['value']}>
        <Value what={what} label={inWords(name)} depth={depth} />
      </dd>
    </div>
  )
}

function Value({ what, label, depth }: { what: Shown; label: string; depth: number }) {
  if (what.kind === 'empty') return <span className={classes['text']}>–</span>
  if (what.kind === 'text') return <span className={classes['text']}>{what.text}</span>
  if (what.kind === 'code') return <CodeBlock text={what.text} label={label} />
  if (what.kind === 'rows') return <Rows {...what} label={label} />
  if (what.kind === 'list')
    return (
      <ul className={classes['list']}>
        {what.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )
  return (
    <dl className={classes['group']}>
      {what.entries.map(([name, value]) => (
        <Parameter key={name} name={name} value={value} depth={depth + 1} />
      ))}
    </dl>
  )
}

/** Verbatim text in monospace. Long or wide text scrolls, by keyboard too. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys
    <section className={classes['code']} tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  )
}

interface RowsProps {
  readonly label: string
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Rows of cells as a table. */
export function Rows({ label, headers, rows }: RowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys
    <section className={classes['rows']} tabIndex={0} aria-label={label}>
      <Table withTableBorder withColumnBorders verticalSpacing={3} horizontalSpacing={8} fz="xs">
        {headers.length > 0 && (
          <Table.Thead>
            <Table.Tr>
              {headers.map((header) => (
                <Table.Th key={header} scope="col">
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no names and never change places
            <Table.Tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor have cells
                <Table.Td key={column} className={classes['cell']}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
