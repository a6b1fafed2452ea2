/** What the commands read of the API's answers (decisions.md §5, 6, 8): the members they show, no more. */

export interface Project {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly warehouse: string
}

export interface Environment {
  readonly name: string
  readonly displayName?: string
  readonly defaultAgentName?: string
  readonly connection?: { readonly type: string }
}

export interface Runner {
  readonly agentId: string
  readonly name: string
  readonly agentStatus: string
  readonly connected: boolean
  readonly deployment?: string
  readonly agentVersion?: string
  readonly [member: string]: unknown
}

export interface RunnerCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

export interface Execution {
  readonly pipelineExecutionId: string
  readonly pipelineName: string
  readonly environmentName: string
  readonly projectId: string
  readonly status: string
  readonly trigger: string
  readonly message?: string | null
  readonly startedAt?: string
  readonly finishedAt?: string
}

export interface Step {
  readonly id: string
  readonly name: string
  readonly result: string
  readonly type?: string
  readonly childPipeline?: { readonly id: string; readonly name: string }
  readonly startedAt?: string
  readonly finishedAt?: string
  readonly message?: string | null
  readonly rowCount?: number | null
  readonly attempt?: number
  readonly iteration?: number
}

export interface LogLine {
  readonly at?: string
  readonly component?: string
  readonly text: string
}

/** Statuses an execution never leaves. */
export const isFinal = (status: string): boolean =>
  status === 'SUCCESS' || status === 'FAILED' || status === 'CANCELLED' || status === 'SKIPPED'
