import { type ConnectionProvider, optional } from '../provider.ts'
import { serverProperties } from './server-properties.ts'
import { stagingProperties } from './staging-properties.ts'

const staging = stagingProperties(
  'arrive in statements',
  optional('iamRole', 'IAM role', {
    default: 'default',
    help: 'ARN of the role as which Redshift reads the folder, or default',
  }),
)

/** Amazon Redshift: for an environment's SQL. */
export const redshift: ConnectionProvider = {
  authProvider: 'REDSHIFT',
  title: 'Amazon Redshift',
  platformConnectionTypes: ['DWH'],
  authTypes: [
    {
      authType: 'USER_PASSWORD',
      title: 'User and password',
      properties: [
        ...serverProperties(5439),
        optional('schema', 'Schema', {
          default: 'public',
          help: 'Schema of tables that are named without one',
        }),
        ...staging,
      ],
    },
  ],
}
