import Type from 'typebox'
import { choice, code, list, rows, text } from '../common/properties.ts'
import type { ElsewhereComponent } from './elsewhere.ts'

/** Python that Snowflake runs beside the data. */
export const pythonPushdown: ElsewhereComponent = {
  kind: 'orchestration',
  declaration: {
    types: ['python-pushdown'],
    title: 'Python Pushdown',
    summary: 'Runs Python inside Snowflake',
    properties: Type.Object({
      scriptLocation: Type.Optional(choice('Script Location', ['Component', 'File'])),
      pythonScript: Type.Optional(code('Python Script', 'python')),
      fileName: Type.Optional(text('File Name')),
      scriptTimeout: Type.Optional(text('Script Timeout (seconds)')),
      pythonVersion: Type.Optional(text('Python Version')),
      packages: Type.Optional(list('Packages')),
      externalAccessIntegrations: Type.Optional(list('External Access Integrations')),
      warehouse: Type.Optional(text('Warehouse')),
      passSecretsToScript: Type.Optional(rows('Pass Secrets to Script', 'name', 'secret')),
    }),
    verbatim: ['pythonScript'],
    effects: 'outside',
  },
  advice:
    'It runs inside Snowflake. "python-script" runs Python on the runner, with the same variables: rename pythonScript to ' +
    'script and scriptTimeout to timeout. The Snowflake session is not available; "query-to-grid" reads into a variable',
}
