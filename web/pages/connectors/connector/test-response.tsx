import { Code, ScrollArea, Table, Tabs, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { TestAnswer } from '../wire.ts'
import classes from './editor.module.css'
import { pretty } from './pretty.ts'

const SHOWN_CHARACTERS = 200_000

/** Body and headers of the response. */
export function TestResponse({ answer }: { readonly answer: TestAnswer }) {
  return (
    <Tabs defaultValue="body" keepMounted={false}>
      <Tabs.List mb="xs" aria-label="Parts of the response">
        <Tabs.Tab value="body">Body</Tabs.Tab>
        <Tabs.Tab value="headers">Headers</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="body">
        <Body answer={answer} />
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <ScrollArea viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Response headers' }}>
          <Table aria-label="Response headers">
            <Table.Tbody>
              {answer.headers.map(({ name, value }) => (
                <Table.Tr key={`${name}: ${value}`}>
                  <Table.Th scope="row" className="monospace">
                    {name}
                  </Table.Th>
                  <Table.Td className={`monospace ${classes.address}`}>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      </Tabs.Panel>
    </Tabs>
  )
}

function Body({ answer: { body, bodyTruncated } }: { readonly answer: TestAnswer }) {
  const text = useMemo(() => pretty(body), [body])
  const isCut = bodyTruncated || text.length > SHOWN_CHARACTERS
  if (text === '') return <Text size="sm">The response has no body.</Text>
  return (
    <>
      <Code block className={classes.body!} tabIndex={0} role="region" aria-label="Response body">
        {text.slice(0, SHOWN_CHARACTERS)}
      </Code>
      {isCut && (
        <Text size="sm" c="dimmed" mt={4}>
          The response is too long to show in full.
        </Text>
      )}
    </>
  )
}
