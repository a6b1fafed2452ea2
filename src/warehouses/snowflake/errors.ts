import { OWN_MESSAGE } from '../cast.ts'
import { dialectHint } from '../dialect-hints.ts'

/** What casts refuse themselves stands in a message about a number that is none. */
const ownMessage = new RegExp(`'${OWN_MESSAGE}(.*)' is not recognized|"${OWN_MESSAGE}(.*?)" to `, 's')

/** What went wrong most often, by the words of Snowflake, and what to do. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /incorrect username or password/i,
    'Check the user and the secret of the connection. Snowflake asks for more than a password in many accounts: give service users a key pair or a programmatic access token.',
  ],
  [
    /jwt token is invalid/i,
    'The public key of the user has to belong to the private key (alter user … set rsa_public_key); also check the account, the user and the clock of the runner.',
  ],
  [
    /(programmatic access|oauth access) token|token.*(expired|invalid)/i,
    'Create a new token and store it in the secret of the connection.',
  ],
  [
    /multi-factor|mfa|duo security/i,
    'A program cannot complete multi-factor authentication: give the user a key pair or a programmatic access token.',
  ],
  [
    /ip\/token|not allowed to access snowflake|network polic/i,
    'Add the address of the runner to the network policy of the account or the user.',
  ],
  [/no active warehouse/i, 'Name a warehouse in the connection, and grant usage on it to the role.'],
  [
    /resource monitor/i,
    'The credits that the resource monitor allows are used up: raise its quota, or wait for its next period.',
  ],
  [
    /warehouse .*(suspended|cannot be resumed)/i,
    'Resume the warehouse (alter warehouse … resume), set auto_resume = true, or grant operate on it to the role.',
  ],
  [
    /insufficient privileges|not authorized to|access control error/i,
    'Grant it to the role of the connection: usage on database and schema, and select, insert, update, delete on the table.',
  ],
  [
    /does not exist or (operation cannot be performed|not authorized)/i,
    'Check the name and its letter case, and whether the role of the connection may use it.',
  ],
  [
    /requested (role|warehouse|database|schema)|role .* not (granted|assigned|exist)/i,
    'Check the role and the warehouse of the connection, and that the role is granted to the user.',
  ],
  [
    /(statement|sql).{0,40}(too (long|large)|exceed)|maximum number of expressions|exceeds? (the )?maximum (sql|statement|compilation)/i,
    'The text of a statement can have at most 1 MB: write an intermediate result into a table with a rewrite-table, or load fewer rows at once.',
  ],
  [
    /statement or warehouse timeout|timeout of \d+ second/i,
    'Snowflake canceled it: raise statement_timeout_in_seconds of the warehouse or the user, or use a larger warehouse.',
  ],
  [
    /has locked (table|partition)|lock.{0,20}(timeout|timed out)|waiters for this lock/i,
    'Another transaction has locked the table: run the step again, or let the two run one after the other.',
  ],
  [
    /session no longer exists|session (has )?(gone|expired)|login again/i,
    'The session has ended, and uncommitted changes were rolled back. Run the step again.',
  ],
  [
    /duplicate row detected during dml/i,
    'Several rows of the source match one row of the target: make the source unique first.',
  ],
]

/** The message of Snowflake for users, with what to do about it where that is known. */
export function shownMessage(text: string): string {
  const own = ownMessage.exec(text)
  if (own !== null) return own[1] ?? own[2] ?? text
  const hint = hints.find(([pattern]) => pattern.test(text))?.[1] ?? dialectHint(text)
  return [text.trim(), hint].filter(Boolean).join('\n')
}
