import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../db/database.ts'
import { createServer, type Server } from '../../http/server.ts'
import { MASTER_KEY_BYTES } from '../../lib/encryption.ts'
import { silent } from '../../lib/log.ts'
import { readSettings } from '../settings/settings.ts'
import { createCore } from './core.ts'
import { createSlices } from './slices.ts'

/**
 * The public API as an OpenAPI document, from the routes of all slices. No handler runs and no connection
 * opens.
 */
export async function openApiDocument(): Promise<object> {
  const { settings } = readSettings({}, {})
  const { basePath } = settings
  const origin = () => ''
  const app = await createServer({
    log: silent,
    basePath,
    origin,
    version: '1.0',
    databaseProblem: () => undefined,
  })
  const database = openDatabase({ connectionString: 'postgres://localhost', log: silent })
  const core = createCore({
    db: database.db,
    writer: database.db,
    exclusively: (_, work) => work(),
    log: silent,
    settings,
    origin,
    installationId: '',
    dataKey: randomBytes(MASTER_KEY_BYTES),
    isBound: () => true,
  })
  const { all } = createSlices(core)
  app.shapes.push(...all.flatMap((slice) => slice.shapes ?? []))
  for (const slice of all) await slice.mount?.(app)
  await app.register(
    async (scope) => {
      for (const slice of all) await slice.routes?.(scope as unknown as Server)
    },
    { prefix: basePath },
  )
  await app.ready()
  await database.close()
  return app.swagger()
}
