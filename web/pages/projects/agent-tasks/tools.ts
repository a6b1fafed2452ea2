/** The tools that need a permission, by what they do. */
export const grantableTools = [
  { value: 'run_pipeline', label: 'Run pipelines' },
  { value: 'rerun_execution', label: 'Run executions again' },
  { value: 'cancel_execution', label: 'Cancel executions' },
  { value: 'publish_version', label: 'Publish versions' },
] as const
