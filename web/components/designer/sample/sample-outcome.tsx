import { Alert, Button, Tabs, Text } from '@mantine/core'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { CodeEditor } from '../editors/code-editor.tsx'
import classes from './sample.module.css'
import type { Sample, Taken } from './sample.ts'
import { SampleColumns, SampleRows } from './sample-rows.tsx'

interface OutcomeProps {
  readonly taken: Taken
  /** Whether the file says something else by now. */
  readonly isOld: boolean
  readonly warehouse: string | undefined
  readonly onShow: (component: string) => void
}

/** What a sample answered: rows, columns and SQL, or why there are none. */
export function SampleOutcome({ taken, isOld, warehouse, onShow }: OutcomeProps) {
  if ('error' in taken) return <ProblemAlert error={taken.error} />
  const { sample } = taken
  return (
    <div className={classes['body']}>
      <Text size="xs" c="dimmed" role="status">
        {[...factsOf(sample), taken.environment, isOld && 'edited since'].filter(Boolean).join(' · ')}
      </Text>
      {!sample.ok && <Refusal sample={sample} wanted={taken.component} onShow={onShow} />}
      <Found sample={sample} warehouse={warehouse} />
    </div>
  )
}

function factsOf({
  ok,
  rows,
  columns = [],
  more,
  shortened,
  latencyMs,
}: Sample): readonly (string | false)[] {
  if (!ok) return ['No rows', `${latencyMs} ms`]
  const count = rows?.length ?? 0
  return [
    `${more ? 'First ' : ''}${count} ${count === 1 ? 'row' : 'rows'}`,
    `${columns.length} ${columns.length === 1 ? 'column' : 'columns'}`,
    shortened === true && 'long cells are truncated',
    `${latencyMs} ms`,
  ]
}

interface RefusalProps {
  readonly sample: Sample
  readonly wanted: string
  readonly onShow: (component: string) => void
}

/** The database's own words, at the component that they are about. */
function Refusal({ sample: { message = '', componentName }, wanted, onShow }: RefusalProps) {
  const isOther = componentName !== undefined && componentName !== wanted
  return (
    <Alert
      color="red"
      role="alert"
      p="xs"
      title={isOther ? `${componentName}, upstream of this one, cannot be read` : 'There is no sample'}
    >
      <pre className={classes['message']}>{message}</pre>
      {isOther && (
        <Button size="compact-xs" variant="default" mt={4} onClick={() => onShow(componentName)}>
          Show {componentName}
        </Button>
      )}
    </Alert>
  )
}

function Found({ sample, warehouse }: { readonly sample: Sample; readonly warehouse: string | undefined }) {
  const { columns, rows, sql } = sample
  if (columns === undefined && sql === undefined) return null
  return (
    <Tabs defaultValue={rows === undefined ? 'sql' : 'rows'} keepMounted={false} className={classes['tabs']!}>
      <Tabs.List>
        {rows !== undefined && <Tabs.Tab value="rows">Rows</Tabs.Tab>}
        {columns !== undefined && <Tabs.Tab value="columns">Columns</Tabs.Tab>}
        {sql !== undefined && <Tabs.Tab value="sql">SQL</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="rows" className={classes['tab']!}>
        <SampleRows columns={columns ?? []} rows={rows ?? []} />
        {rows?.length === 0 && (
          <Text size="sm" c="dimmed" p="xs">
            No rows reach this component.
          </Text>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="columns" className={classes['tab']!}>
        <SampleColumns columns={columns ?? []} />
      </Tabs.Panel>
      <Tabs.Panel value="sql" className={classes['tab']!}>
        <CodeEditor
          language="sql"
          warehouse={warehouse}
          value={sql ?? ''}
          label="Compiled SQL"
          height="fill"
        />
      </Tabs.Panel>
    </Tabs>
  )
}
