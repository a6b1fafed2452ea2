import { type ConnectionProvider, optional, required, secret } from '../provider.ts'
import { serviceAccount } from './service-account.ts'

const place = [
  required('project', 'Project', {
    help: 'Id of the Google Cloud project that runs the statements and has the tables',
  }),
  required('dataset', 'Dataset', {
    help: 'Dataset of tables that are named without one; made where it is missing',
  }),
  optional('location', 'Location', {
    help: 'Where a missing dataset is made, such as EU or us-east1, and where datasets are listed; US when empty',
  }),
  optional('endpoint', 'Endpoint', {
    type: 'URL',
    default: 'https://bigquery.googleapis.com',
    help: 'Where the interface of BigQuery answers, such as a private endpoint',
  }),
]

/** Google BigQuery: for an environment's SQL. */
export const bigquery: ConnectionProvider = {
  authProvider: 'BIGQUERY',
  title: 'Google BigQuery',
  platformConnectionTypes: ['DWH'],
  authTypes: [
    serviceAccount(place),
    {
      authType: 'ACCESS_TOKEN',
      title: 'Access token',
      properties: [
        ...place,
        secret('accessToken', 'Access token', {
          required: true,
          help: 'Secret that holds an OAuth token with the scope bigquery; Google lets it end after an hour',
        }),
      ],
    },
  ],
}
