/** What is to run of an orchestration: a component with what follows from it, or alone. */
export interface RunPart {
  readonly extent: 'from' | 'only'
  readonly component: string
}
