import { AMBIGUOUS_MERGE } from '../merge-actions.ts'

/** What to do about what goes wrong most often, by the service's word for it and by its message. */
const hints: readonly (readonly [reason: RegExp, message: RegExp, hint: string])[] = [
  [
    /^(required|authError|UNAUTHENTICATED)$/,
    /./s,
    'BigQuery does not accept the credentials of the connection: renew the access token, or use the key of a service account.',
  ],
  [
    /^accessDenied$/,
    /bigquery\.jobs\.create/,
    'Grant the role BigQuery Job User on the project to the account of the connection.',
  ],
  [
    /^accessDenied$/,
    /has not been used in project|is disabled/i,
    'Enable the BigQuery API in the project, and wait a few minutes.',
  ],
  [
    /^accessDenied$/,
    /Quota|VPC Service Controls/i,
    'The policy of the organization forbids it: ask the administrator of the project.',
  ],
  [
    /^accessDenied$/,
    /./s,
    'Grant the role BigQuery Data Editor on the dataset to the account of the connection (Data Viewer, to read only). ' +
      'A table that does not exist may be reported the same way.',
  ],
  [
    /^notFound$/,
    /Not found: Dataset/i,
    'The dataset is gone, is in another project, or is not in the location of the connection.',
  ],
  [
    /^notFound$/,
    /Not found: Table/i,
    'Check the name and its letter case, and that an earlier step has made the table in the location of the connection.',
  ],
  [
    /./,
    /session.{0,40}(id|expired|terminated|not found)/i,
    'The session ended, and its temporary tables and open transaction with it: run the step again.',
  ],
  [/^notFound$/, /Not found: Project/i, 'Check the project of the connection: its id, not its name.'],
  [
    /^(quotaExceeded|rateLimitExceeded)$/,
    /./s,
    'A quota of the project is used up: run fewer statements at once, or have the quota raised in the Google Cloud console.',
  ],
  [/^billing/, /./s, 'Billing is switched off for the project, or its limit is reached.'],
  [
    /^responseTooLarge$/,
    /./s,
    'Write the rows into a table (create table … as select …), and read from that table.',
  ],
  [/^resourcesExceeded$/, /./s, 'Split the statement: write an intermediate result into a table first.'],
  [
    /./,
    /query is too large|too long.*query|maximum (standard )?SQL query length|Request payload size exceeds/i,
    'A statement can have at most 1 MB: load fewer rows at once, or split it.',
  ],
  [/./, /match at most one source row/i, `${AMBIGUOUS_MERGE}.`],
  [
    /./,
    /aborted due to concurrent update|Could not serialize access/i,
    'Another statement changed the same table in the meantime: run the step again, or let the two run one after the other.',
  ],
  [
    /./,
    /must have a WHERE clause/i,
    'BigQuery changes all rows of a table only if the statement says so: add "where true".',
  ],
  [
    /./,
    /Unrecognized name: (year|quarter|month|week|day|hour|minute|second)s?\b/i,
    "A part of a date has no quotes in BigQuery's own functions: date_add(x, interval 1 day).",
  ],
  [
    /./,
    /Streaming buffer|UPDATE or DELETE statement over table .* would affect rows in the streaming buffer/i,
    'Rows that were streamed into the table cannot be changed for up to 90 minutes.',
  ],
]

/** What to do about a message of BigQuery; undefined where nothing is known. */
export const hintFor = (reason: string, message: string): string | undefined =>
  hints.find(([why, what]) => (why.test(reason) || why.source === '.') && what.test(message))?.[2]
