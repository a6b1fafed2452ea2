import Type from 'typebox'
import { LATEST, sharedReference } from '../../../pipeline/shared/reference.ts'
import { childProperties } from '../../common/child-properties.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  pipelineName: text('Shared Pipeline', 'The prefix of its set and its id, with # between them'),
  version: Type.Optional(text('Pipeline Version', `The name of a version, or ${LATEST}`)),
  ...childProperties,
})

/** decisions.md §17. The runner runs it: it alone can fetch the pipelines of another version. */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['run-shared-pipeline'],
  title: 'Run Shared Pipeline',
  summary: 'Runs a pipeline that another project shares and fails when that fails',
  properties,
  effects: 'outside',
  validate: ({ pipelineName }) =>
    typeof pipelineName !== 'string' ||
    pipelineName === '' ||
    pipelineName.includes('${') ||
    sharedReference(pipelineName) !== undefined
      ? []
      : ['"pipelineName" is not of the form <prefix>#<id>, for example "etl-core#load-customers"'],
}
