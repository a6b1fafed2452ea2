import type { WireColumn } from './cells.ts'
import type { WireRow } from './rows.ts'

/** A part of a result that lies in the object store of the account. */
export interface Part {
  readonly url: string
}

/** What Snowflake answered to a statement. */
export interface Answer {
  readonly queryId: string | undefined
  readonly statementType: number
  readonly columns: readonly WireColumn[]
  /** The first rows; all of them where there are no parts. */
  readonly rows: readonly WireRow[]
  /** Rows of the whole result. */
  readonly total: number
  readonly parts: readonly Part[]
  readonly partHeaders: Readonly<Record<string, string>>
}

/** The body of every answer. */
export interface Envelope {
  readonly success?: boolean | null
  readonly code?: string | number | null
  readonly message?: string | null
  readonly data?: Data | null
}

export interface Data {
  readonly token?: string
  readonly masterToken?: string
  readonly sessionToken?: string
  readonly sessionInfo?: Readonly<Record<string, string | null>>
  readonly queryId?: string
  readonly getResultUrl?: string
  readonly statementTypeId?: number
  readonly rowtype?: readonly WireColumn[]
  readonly rowset?: readonly WireRow[]
  readonly total?: number
  readonly chunks?: readonly Part[]
  readonly chunkHeaders?: Readonly<Record<string, string>>
  readonly qrmk?: string
  readonly queryResultFormat?: string
}

/** Answers that say: it still runs, ask again. */
export const RUNNING: ReadonlySet<string> = new Set(['333333', '333334'])
/** The token of the session is over, and the other one gets a new one. */
export const TOKEN_EXPIRED = '390112'

/** By their type, as the protocol numbers statements. */
const [SELECT, DML, SHOW, DESCRIBE] = [0x1000, 0x3000, 0x4400, 0x4500]

/** The statement changes rows, and its only row says how many. */
export const changesRows = ({ statementType }: Answer): boolean => (statementType & 0xf000) === DML

/** The statement reads, and nothing else. */
export const onlyReads = ({ statementType }: Answer): boolean =>
  statementType === SELECT || [SHOW, DESCRIBE].includes(statementType & 0xff00)

/** Throws where the answer is in a format that this client does not read. */
export function answerOf(data: Data): Answer {
  if (data.queryResultFormat === 'arrow')
    throw new Error('Snowflake answered in the Arrow format, which was not requested')
  const rows = data.rowset ?? []
  const key = data.qrmk
  return {
    queryId: data.queryId,
    statementType: data.statementTypeId ?? 0,
    columns: data.rowtype ?? [],
    rows,
    total: data.total ?? rows.length,
    parts: data.chunks ?? [],
    partHeaders: data.chunkHeaders ?? (key === undefined ? {} : partKeys(key)),
  }
}

/** Parts are encrypted with a key that the store is told. */
const partKeys = (key: string) => ({
  'x-amz-server-side-encryption-customer-algorithm': 'AES256',
  'x-amz-server-side-encryption-customer-key': key,
})
