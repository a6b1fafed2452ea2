import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/bearer.ts'
import { bodyText } from '../../http/body-text.ts'
import { changeTerms, etagOf, sendTagged } from '../../http/conditional.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { Problem } from '../../lib/problem.ts'
import { ProjectPath } from '../projects/schema.ts'
import { fileText, fileTypes, readCsvFile, readYaml } from './formats.ts'
import {
  ExportQuery,
  ImportOutcome,
  ImportQuery,
  MAX_VARIABLE_BODY_BYTES,
  MAX_YAML_BYTES,
  VariableFile,
} from './schema.ts'
import type { VariableTransfer } from './transfer.ts'

const area = 'Project Variables'
const all = '/v1/projects/:projectId/variables'

/**
 * Export and import. `export` and `import` cannot be names of variables (they are reserved words), so the
 * paths are free. The formats are read in a scope of their own: elsewhere YAML and CSV stay unsupported media
 * types.
 */
export async function variableTransferRoutes(app: Server, transfer: VariableTransfer): Promise<void> {
  exportRoute(app, transfer)
  await app.register(async (plugin) => {
    const scope = plugin as unknown as Server
    readFiles(scope)
    importRoute(scope, transfer)
  })
}

const exporting = operation({
  id: 'exportProjectVariables',
  area,
  summary: 'All variables of a project with their overrides, as a JSON, YAML or CSV file',
  answers: {},
  problems: [403, 404],
})

function exportRoute(app: Server, transfer: VariableTransfer): void {
  app.get(
    `${all}/export`,
    {
      schema: {
        ...exporting,
        response: {
          ...exporting.response,
          200: {
            description:
              'The file; its ETag names the state of all variables together, for If-Match of the import',
            content: {
              [fileTypes.json]: { schema: VariableFile },
              [fileTypes.yaml]: { schema: VariableFile },
              [fileTypes.csv]: { schema: { type: 'string' } },
            },
          },
        },
        params: ProjectPath,
        querystring: ExportQuery,
      },
    },
    async (request, reply) => {
      const { format } = request.query
      const { revision, portions } = await transfer.exported(callerOf(request), request.params.projectId)
      reply
        .type(`${fileTypes[format]}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="variables.${format}"`)
      return sendTagged(request, reply, revision, Readable.from(fileText(format, portions)))
    },
  )
}

function readFiles(scope: Server): void {
  const yaml = ['application/yaml', 'application/x-yaml', 'text/yaml']
  scope.addContentTypeParser(yaml, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length <= MAX_YAML_BYTES) return readYaml(bodyText(request, body))
    const limit = `YAML is accepted up to ${MAX_YAML_BYTES / 1024} KiB; send larger files as JSON or CSV`
    throw new Problem('payload-too-large', limit)
  })
  scope.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => readCsvFile(bodyText(request, body)),
  )
}

function importRoute(app: Server, transfer: VariableTransfer): void {
  app.post(
    `${all}/import`,
    {
      config: { idempotency: 'in-transaction', needs: { project: 'variables:write' } },
      bodyLimit: MAX_VARIABLE_BODY_BYTES,
      schema: {
        ...operation({
          id: 'importProjectVariables',
          area,
          summary:
            'Bring the variables of a project to what a file says; with dryRun=true only the difference',
          answers: { 200: ImportOutcome },
          problems: [403, 404, 409, 412, 413, 415],
          consumes: [fileTypes.json, fileTypes.yaml, fileTypes.csv],
        }),
        params: ProjectPath,
        querystring: ImportQuery,
        body: VariableFile,
      },
    },
    async (request, reply) => {
      const how = { ...changeTerms(request), ...request.query }
      const { variables } = request.body
      const { revision, body } = await transfer.imported(
        callerOf(request),
        request.params.projectId,
        variables,
        how,
      )
      return reply.header('etag', etagOf(revision)).send(body)
    },
  )
}
