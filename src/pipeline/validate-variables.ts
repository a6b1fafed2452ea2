import type { Component, ParameterValue, Pipeline } from './model.ts'
import { type FaultList, isList, isMapping } from './parse-shapes.ts'

/**
 * Names in plain `${name}` and in rows of post-processing that the pipeline does not declare. They may be
 * variables of the project, which no file lists, so this is a warning.
 */
export function checkVariables(pipeline: Pipeline, faults: FaultList): void {
  for (const component of pipeline.components.values()) {
    for (const variable of new Set(usedVariables(component))) {
      if (pipeline.variables.has(variable)) continue
      const message = `"${component.name}" uses the variable "${variable}", which is not declared here`
      const hint = 'Correct the name, declare it in this pipeline, or make sure that the project has it'
      faults.warning(component.line, 'undefined-variable', message, { component: component.name, hint })
    }
  }
}

function* usedVariables(component: Component): Generator<string> {
  for (const [key, value] of Object.entries(component.parameters)) {
    // In a script `${name}` is the script's own: variables reach it in other ways (pipelines.md §4).
    if (key !== 'script') yield* plainNames(value)
  }
  const { updateScalarVariables: rows = [], updateOutputMessage = '' } = component.postProcessing ?? {}
  yield* plainNames(updateOutputMessage)
  for (const [variable, expression] of rows) {
    if (/^\w+$/.test(variable)) yield variable
    yield* plainNames(expression)
  }
}

function* plainNames(value: ParameterValue): Generator<string> {
  if (typeof value === 'string') {
    for (const match of value.matchAll(/\$\{\s*([A-Za-z_]\w*)\s*\}/g)) yield match[1]!
  } else if (isList(value)) {
    for (const item of value) yield* plainNames(item)
  } else if (isMapping(value)) {
    for (const item of Object.values(value)) yield* plainNames(item)
  }
}
