import { parsedDocument } from '../../../../src/pipeline/editing/parsed-document.ts'
import {
  type NamesVariable,
  renameUses,
  usesOf,
  type VariableUse,
} from '../../../../src/pipeline/editing/variable-uses.ts'
import {
  addVariable,
  changeVariable,
  removeVariable,
  renameDeclaration,
  type VariableState,
} from '../../../../src/pipeline/editing/variables.ts'
import type { VariableDeclaration } from '../../../../src/pipeline/model.ts'
import { isVariableName } from '../../../../src/pipeline/parameters/named-variables.ts'
import { type ComponentType, entryOf, propertiesOf } from '../model/catalogue.ts'
import type { Editor } from '../state/use-editor.ts'

/** Where components name variables, by what is known of their types. */
export const namesVariable =
  (types: readonly ComponentType[]): NamesVariable =>
  (type, path) => {
    const entry = entryOf(types, type)
    return entry !== undefined && isVariableName(propertiesOf(entry), path)
  }

/** Edits of variables; each is one step of the history. */
export function variableCommandsOf(editor: Editor, types: readonly ComponentType[]) {
  const isName = namesVariable(types)
  return {
    /** Declares a variable, or changes one; the uses of one with another name follow it. */
    save: (before: VariableDeclaration | undefined, name: string, state: VariableState) =>
      editor.apply((document) => {
        if (before === undefined) addVariable(document, name, state)
        else {
          changeVariable(document, before, state)
          if (before.name === name) return
          renameDeclaration(document, before.name, name)
          renameUses(document, before.name, name, isName)
        }
      }),
    remove: (name: string) => editor.apply((document) => removeVariable(document, name)),
    usesOf: (name: string): readonly VariableUse[] => usesOf(parsedDocument(editor.text), name, isName),
  }
}

export type VariableCommands = ReturnType<typeof variableCommandsOf>
