import { callerOf } from '../../http/bearer.ts'
import { changeTerms, sendState, stateTag } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { validatorOfAnyText } from '../../http/validation.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  DryRunQuery,
  MAX_VARIABLE_BODY_BYTES,
  NewVariable,
  NoContent,
  OneEnvironmentQuery,
  OverrideOutcome,
  OverrideRequest,
  ResolvedQuery,
  ResolvedVariable,
  Variable,
  VariableListQuery,
  VariableOverridePath,
  VariablePage,
  VariablePatch,
  VariablePath,
  VariableWithOverrides,
} from './schema.ts'
import type { Variables } from './service.ts'

const area = 'Project Variables'
const overridesArea = 'Project Variable Environment Overrides'
const all = '/v1/projects/:projectId/variables'
const one = `${all}/:variableName` as const
const overrides = `${one}/environment-overrides` as const
const withGrids = { bodyLimit: MAX_VARIABLE_BODY_BYTES }

/** The operations of the specification's "Project variables", and what reads one variable besides. */
export function variableRoutes(app: Server, variables: Variables): void {
  collectionRoutes(app, variables)
  readingRoutes(app, variables)
  changingRoutes(app, variables)
  overrideRoutes(app, variables)
  deleteOverrideRoute(app, variables)
}

function collectionRoutes(app: Server, variables: Variables): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listProjectVariables',
          area,
          summary: 'List project variables, by name',
          answers: { 200: VariablePage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: VariableListQuery,
      },
    },
    (request) => {
      const { query } = request
      return variables.list(callerOf(request), request.params.projectId, pageRequest(query), query)
    },
  )

  app.post(
    all,
    {
      config: { idempotency: 'in-transaction', needs: { project: 'variables:write' } },
      ...withGrids,
      schema: {
        ...operation({
          id: 'createProjectVariable',
          area,
          summary: 'Create a project variable',
          answers: { 201: Variable },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewVariable,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const created = await variables.create(callerOf(request), projectId, request.body, changeTerms(request))
      return reply
        .code(201)
        .header('location', below(request, created.variable.name))
        .header('etag', stateTag(created.revision, created.variable))
        .send(created.variable)
    },
  )
}

function readingRoutes(app: Server, variables: Variables): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getProjectVariable',
          area,
          summary: 'Get a project variable',
          answers: { 200: Variable },
          problems: [403, 404],
        }),
        params: VariablePath,
      },
    },
    async (request, reply) => {
      const { projectId, variableName } = request.params
      const { variable, revision } = await variables.get(callerOf(request), projectId, variableName)
      return sendState(request, reply, revision, variable)
    },
  )

  app.get(
    `${one}/resolved`,
    {
      schema: {
        ...operation({
          id: 'resolveProjectVariable',
          area,
          summary: 'What an execution in one environment would see, and where that value comes from',
          answers: { 200: ResolvedVariable },
          problems: [403, 404],
        }),
        params: VariablePath,
        querystring: ResolvedQuery,
      },
    },
    (request) => {
      const { projectId, variableName } = request.params
      return variables.resolved(callerOf(request), projectId, variableName, request.query.environmentName)
    },
  )
}

function changingRoutes(app: Server, variables: Variables): void {
  app.patch(
    one,
    {
      config: { needs: { project: 'variables:write' } },
      ...withGrids,
      preValidation: async (request) => {
        request.body ??= {} as never // without a body both required fields are absent, and named so
      },
      schema: {
        ...operation({
          id: 'updateProjectVariable',
          area,
          summary: 'Change a project variable; type and behaviour are required, other absent fields stay',
          answers: { 200: Variable },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: VariablePath,
        body: VariablePatch,
      },
    },
    async (request, reply) => {
      const { projectId, variableName } = request.params
      const { variable, revision } = await variables.update(
        callerOf(request),
        projectId,
        variableName,
        request.body,
        changeTerms(request),
      )
      return reply.header('etag', stateTag(revision, variable)).send(variable)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteProjectVariable',
          area,
          summary: 'Delete a project variable with all its environment overrides',
          answers: { 204: NoContent },
          problems: [403, 404, 412],
        }),
        params: VariablePath,
      },
    },
    async (request, reply) => {
      const { projectId, variableName } = request.params
      await variables.remove(callerOf(request), projectId, variableName, changeTerms(request))
      return reply.code(204).send(null)
    },
  )
}

function overrideRoutes(app: Server, variables: Variables): void {
  app.get(
    overrides,
    {
      schema: {
        ...operation({
          id: 'getEnvironmentOverrides',
          area: overridesArea,
          summary: 'Get a project variable with its environment overrides',
          answers: { 200: VariableWithOverrides },
          problems: [403, 404],
        }),
        params: VariablePath,
        querystring: OneEnvironmentQuery,
      },
    },
    async (request, reply) => {
      const { projectId, variableName } = request.params
      const { environmentName } = request.query
      const { revision, body } = await variables.overrides(
        callerOf(request),
        projectId,
        variableName,
        environmentName,
      )
      return sendState(request, reply, revision, body)
    },
  )

  app.post(
    overrides,
    {
      config: { idempotency: 'in-transaction', needs: { project: 'variables:read' } },
      ...withGrids,
      validatorCompiler: validatorOfAnyText,
      schema: {
        ...operation({
          id: 'createOrUpdateEnvironmentOverrides',
          area: overridesArea,
          summary: 'Create or update environment overrides; each succeeds or fails alone',
          answers: { 200: OverrideOutcome },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: VariablePath,
        querystring: DryRunQuery,
        body: OverrideRequest,
      },
    },
    async (request, reply) => {
      const { projectId, variableName } = request.params
      const { revision, body } = await variables.setOverrides(
        callerOf(request),
        projectId,
        variableName,
        request.body.overrides,
        { ...changeTerms(request), dryRun: request.query.dryRun },
      )
      return reply.header('etag', stateTag(revision, body)).send(body)
    },
  )
}

function deleteOverrideRoute(app: Server, variables: Variables): void {
  app.delete(
    `${overrides}/:environmentName`,
    {
      schema: {
        ...operation({
          id: 'deleteEnvironmentOverride',
          area: overridesArea,
          summary: 'Delete the override of one environment',
          answers: { 204: NoContent },
          problems: [403, 404, 412],
        }),
        params: VariableOverridePath,
      },
    },
    async (request, reply) => {
      const { projectId, variableName, environmentName } = request.params
      await variables.removeOverride(
        callerOf(request),
        projectId,
        variableName,
        environmentName,
        changeTerms(request),
      )
      return reply.code(204).send(null)
    },
  )
}
