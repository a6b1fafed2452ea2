import Type from 'typebox'
import { childProperties } from '../../common/child-properties.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({ transformationJob: text('Transformation Pipeline'), ...childProperties })

/** pipelines.md §2.8. The runner runs the child: it alone has the other pipelines at hand. */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['run-transformation'],
  title: 'Run Transformation',
  summary: 'Runs a transformation pipeline and fails when that fails',
  properties,
  effects: 'outside',
}
