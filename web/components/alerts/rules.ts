import { client } from '../../api/client.ts'
import { type Edited, ifUnchanged } from '../../api/edited.ts'
import { type NewRule, type Rule, rulePath } from './wire.ts'

/** A rule as it is now. */
export const readRule = (alertRuleId: string) => client.GET(rulePath, { params: { path: { alertRuleId } } })

/** Changes all of a rule; refused when somebody else has changed it since it was read. */
export const putRule = (stored: Edited<Rule>, body: NewRule) =>
  client.PUT(rulePath, {
    params: { path: { alertRuleId: stored.value.id } },
    headers: ifUnchanged(stored),
    body,
  })
