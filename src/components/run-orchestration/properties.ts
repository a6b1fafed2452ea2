import Type from 'typebox'
import type { ComponentProperties } from '../component.ts'
import { childProperties } from '../shared/child-properties.ts'
import { text } from '../shared/properties.ts'

const properties = Type.Object({ orchestrationJob: text('Orchestration Pipeline'), ...childProperties })

/** pipelines.md §2.8. The runner runs the child: it alone has the other pipelines at hand. */
export const runOrchestration: ComponentProperties<typeof properties> = {
  types: ['run-orchestration'],
  title: 'Run Orchestration',
  summary: 'Runs another orchestration pipeline and fails when that fails',
  properties,
  effects: 'outside',
}
