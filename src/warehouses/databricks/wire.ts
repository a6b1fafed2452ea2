/** What the Statement Execution API answers, as far as it is read. Numbers of rows may arrive as texts. */
export interface StatementResponse {
  readonly statement_id?: string
  readonly status?: {
    readonly state?: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'CLOSED'
    readonly error?: { readonly error_code?: string; readonly message?: string }
    readonly sql_state?: string
  }
  readonly manifest?: Manifest
  readonly result?: ResultChunk
}

export interface Manifest {
  readonly schema?: { readonly columns?: readonly WireColumn[] }
  readonly total_row_count?: number | string
  readonly truncated?: boolean
}

export interface WireColumn {
  readonly name: string
  /** As SQL says it, e.g. `DECIMAL(10,2)`. */
  readonly type_text?: string
}

export type WireRow = readonly (string | null)[]

/** A part of a result: its rows, or where they lie in the cloud store of the workspace. */
export interface ResultChunk {
  readonly chunk_index?: number
  readonly data_array?: readonly WireRow[]
  readonly next_chunk_index?: number
  readonly external_links?: readonly ExternalLink[]
}

export interface ExternalLink {
  readonly chunk_index?: number
  readonly external_link: string
  readonly next_chunk_index?: number
  readonly http_headers?: Readonly<Record<string, string>>
}

/** The body of a request that was refused. */
export interface ErrorBody {
  readonly error_code?: string
  readonly message?: string
}
