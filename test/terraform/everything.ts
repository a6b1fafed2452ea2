/** What differs between the first application of the configuration and the second. */
export interface Chosen {
  readonly description: string
  readonly secret: string
  readonly secretVersion: number
  readonly isPlain: boolean
}

export const first: Chosen = {
  description: 'first',
  secret: 'open-sesame-1',
  secretVersion: 1,
  isPlain: false,
}
/** Every attribute that may change is another, and what may be absent is absent. */
export const second: Chosen = {
  description: 'second',
  secret: 'open-sesame-2',
  secretVersion: 2,
  isPlain: true,
}

/** Only in the first application, or in each of both another value. */
const both =
  ({ isPlain }: Chosen) =>
  (one: string, other = '') =>
    isPlain ? other : one

/**
 * One of every resource but schedules, which need something published. `name` is that of the project and of a
 * user.
 */
export const everything = (name: string, chosen: Chosen): string =>
  [project, variables, connected, reached].map((part) => part(name, chosen)).join('\n')

const project = (name: string, chosen: Chosen) => `
resource "headrace_project" "one" {
  name                  = "${name}"
  description           = "${chosen.description}"
  warehouse             = "DUCKDB"
  review_before_merging = "${both(chosen)('ERRORS', 'WARNINGS')}"
}
resource "headrace_runner" "one" {
  name                = "${name.slice(0, 30)}"
  description         = "${chosen.description}"
  agent_type          = "pipeline"
  cloud_provider      = "self_hosted"
  deployment          = "container"
  enable_auto_updates = ${both(chosen)('false', 'true')}
  restricted_access   = true
  max_instances       = ${both(chosen)('3', '1')}
}
resource "headrace_runner_allow_list" "one" {
  runner_id = headrace_runner.one.id
  projects  = {
    (headrace_project.one.id) = ${both(chosen)('{ environments = [headrace_environment.one.name] }', '{}')}
  }
}
resource "headrace_environment" "one" {
  project_id                = headrace_project.one.id
  name                      = "Production"
  default_agent_id          = headrace_runner.one.id
  display_name              = "${chosen.description}"
  description               = "${chosen.description}"
  default_user_access_level = "${both(chosen)('noAccess', 'readOnly')}"
  on_runner_loss            = "${both(chosen)('FAIL', 'RESUME')}"
  ${both(chosen)('max_concurrent_executions = 5')}
  default_connections       = { DWH = headrace_connection.one.name }
  database_connection       = { type = "DUCKDB"${both(chosen)(', schema = "extra"')} }
  ${both(chosen)('databases = { history = { database = "history" } }')}
}
`

export const schedules = (chosen: Chosen): string => `
resource "headrace_schedule" "cron" {
  project_id        = headrace_project.one.id
  name              = "nightly ${chosen.description}"
  pipeline_name     = "load"
  environment_name  = headrace_environment.one.name
  cron_expression   = "${both(chosen)('0 0 3 * * ?', '0 30 4 * * ?')}"
  cron_timezone     = "Europe/Oslo"
  effective_from    = "2030-01-01T00:00:00Z"
  schedule_enabled  = ${both(chosen)('false', 'true')}
  jitter_seconds    = 30
  missed_run_policy = "SKIP"
  ${both(chosen)('scalar_variables = { bucket = "s3://other" }')}
  ${both(chosen)('grid_variables = { grid = [["a", "1"], ["b", ""]] }')}
  ${both(chosen)('version_name = "1.0"')}
}
resource "headrace_schedule" "interval" {
  project_id                  = headrace_project.one.id
  name                        = "hourly"
  pipeline_name               = "load"
  environment_name            = headrace_environment.one.name
  allow_concurrent_executions = false
  ${both(chosen)('interval_expression = { interval = 2, unit = "HOURS" }', 'cron_expression = "0 0 * * * ?"')}
}
`

const variables = (_: string, chosen: Chosen) => `
resource "headrace_variable" "text" {
  project_id  = headrace_project.one.id
  name        = "bucket"
  text        = "${both(chosen)('s3://one')}"
  behaviour   = "COPIED"
  description = "${chosen.description}"
}
resource "headrace_variable" "number" {
  project_id = headrace_project.one.id
  name       = "factor"
  number     = ${both(chosen)('0.1', '12345678901234')}
}
resource "headrace_variable" "grid" {
  project_id = headrace_project.one.id
  name       = "grid"
  columns    = ["name", "value"]
  rows       = ${both(chosen)('[["a", "1"], ["b", ""]]', '[]')}
}
resource "headrace_variable_override" "number" {
  project_id       = headrace_project.one.id
  variable_name    = headrace_variable.number.name
  environment_name = headrace_environment.one.name
  number           = ${both(chosen)('0.25', '4')}
}
`

const connected = (_: string, chosen: Chosen) => `
resource "headrace_secret" "one" {
  project_id       = headrace_project.one.id
  name             = "password"
  value_wo         = "${chosen.secret}"
  value_wo_version = ${chosen.secretVersion}
  description      = "${chosen.description}"
}
resource "headrace_connection" "one" {
  project_id               = headrace_project.one.id
  name                     = "warehouse"
  platform_connection_type = "DWH"
  auth_provider            = "POSTGRES"
  auth_type                = "USER_PASSWORD"
  description              = "${chosen.description}"
  properties = {
    host     = "db.example.com"
    port     = ${both(chosen)('5432', '5433')}
    database = "orders"
    user     = "etl"
    ${both(chosen)('ssl = true')}
  }
  secrets = { password = { secret_name = headrace_secret.one.name } }
}
resource "headrace_connection_override" "one" {
  project_id       = headrace_project.one.id
  environment_name = headrace_environment.one.name
  connection_name  = headrace_connection.one.name
  properties       = { host = "${chosen.description}.example.com" }
}
resource "headrace_repository" "one" {
  project_id    = headrace_project.one.id
  provider_name = "hosted"
}
resource "headrace_automatic_publication" "one" {
  project_id       = headrace_repository.one.project_id
  environment_name = headrace_environment.one.name
  branch           = "main"
}
`

const reached = (name: string, chosen: Chosen) => `
resource "headrace_api_credential" "one" {
  name                = "${name} ${chosen.description}"
  ${both(chosen)('account_permissions = ["PROJECT_CREATOR"]')}
  project_roles       = [{ project_id = headrace_project.one.id, role = "${both(chosen)('CONTRIBUTOR', 'READ_ONLY')}" }]
  ${both(chosen)('expires_at = "2040-01-01T00:00:00Z"')}
}
data "headrace_user" "member" {
  user_name = "${name} member"
}
resource "headrace_project_member" "one" {
  project_id = headrace_project.one.id
  id         = data.headrace_user.member.id
  role       = "${both(chosen)('CONTRIBUTOR', 'READ_ONLY')}"
}
resource "headrace_environment_member" "one" {
  project_id       = headrace_project.one.id
  environment_name = headrace_environment.one.name
  id               = data.headrace_user.member.id
  access           = "${both(chosen)('RUNNER', 'READ_ONLY')}"
  depends_on       = [headrace_project_member.one]
}
data "headrace_user" "one" {
  user_name = "${name}"
}
resource "headrace_user_roles" "one" {
  user_id             = data.headrace_user.one.id
  account_permissions = ["PROJECT_CREATOR"]
  project_roles       = [{ project_id = headrace_project.one.id, role = "${both(chosen)('ADMIN', 'READ_ONLY')}" }]
  ${both(chosen)(`environment_access = [
    { project_id = headrace_project.one.id, environment_name = headrace_environment.one.name, access = "ADMIN" }
  ]`)}
}
`
