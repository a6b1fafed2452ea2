import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Fault } from '../../../../src/pipeline/model.ts'
import type { ColumnName } from '../editors/names.ts'
import type { ComponentType } from '../model/catalogue.ts'
import type { DrawnComponent } from '../model/drawing.ts'
import { ComponentProperties } from '../properties/component-properties.tsx'
import type { Property } from '../properties/form-schema.ts'
import { useFormNames } from '../properties/use-form-names.ts'
import { pathOfMessage } from '../properties/values.ts'
import type { Commands } from '../state/use-commands.ts'
import type { Editor } from '../state/use-editor.ts'
import { ParametersText } from './parameters-text.tsx'

interface ParametersProps {
  readonly editor: Editor
  readonly commands: Commands
  readonly component: DrawnComponent
  /** Of the rows that reach it, as far as they were sampled. */
  readonly columns: readonly ColumnName[]
  readonly entry: ComponentType | undefined
  readonly faults: readonly Fault[]
  readonly isEditable: boolean
}

/** What is wrong at each parameter, by its path. A variable that is not there is so wherever it is named. */
function faultsByPath(
  { name, source }: DrawnComponent,
  faults: readonly Fault[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { message, variable } of faults) {
    const own = message.startsWith(`"${name}": `) ? message.slice(name.length + 4) : undefined
    if (own !== undefined) found.set(pathOfMessage(own).join('.'), own)
    if (variable === undefined) continue
    for (const [key, value] of Object.entries(source.parameters))
      if (new RegExp(`\\b${variable}\\b`).test(JSON.stringify(value))) found.set(key, message)
  }
  return found
}

/** The parameters of a component as a form or as text; the choice stays while other components are chosen. */
export function Parameters(props: ParametersProps) {
  const { editor, commands, component, columns, entry, faults, isEditable } = props
  const [isText, setText] = useState(false)
  const { names, warehouse } = useFormNames(editor.key.projectId, editor.drawing)
  const { name, source } = component
  return (
    <>
      <Group justify="flex-end">
        <Button size="compact-xs" variant="default" onClick={() => setText(!isText)}>
          {isText ? 'Edit as form' : 'Edit as YAML'}
        </Button>
      </Group>
      {isText ? (
        <ParametersText key={name} editor={editor} component={component} isEditable={isEditable} />
      ) : (
        <ComponentProperties
          key={name}
          parameters={source.parameters}
          schema={entry?.parameters as Property | undefined}
          names={{ ...names, columns }}
          warehouse={warehouse}
          faults={faultsByPath(component, faults)}
          isReadOnly={!isEditable}
          onChange={(path, value) => commands.put(name, ['parameters', ...path], value)}
        />
      )}
    </>
  )
}
