import { type ConnectionProvider, optional } from '../provider.ts'
import { serverProperties } from './server-properties.ts'

/** PostgreSQL and what speaks its protocol: for an environment's SQL, or as a source. */
export const postgres: ConnectionProvider = {
  authProvider: 'POSTGRES',
  title: 'PostgreSQL',
  platformConnectionTypes: ['DWH', 'COMPONENT_BASIC'],
  authTypes: [
    {
      authType: 'USER_PASSWORD',
      title: 'User and password',
      properties: [
        ...serverProperties(5432),
        optional('schema', 'Schema', {
          default: 'public',
          help: 'Schema of tables that are named without one',
        }),
      ],
    },
  ],
}
