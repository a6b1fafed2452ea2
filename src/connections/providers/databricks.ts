import { type ConnectionProvider, optional, required, secret } from '../provider.ts'

const workspace = [
  required('url', 'Workspace URL', {
    type: 'URL',
    help: 'Address of the workspace, such as https://dbc-a1b2c3d4-e5f6.cloud.databricks.com',
  }),
  required('warehouseId', 'SQL warehouse', {
    help: 'ID of the SQL warehouse that runs the SQL, as its overview shows it',
  }),
]

const place = [
  required('catalog', 'Catalog', { help: 'Catalog of Unity Catalog that bare names mean' }),
  optional('schema', 'Schema', {
    default: 'default',
    help: 'Schema of tables that are named without one; made where it is missing',
  }),
]

/** Databricks SQL: for an environment's SQL. */
export const databricks: ConnectionProvider = {
  authProvider: 'DATABRICKS',
  title: 'Databricks SQL',
  platformConnectionTypes: ['DWH'],
  authTypes: [
    {
      authType: 'OAUTH_M2M',
      title: 'Service principal (OAuth)',
      properties: [
        ...workspace,
        required('clientId', 'Client ID', { help: 'Application ID of the service principal' }),
        secret('clientSecret', 'Client secret', {
          required: true,
          help: 'Secret that holds an OAuth secret of the service principal',
        }),
        ...place,
      ],
    },
    {
      authType: 'ACCESS_TOKEN',
      title: 'Personal access token',
      properties: [
        ...workspace,
        secret('accessToken', 'Access token', { required: true, help: 'Secret that holds the token' }),
        ...place,
      ],
    },
  ],
}
