import { Type } from 'typebox'
import { Failure } from '../client/failure.ts'
import { closestNames } from '../lib/closest-names.ts'
import { defineTool, inputOf, type Tool } from './tool.ts'

const listComponents = defineTool({
  name: 'list_components',
  title: 'List component types',
  description:
    'Lists the types of components that pipelines are built from, with one sentence each. Orchestrations call, loop and notify; ' +
    'transformations compute with tables.',
  effect: 'reads',
  input: inputOf({ kind: Type.Enum(['orchestration', 'transformation']) }),
  run: async ({ kind }, { client }) => {
    const { componentTypes } = await client.get('/v1/component-types')
    return componentTypes
      .filter(({ pipelineType }) => pipelineType === kind)
      .map(({ type, summary }) => `${type}: ${summary}`)
      .join('\n')
  },
})

const describeComponent = defineTool({
  name: 'describe_component',
  title: 'Describe a component type',
  description:
    'Describes a component type: its links and the JSON Schema of its parameters, as the files of pipelines write them.',
  effect: 'reads',
  input: inputOf({ type: Type.String({ minLength: 1, description: 'As list_components names it' }) }),
  run: async ({ type }, { client }) => {
    const { componentTypes } = await client.get('/v1/component-types')
    const found = componentTypes.filter((one) => one.type === type || one.otherTypes.includes(type))
    if (found.length > 0) return found
    const near = closestNames(
      type,
      componentTypes.map((one) => one.type),
    )
    throw new Failure(`There is no component type ${JSON.stringify(type)}.`, {
      hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'list_components lists them.',
    })
  },
})

export const componentTools: readonly Tool[] = [listComponents, describeComponent]
