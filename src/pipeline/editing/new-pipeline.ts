import type { PipelineKind } from '../model.ts'

/** The text of a pipeline file that has nothing to do yet. An orchestration begins with its start. */
export const newPipelineText = (kind: PipelineKind): string =>
  kind === 'orchestration'
    ? `type: "orchestration"
version: "1.0"
pipeline:
  components:
    Start:
      type: "start"
      parameters:
        componentName: "Start"
design:
  components:
    Start:
      position:
        x: 0
        "y": 0
`
    : `type: "transformation"
version: "1.0"
pipeline:
  components: {}
`
