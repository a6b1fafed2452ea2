import type { UseFormReturnType } from '@mantine/form'
import { changedMembers } from '../../../../api/changed-members.ts'
import type { Connection, Environment, EnvironmentPatch, EnvironmentTest, NewEnvironment } from '../shapes.ts'
import { databasesOf, databasesText, unreadableLine } from './database-names.ts'
import type { DefaultConnections } from './named-connection.ts'

/** An environment as a form holds it: flat, and empty where nothing is given. */
export interface EnvironmentValues extends Record<string, unknown> {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly defaultAgentId: string
  readonly defaultUserAccessLevel: Environment['defaultUserAccessLevel']
  readonly maxConcurrentExecutions: number | string
  readonly onRunnerLoss: Environment['onRunnerLoss']
  readonly reviewBeforePublishing: Environment['reviewBeforePublishing']
  /** `byName`: as the names of a new environment say. */
  readonly unpublishedRuns: 'byName' | 'allowed' | 'refused'
  /**
   * Names of connections of the project; SQL runs on the one that can, else on the connection that follows.
   */
  readonly defaultConnections: DefaultConnections
  readonly connectionType: Connection['type']
  readonly schema: string
  readonly host: string
  readonly port: number | string
  readonly database: string
  readonly user: string
  readonly passwordSecret: string
  readonly ssl: boolean
  /** A line for each name, as `databasesOf` reads them. */
  readonly databases: string
  readonly dialectFunctions: boolean
}

export type EnvironmentForm = UseFormReturnType<EnvironmentValues>

export const emptyValues: EnvironmentValues = {
  name: '',
  displayName: '',
  description: '',
  defaultAgentId: '',
  defaultUserAccessLevel: 'readOnly',
  maxConcurrentExecutions: '',
  onRunnerLoss: 'RESUME',
  reviewBeforePublishing: 'OFF',
  unpublishedRuns: 'byName',
  defaultConnections: {},
  connectionType: 'DUCKDB',
  schema: '',
  host: '',
  port: '',
  database: '',
  user: '',
  passwordSecret: '',
  ssl: false,
  databases: '',
  dialectFunctions: true,
}

export function valuesOf({ connection, ...environment }: Environment): EnvironmentValues {
  const { type, ...given } = connection
  const { name, displayName, description, defaultAgentId, defaultUserAccessLevel, onRunnerLoss } = environment
  return {
    ...emptyValues,
    ...given,
    name,
    displayName,
    description,
    defaultAgentId,
    defaultUserAccessLevel,
    onRunnerLoss,
    maxConcurrentExecutions: environment.maxConcurrentExecutions ?? '',
    defaultConnections: environment.defaultConnections ?? {},
    connectionType: type,
    databases: databasesText(environment.databases),
    unpublishedRuns: environment.allowUnpublishedRuns ? 'allowed' : 'refused',
    dialectFunctions: environment.dialectFunctions,
    reviewBeforePublishing: environment.reviewBeforePublishing,
  }
}

/** The connection that a form describes. Empty fields are left to their defaults. */
export function connectionOf(values: EnvironmentValues): Connection {
  const schema = values.schema.trim() === '' ? {} : { schema: values.schema.trim() }
  if (values.connectionType === 'DUCKDB') return { type: 'DUCKDB', ...schema }
  const { host, port, database, user, passwordSecret, ssl } = values
  return {
    type: 'POSTGRES',
    host: host.trim(),
    ...(typeof port === 'number' && { port }),
    database: database.trim(),
    user: user.trim(),
    ...(passwordSecret.trim() !== '' && { passwordSecret: passwordSecret.trim() }),
    ...schema,
    ...(ssl && { ssl }),
  }
}

const unpublishedRunsOf = ({ unpublishedRuns }: EnvironmentValues) =>
  unpublishedRuns !== 'byName' && { allowUnpublishedRuns: unpublishedRuns === 'allowed' }

/** The body that tries the connection, saved or not. */
export const testOf = (values: EnvironmentValues): EnvironmentTest => ({
  defaultAgentId: values.defaultAgentId,
  connection: connectionOf(values),
  defaultConnections: values.defaultConnections,
  databases: databasesOf(values.databases),
  dialectFunctions: values.dialectFunctions,
})

/** The body that creates the environment. */
export function creationOf(values: EnvironmentValues): NewEnvironment {
  const { name, displayName, description, defaultAgentId, defaultUserAccessLevel, onRunnerLoss } = values
  const { maxConcurrentExecutions: most } = values
  return {
    name: name.trim(),
    ...(displayName.trim() !== '' && { displayName: displayName.trim() }),
    description,
    defaultAgentId,
    defaultUserAccessLevel,
    onRunnerLoss,
    connection: connectionOf(values),
    defaultConnections: values.defaultConnections,
    databases: databasesOf(values.databases),
    dialectFunctions: values.dialectFunctions,
    reviewBeforePublishing: values.reviewBeforePublishing,
    ...unpublishedRunsOf(values),
    ...(typeof most === 'number' && { maxConcurrentExecutions: most }),
  }
}

/** Only what the user changed, so that concurrent changes by others are kept. */
export const patchOf = (before: EnvironmentValues, values: EnvironmentValues): EnvironmentPatch =>
  changedMembers(settingsOf(before), settingsOf(values))

/** Everything of an environment that can be changed; without a limit it has none. */
export function settingsOf(values: EnvironmentValues): EnvironmentPatch {
  const { displayName, description, defaultAgentId, defaultUserAccessLevel, onRunnerLoss } = values
  const { maxConcurrentExecutions: most } = values
  return {
    displayName: displayName.trim(),
    description,
    defaultAgentId,
    defaultUserAccessLevel,
    onRunnerLoss,
    connection: connectionOf(values),
    defaultConnections: values.defaultConnections,
    databases: databasesOf(values.databases),
    dialectFunctions: values.dialectFunctions,
    reviewBeforePublishing: values.reviewBeforePublishing,
    ...unpublishedRunsOf(values),
    maxConcurrentExecutions: typeof most === 'number' ? most : null,
  }
}

const connectionFields = ['schema', 'host', 'port', 'database', 'user', 'passwordSecret', 'ssl'] as const

/** Maps violations of the body to form fields. */
export const fieldNames: Readonly<Record<string, string>> = Object.fromEntries(
  connectionFields.map((field) => [`connection.${field}`, field]),
)

/** What is missing or cannot be, by field, before anything is sent. */
export function faultsOf(values: EnvironmentValues, isNew: boolean): Record<string, string> {
  const { name, displayName, defaultAgentId, connectionType } = values
  const faults: Record<string, string> = {}
  if (isNew && name.trim() === '') faults['name'] = 'Enter a name'
  else if (isNew && /[/\\]/.test(name)) faults['name'] = 'A name cannot contain slashes'
  if (!isNew && displayName.trim() === '') faults['displayName'] = 'Enter a display name'
  if (defaultAgentId === '') faults['defaultAgentId'] = 'Choose a runner'
  const unreadable = unreadableLine(values.databases)
  if (unreadable !== undefined)
    faults['databases'] = `"${unreadable.trim()}" is not a name, or a name = database.schema`
  if (connectionType === 'DUCKDB') return faults
  for (const field of missingFields(values)) faults[field] = 'Required for a PostgreSQL connection'
  return faults
}

const missingFields = (values: EnvironmentValues) =>
  (['host', 'database', 'user'] as const).filter((field) => values[field].trim() === '')

/** Whether the environment's own connection says all that it needs. */
export const isComplete = (values: EnvironmentValues): boolean =>
  values.connectionType === 'DUCKDB' || missingFields(values).length === 0
