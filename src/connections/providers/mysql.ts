import type { ConnectionProvider } from '../provider.ts'
import { serverProperties } from './server-properties.ts'

/** MySQL and MariaDB: for an environment's SQL, or as a source. */
export const mysql: ConnectionProvider = {
  authProvider: 'MYSQL',
  title: 'MySQL or MariaDB',
  platformConnectionTypes: ['COMPONENT_BASIC', 'DWH'],
  authTypes: [{ authType: 'USER_PASSWORD', title: 'User and password', properties: serverProperties(3306) }],
}
