import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { TellingRule } from '../incidents/evaluation-store.ts'
import type { Condition } from './rules.ts'

interface Row {
  readonly ruleId: string
  readonly projectId: string | null
  readonly projectName: string | null
  readonly environmentName: string | null
  readonly pipelineName: string | null
  readonly budget: number
  readonly month: string
  readonly credits: number
}

const month = sql`date_trunc('month', now() at time zone 'UTC')::date`
const ofScope = sql`
  day >= ${month} and (r.environment_name is null or environment_name = r.environment_name)
  and (r.pipeline_name is null or pipeline_name = r.pipeline_name)`
const consumed = sql`sum(microseconds)::float8 / 3600e6 as credits`

/**
 * The rules whose budget of this month is exceeded. Reads the daily figures of the month, never executions.
 */
export async function readBudgets(tx: Db, rules: readonly TellingRule[]): Promise<Condition[]> {
  const ids = rules.flatMap(({ id, creditsPerMonth }) => (creditsPerMonth === null ? [] : [id]))
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select r.id as "ruleId", r.project_id as "projectId", p.name as "projectName",
           r.environment_name as "environmentName", r.pipeline_name as "pipelineName", r.credits_per_month as budget,
           to_char(${month}, 'YYYY-MM') as month, c.credits
      from alert_rule r
      left join project p on p.id = r.project_id
      cross join lateral (
        select ${consumed} from consumption
         where r.project_id is not null and project_id = r.project_id and ${ofScope}
        union all
        select ${consumed} from consumption where r.project_id is null and ${ofScope}) c
     where r.id = any(${ids}::uuid[]) and c.credits > r.credits_per_month
     order by r.id`.execute(tx)
  return rows.map((row) => ({
    event: 'BUDGET_EXCEEDED',
    ruleId: row.ruleId,
    subject: row.month,
    places: [],
    pipelineName: row.pipelineName,
    tag: null,
    lastsSeconds: 0,
    usualSeconds: 0,
    facts: {
      ...(row.projectId !== null && { projectId: row.projectId }),
      ...(row.projectName !== null && { projectName: row.projectName }),
      ...(row.environmentName !== null && { environmentName: row.environmentName }),
      ...(row.pipelineName !== null && { pipelineName: row.pipelineName }),
    },
    detail: `It consumed ${inCredits(row.credits)} of ${inCredits(row.budget)} credits in ${row.month}.`,
  }))
}

const inCredits = (credits: number): string => credits.toLocaleString('en', { maximumSignificantDigits: 6 })
