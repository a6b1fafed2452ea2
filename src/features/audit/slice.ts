import type { KeyObject } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses } from '../../lib/service.ts'
import { auditHooks } from './hooks.ts'
import { auditRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { type Audit, createAudit } from './service.ts'

export interface AuditSliceOptions {
  readonly db: Db
  readonly writer: Db
  readonly clock: Clock
  readonly log: Log
  /** Of the hashes of audit entries. */
  readonly auditKey: KeyObject
  readonly settings: { readonly basePath: string }
}

const SETTLE_MS = 60_000

/** The audit trail. Its hooks see every operation of every other slice. */
export function auditSlice({
  db,
  writer,
  clock,
  log,
  auditKey,
  settings,
}: AuditSliceOptions): SliceWith<Audit> {
  const audit = createAudit({ db, writer, clock, key: auditKey, log })
  const pass = createPasses(log)
  return {
    service: audit,
    watch: (app) => auditHooks(app, { audit, clock, log, basePath: settings.basePath }),
    shapes: [schema],
    routes: (api) => auditRoutes(api, audit),
    passes: [pass('settle audit', SETTLE_MS, audit.settleLost)],
  }
}
