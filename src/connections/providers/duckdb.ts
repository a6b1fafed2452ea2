import { type ConnectionProvider, optional } from '../provider.ts'

/** The embedded engine: each environment has a file of its own, which the runner finds. */
export const duckdb: ConnectionProvider = {
  authProvider: 'DUCKDB',
  title: 'DuckDB (embedded)',
  platformConnectionTypes: ['DWH'],
  authTypes: [
    {
      authType: 'NONE',
      title: 'None',
      properties: [
        optional('schema', 'Schema', {
          default: 'main',
          help: 'Schema of tables that are named without one',
        }),
      ],
    },
  ],
}
