import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Fault } from '../../../../src/pipeline/model.ts'
import { SHARED_CALL_TYPE } from '../../../../src/pipeline/shared/reference.ts'
import { TablesFrom } from '../database/tables-from.tsx'
import type { KnownDatabase } from '../database/use-database-names.ts'
import type { ColumnName, Names } from '../editors/names.ts'
import type { ComponentType } from '../model/catalogue.ts'
import type { DrawnComponent } from '../model/drawing.ts'
import { ComponentProperties } from '../properties/component-properties.tsx'
import type { Property, Values } from '../properties/form-schema.ts'
import { kindOfHeading, type PlacedFault } from '../properties/property-context.ts'
import { SharedParameters } from '../properties/shared-parameters.tsx'
import { useFormNames } from '../properties/use-form-names.ts'
import { WebhookParameters } from '../properties/webhook-parameters.tsx'
import type { Commands } from '../state/use-commands.ts'
import type { Editor } from '../state/use-editor.ts'
import { ParametersText } from './parameters-text.tsx'

interface ParametersProps {
  readonly editor: Editor
  readonly commands: Commands
  readonly component: DrawnComponent
  /** Of the rows that reach it, as far as they were sampled. */
  readonly columns: readonly ColumnName[]
  readonly database: KnownDatabase
  readonly entry: ComponentType | undefined
  readonly faults: readonly Fault[]
  readonly isEditable: boolean
}

/** The faults that are about parameters of this component, without its name in front. */
const placedFaults = (name: string, faults: readonly Fault[]): readonly PlacedFault[] =>
  faults.flatMap(({ component, message, paths = [] }) => {
    if (component !== name) return []
    const own = message.startsWith(`"${name}": `) ? message.slice(name.length + 4) : message
    return paths.map((path) => ({ path, message: own }))
  })

/** The parameters of a component as a form or as text; the choice stays while other components are chosen. */
export function Parameters(props: ParametersProps) {
  const { editor, commands, component, columns, database, entry, faults, isEditable } = props
  const [isText, setText] = useState(false)
  const { names, warehouse } = useFormNames(editor.key.projectId, editor.drawing)
  const { name, source } = component
  const identity = editor.identities.of(name)
  const Form = formOf(component.type)
  return (
    <>
      <Group justify="flex-end">
        <Button size="compact-xs" variant="default" onClick={() => setText(!isText)}>
          {isText ? 'Edit as form' : 'Edit as YAML'}
        </Button>
      </Group>
      {isEditable && !isText && namesTables(entry) && (
        <TablesFrom projectId={editor.key.projectId} database={database} />
      )}
      {isText ? (
        <ParametersText key={identity} editor={editor} component={component} isEditable={isEditable} />
      ) : (
        <Form
          key={identity}
          projectId={editor.key.projectId}
          parameters={source.parameters}
          schema={entry?.parameters as Property | undefined}
          names={{ ...names, columns, ...databaseNamesOf(database, source.parameters) }}
          warehouse={warehouse}
          faults={placedFaults(name, faults)}
          isReadOnly={!isEditable}
          onChange={(path, value) => commands.put(name, ['parameters', ...path.map(String)], value)}
        />
      )}
    </>
  )
}

/** What has a form of its own; the others are drawn from the catalogue. */
function formOf(type: string) {
  if (type === 'webhook-post') return WebhookParameters
  return type === SHARED_CALL_TYPE ? SharedParameters : ComponentProperties
}

/** Whether a component has SQL, or the name of a table, at any depth. */
function namesTables(entry: ComponentType | undefined): boolean {
  const inProperty = ({ title = '', properties = {}, 'x-editor': editor }: Property): boolean =>
    editor === 'sql' || kindOfHeading(title) === 'table' || Object.values(properties).some(inProperty)
  return entry !== undefined && inProperty(entry.parameters as Property)
}

/** Where the component states a schema, only its tables can be meant. */
function databaseNamesOf(
  { names, tables, schemas, lookUp }: KnownDatabase,
  { schema }: Values,
): Pick<Names, 'database' | 'databaseTables' | 'databaseSchemas' | 'lookUp'> {
  const stated =
    typeof schema === 'string' && /^[^[]/.test(schema) && !schema.includes('${') ? schema : undefined
  const inSchema =
    stated === undefined
      ? tables
      : tables?.filter((table) => table.schema.toLowerCase() === stated.toLowerCase())
  return { database: names, databaseTables: inSchema, databaseSchemas: schemas, lookUp }
}
