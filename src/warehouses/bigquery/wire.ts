/** What the REST interface of BigQuery answers, as far as it is read. Numbers arrive as texts. */
export interface JobResource {
  readonly jobReference: { readonly projectId: string; readonly jobId: string; readonly location?: string }
  readonly status?: { readonly state?: string; readonly errorResult?: ErrorProto }
  readonly statistics?: {
    readonly sessionInfo?: { readonly sessionId?: string }
    readonly query?: QueryStatistics
  }
}

export interface ErrorProto {
  readonly reason?: string
  readonly message?: string
}

export interface QueryStatistics {
  readonly statementType?: string
  readonly numDmlAffectedRows?: string
  readonly dmlStats?: {
    readonly insertedRowCount?: string
    readonly updatedRowCount?: string
    readonly deletedRowCount?: string
  }
  readonly ddlOperationPerformed?: string
  readonly ddlTargetTable?: TableReference
  readonly schema?: TableSchema
}

export interface TableReference {
  readonly projectId: string
  readonly datasetId: string
  readonly tableId: string
}

export interface TableSchema {
  readonly fields?: readonly Field[]
}

/** A column, or a member of one. */
export interface Field {
  readonly name: string
  readonly type: string
  /** NULLABLE unless stated. */
  readonly mode?: string
  readonly fields?: readonly Field[]
  readonly maxLength?: string
  readonly precision?: string
  readonly scale?: string
}

export interface WireRow {
  readonly f: readonly { readonly v: unknown }[]
}

export interface QueryResults {
  readonly jobComplete?: boolean
  readonly schema?: TableSchema
  readonly rows?: readonly WireRow[]
  readonly pageToken?: string
  readonly totalRows?: string
}

export interface TableResource {
  readonly schema?: TableSchema
  readonly numRows?: string
  readonly tableConstraints?: { readonly primaryKey?: { readonly columns?: readonly string[] } }
}

/** A value of a query by name: texts only. */
export interface QueryParameter {
  readonly name: string
  readonly parameterType: { readonly type: 'STRING' }
  readonly parameterValue: { readonly value: string }
}
