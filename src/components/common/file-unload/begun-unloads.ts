import type { StatementOptions, Warehouse } from '../../../warehouses/warehouse.ts'
import { createDoneLoads } from '../done-loads.ts'

/** Remembers in the environment's database which unloads began where no file was in their way. */
export interface BegunUnloads {
  /** Whether an attempt of this step began already: the files there may be its own. */
  has(): Promise<boolean>
  remember(): Promise<void>
}

/** `key` is the same in every attempt of a step, after the loss of its runner too. */
export function createBegunUnloads(
  warehouse: Warehouse,
  options: StatementOptions,
  key: string,
): BegunUnloads {
  const begun = createDoneLoads(warehouse, options, { table: 'unload' }, key)
  return {
    has: async () => (await begun.find()) !== undefined,
    async remember() {
      const script = ['begin', begun.rememberSql(0, '0'), 'commit'].join(';\n')
      await warehouse.execute(script, { ...options, isFramed: true })
      await begun.forgetOld()
    },
  }
}
