import Type from 'typebox'
import { childProperties } from '../../common/child-properties.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({ orchestrationJob: text('Orchestration Pipeline'), ...childProperties })

/** pipelines.md §2.8. The runner runs the child: it alone has the other pipelines at hand. */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['run-orchestration'],
  title: 'Run Orchestration',
  summary: 'Runs another orchestration pipeline and fails when that fails',
  properties,
  effects: 'outside',
}
