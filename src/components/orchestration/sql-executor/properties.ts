import Type from 'typebox'
import type { ParameterValue } from '../../../pipeline/model.ts'
import { beginsOrEndsTransaction } from '../../../warehouses/sql-transactions.ts'
import { choice, code, shownWhen, text, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  scriptLocation: Type.Optional(choice('Script Location', ['Component', 'File'])),
  ...shownWhen(
    { scriptLocation: ['Component'] },
    { sqlScript: Type.Optional(code('SQL Script', 'sql', 'One or more statements')) },
  ),
  ...shownWhen(
    { scriptLocation: ['File'] },
    {
      fileName: Type.Optional(
        text('File Name', 'Path of a file of the version, from the top of the repository'),
      ),
    },
  ),
  enableVariableResolution: Type.Optional(yesNo('Enable Variable Resolution')),
})

const declaresNothing = 'Variables are not declared in the database: write ${name} in the script'

export const declaration: ComponentProperties<typeof properties> = {
  types: ['sql-executor', 'sql-script'],
  title: 'SQL Script',
  summary: "Runs SQL statements in the environment's database",
  properties,
  verbatim: ['sqlScript'], // enableVariableResolution decides
  withoutEffect: { declareSqlVariables: declaresNothing, variablesToInclude: declaresNothing },
  effects: 'outside',
  joinsTransactions: true,
  needs: ({ scriptLocation, sqlScript }) =>
    !isFile(scriptLocation) && beginsOrEndsTransaction(String(sqlScript ?? '')) ? ['scriptTransactions'] : [],
  validate: ({ scriptLocation = null, sqlScript, fileName }) =>
    isFile(scriptLocation)
      ? (fileName ?? '') === ''
        ? ['File Name ("fileName") is missing']
        : []
      : sqlScript === undefined
        ? ['SQL Script ("sqlScript") is missing']
        : [],
  assets: ({ scriptLocation = null, sqlScript, fileName, enableVariableResolution = 'Yes' }) => ({
    statements: true,
    script: {
      ...(isFile(scriptLocation) ? { file: fileName ?? '' } : { text: sqlScript ?? '' }),
      isTemplate: enableVariableResolution !== 'No',
    },
  }),
}

/** Whether the script is in a file of its own. */
export const isFile = (scriptLocation: ParameterValue | undefined): boolean =>
  typeof scriptLocation === 'string' && scriptLocation.trim().toLowerCase() === 'file'
