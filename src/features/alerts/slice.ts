import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { alertChannelRoutes } from './channels/routes.ts'
import * as channelShapes from './channels/schema.ts'
import { createAlertChannels } from './channels/service.ts'
import { createLanes } from './deliveries/lanes.ts'
import { alertDeliveryRoutes } from './deliveries/routes.ts'
import * as deliveryShapes from './deliveries/schema.ts'
import { createAlertDeliveries } from './deliveries/service.ts'
import { alertIncidentRoutes } from './incidents/routes.ts'
import * as incidentShapes from './incidents/schema.ts'
import { createAlertIncidents } from './incidents/service.ts'
import { createSend, type SendDependencies } from './messages/send.ts'
import { alertRuleRoutes } from './rules/routes.ts'
import * as ruleShapes from './rules/schema.ts'
import { createAlertRules } from './rules/service.ts'
import * as schema from './schema.ts'
import { alertWork } from './work.ts'

export interface AlertsSliceOptions extends SendDependencies {
  readonly db: Db
  readonly log: Log
  readonly encryption: Encryption
}

/** Rules that tell people and programs what happened to executions. */
export function alertsSlice({ db, log, encryption, ...options }: AlertsSliceOptions): Slice {
  const { post, connect, origin, clock } = options
  const send = createSend({ post, connect, origin, clock })
  const channels = createAlertChannels({ db, encryption, send })
  const lanes = createLanes({ db, log, send, open: channels.open, clock })
  const { deliver, passes } = alertWork(db, log, lanes)
  return {
    shapes: [schema, channelShapes, ruleShapes, incidentShapes, deliveryShapes],
    routes(api) {
      alertChannelRoutes(api, channels)
      alertRuleRoutes(api, createAlertRules(db))
      alertIncidentRoutes(api, createAlertIncidents(db))
      alertDeliveryRoutes(api, createAlertDeliveries(db, deliver.wake))
    },
    passes,
    close: lanes.close,
  }
}
