// Generated from openapi/public-v1.json by npm run generate.
export interface paths {
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token (OAuth 2.0 client credentials)
         * @description Get an access token (OAuth 2.0 client credentials).
         */
        post: operations["getAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the authorization server (RFC 8414)
         * @description Get the metadata of the authorization server (RFC 8414).
         */
        get: operations["getAuthorizationServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public keys that verify access tokens
         * @description Get the public keys that verify access tokens.
         */
        get: operations["getKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Product version, API version, time-zone data and region
         * @description Product version, API version, time-zone data and region.
         */
        get: operations["getAbout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/agents/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your agent tasks, newest first
         * @description List your agent tasks, newest first. With a projectId, an administrator of that project sees those of everybody. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listAgentTasks"];
        put?: never;
        /**
         * Give an agent a task
         * @description Give an agent a task. A language model works on it, on one branch of a project, with the rights of the caller. It never publishes, and acts in no environment, unless that is granted or decided.
         */
        post: operations["createAgentTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/agents/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent task
         * @description Get an agent task.
         */
        get: operations["getAgentTask"];
        put?: never;
        post?: never;
        /**
         * Delete an agent task that is not running
         * @description Delete an agent task that is not running. Its branch stays.
         */
        delete: operations["deleteAgentTask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/agents/tasks/{taskId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of an agent task, oldest first
         * @description List the messages of an agent task, oldest first. To follow a task, ask again with `next` of the last answer.
         */
        get: operations["listAgentTaskMessages"];
        put?: never;
        /**
         * Send a message to an agent task that is not running, which starts it again
         * @description Send a message to an agent task that is not running, which starts it again.
         */
        post: operations["sendAgentTaskMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/agents/tasks/{taskId}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or reject calls that an agent task waits to make
         * @description Approve or reject calls that an agent task waits to make.
         */
        post: operations["decideAgentTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/agents/tasks/{taskId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the tools that an agent task may act with, without a decision on each call
         * @description Replace the tools that an agent task may act with, without a decision on each call. Calls that already wait for a decision still need it.
         */
        put: operations["replaceAgentTaskPermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/agents/tasks/{taskId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an agent task when its running call has ended
         * @description Stop an agent task when its running call has ended.
         */
        post: operations["stopAgentTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alert channels of the projects that you administer, by name
         * @description List the alert channels of the projects that you administer, by name. A SUPER_ADMIN sees those of the installation too. Secrets are never shown. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listAlertChannels"];
        put?: never;
        /**
         * Create an alert channel of a project, or of the installation
         * @description Create an alert channel of a project, or of the installation. For a channel of type WEBHOOK the server makes a signing secret unless one is given, and shows it this once.
         */
        post: operations["createAlertChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-channels/{alertChannelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert channel without its secrets
         * @description Get an alert channel without its secrets.
         */
        get: operations["getAlertChannel"];
        put?: never;
        post?: never;
        /**
         * Delete an alert channel that no rule uses, with its deliveries
         * @description Delete an alert channel that no rule uses, with its deliveries.
         */
        delete: operations["deleteAlertChannel"];
        options?: never;
        head?: never;
        /**
         * Update an alert channel; omitted fields and secrets keep their values
         * @description Update an alert channel; omitted fields and secrets keep their values. Pending messages are tried again at once.
         */
        patch: operations["updateAlertChannel"];
        trace?: never;
    };
    "/v1/alert-channels/{alertChannelId}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to an alert channel, and return the result
         * @description Send a test message to an alert channel, and return the result.
         */
        post: operations["testAlertChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alert rules of the projects that you administer, by name
         * @description List the alert rules of the projects that you administer, by name. A SUPER_ADMIN sees those of the installation too. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listAlertRules"];
        put?: never;
        /**
         * Create an alert rule of a project, or of the installation, which watches every project
         * @description Create an alert rule of a project, or of the installation, which watches every project.
         */
        post: operations["createAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-rules/{alertRuleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert rule
         * @description Get an alert rule.
         */
        get: operations["getAlertRule"];
        /**
         * Replace an alert rule
         * @description Replace an alert rule. A rule that is disabled, or watches something else than before, closes its open incidents without a message.
         */
        put: operations["updateAlertRule"];
        post?: never;
        /**
         * Delete an alert rule with its incidents; what was not delivered yet is not delivered
         * @description Delete an alert rule with its incidents; what was not delivered yet is not delivered.
         */
        delete: operations["deleteAlertRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the alert rules of the projects that you administer reported, newest first
         * @description List what the alert rules of the projects that you administer reported, newest first. Kept for 90 days after they are over.
         */
        get: operations["listAlertIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-incidents/{alertIncidentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert incident
         * @description Get an alert incident.
         */
        get: operations["getAlertIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages to the alert channels of the projects that you administer, newest first
         * @description List the messages to the alert channels of the projects that you administer, newest first.
         */
        get: operations["listAlertDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-deliveries/{alertDeliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a message to an alert channel
         * @description Get a message to an alert channel.
         */
        get: operations["getAlertDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-deliveries/{alertDeliveryId}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a message again, whatever its status
         * @description Deliver a message again, whatever its status. It keeps its id: a receiver that knows the message may ignore it.
         */
        post: operations["replayAlertDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published versions, newest first
         * @description List published versions, newest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listArtifacts"];
        put?: never;
        /**
         * Publish a version of the pipelines in an environment
         * @description Publish a version of the pipelines in an environment. multipart/form-data: each part is a file, named by its path. Versions never change. Needs the permission `artifacts:publish` in the project and `environment:run` in the environment.
         */
        post: operations["publishArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/artifacts/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the files and pipelines of a version, of the newest without a name
         * @description Get the files and pipelines of a version, of the newest without a name.
         */
        get: operations["getArtifactDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Disable a published version, or enable it again
         * @description Disable a published version, or enable it again. A disabled version is not the newest any more; running it by its name answers 410. Needs the permission `artifacts:publish` in the project and `environment:run` in the environment.
         */
        patch: operations["updateArtifact"];
        trace?: never;
    };
    "/v1/projects/{projectId}/artifacts/promotions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promote a published version to another environment, with the same files
         * @description Promote a published version to another environment, with the same files. Needs the permission `artifacts:publish` in the project and `environment:run` in the environment.
         */
        post: operations["promoteArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/published-pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pipelines of the newest version in an environment
         * @description List the pipelines of the newest version in an environment. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listPublishedPipelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes and refused requests, newest first
         * @description List changes and refused requests, newest first. For SUPER_ADMIN; with projectId for administrators of that project too. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all events as NDJSON, oldest first
         * @description Export all events as NDJSON, oldest first.
         */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the hash chain of the audit trail
         * @description Verify the hash chain of the audit trail.
         */
        get: operations["verifyEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operations that have events, by name
         * @description List the operations that have events, by name. Needs the account role `SUPER_ADMIN`. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listEventOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has events, by name: users, credentials, runners and directories, deleted ones too
         * @description List who has events, by name: users, credentials, runners and directories, deleted ones too. Needs the account role `SUPER_ADMIN`. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listEventActors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/component-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the component types for pipelines, with the parameters of each
         * @description List the component types for pipelines, with the parameters of each. It is the same until the server is updated: keep it with its ETag.
         */
        get: operations["listComponentTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connection-schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers of connections with their properties, by name
         * @description List the providers of connections with their properties, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listConnectionSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connection-schemas/{authProvider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the properties of connections to one provider, for each way to sign in
         * @description Get the properties of connections to one provider, for each way to sign in.
         */
        get: operations["getConnectionSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/connections/environment-overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the overrides of connections, by environment and connection
         * @description List the overrides of connections, by environment and connection. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listConnectionOverrides"];
        /**
         * Replace the override of a connection in one environment
         * @description Replace the override of a connection in one environment. Needs the permission `connections:override` in the project and `environment:admin` in the environment.
         */
        put: operations["replaceConnectionOverride"];
        /**
         * Override properties of a connection in one environment; other overridden properties stay
         * @description Override properties of a connection in one environment; other overridden properties stay. Needs the permission `connections:override` in the project and `environment:admin` in the environment.
         */
        post: operations["createOrUpdateConnectionOverride"];
        /**
         * Delete the override of a connection in one environment
         * @description Delete the override of a connection in one environment. Needs the permission `connections:override` in the project and `environment:admin` in the environment.
         */
        delete: operations["deleteConnectionOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the connections of a project, by name; secrets are named and never shown
         * @description List the connections of a project, by name; secrets are named and never shown. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Create a connection
         * @description Create a connection. Needs the permission `connections:write` in the project.
         */
        post: operations["createConnection"];
        /**
         * Delete the connection that the query names; the same as deleting it at its address
         * @description Delete the connection that the query names; the same as deleting it at its address. Needs the permission `connections:write` in the project.
         */
        delete: operations["deleteNamedConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/data-platform-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a connection that the SQL of environments can run on (DWH)
         * @description Create a connection that the SQL of environments can run on (DWH). Needs the permission `connections:write` in the project.
         */
        post: operations["createDataPlatformConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/connections/{connectionName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection; its secrets are named and never shown
         * @description Get a connection; its secrets are named and never shown.
         */
        get: operations["getConnection"];
        /**
         * Replace everything but the name of a connection; executions that start later use it
         * @description Replace everything but the name of a connection; executions that start later use it. Needs the permission `connections:write` in the project.
         */
        put: operations["replaceConnection"];
        post?: never;
        /**
         * Delete a connection with its overrides, unless it is a default of an environment
         * @description Delete a connection with its overrides, unless it is a default of an environment. Needs the permission `connections:write` in the project.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/connections/{connectionName}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a connection at the runner of an environment, and say what it reached or why not
         * @description Try a connection at the runner of an environment, and say what it reached or why not. Needs the permission `connections:write` in the project and `environment:run` in the environment.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments/{environmentName}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try the database of an environment at its runner, with settings that need not be saved
         * @description Try the database of an environment at its runner, with settings that need not be saved. The environment need not exist yet. Nothing is stored; secrets are named and never returned.
         */
        post: operations["testEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-connectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the custom connectors of your projects in alphabetical order
         * @description List the custom connectors of your projects in alphabetical order. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listCustomConnectors"];
        put?: never;
        /**
         * Create a custom connector, owned by a project or the installation
         * @description Create a custom connector, owned by a project or the installation.
         */
        post: operations["createCustomConnector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/flex-connectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the connectors that come with the product: there are none
         * @description List the connectors that come with the product: there are none. Every connector here is a custom connector, those of the installation too. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listFlexConnectors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-connectors/{connectorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a custom connector with its endpoints
         * @description Get a custom connector with its endpoints.
         */
        get: operations["getCustomConnector"];
        /**
         * Replace the name and endpoints of a custom connector
         * @description Replace the name and endpoints of a custom connector.
         */
        put: operations["updateCustomConnector"];
        post?: never;
        /**
         * Delete a custom connector; pipelines that use it fail from then on
         * @description Delete a custom connector; pipelines that use it fail from then on.
         */
        delete: operations["deleteCustomConnector"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-connectors/{connectorId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a custom connector without its secrets
         * @description Export a custom connector without its secrets.
         */
        get: operations["exportCustomConnector"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-connectors/{connectorId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a custom connector; without a name the copy is numbered
         * @description Duplicate a custom connector; without a name the copy is numbered.
         */
        post: operations["duplicateCustomConnector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-connectors/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an exported connector; unknown OAuth entries are created pending setup
         * @description Import an exported connector; unknown OAuth entries are created pending setup.
         */
        post: operations["importCustomConnector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-connectors/{connectorId}/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who owns a custom connector, and which other projects may use it
         * @description Get who owns a custom connector, and which other projects may use it.
         */
        get: operations["getCustomConnectorSharing"];
        /**
         * Share a custom connector with other projects, or hand it to another owner
         * @description Share a custom connector with other projects, or hand it to another owner.
         */
        put: operations["updateCustomConnectorSharing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-connectors/{connectorId}/endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an endpoint: sends its request and returns the response; the given values are not stored
         * @description Test an endpoint: sends its request and returns the response; the given values are not stored.
         */
        post: operations["testCustomConnectorEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-connectors/{connectorId}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an endpoint that is not saved: sends its request and returns the response
         * @description Test an endpoint that is not saved: sends its request and returns the response.
         */
        post: operations["testUnsavedEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consumption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the executions of the projects that you administer consumed, by day
         * @description List what the executions of the projects that you administer consumed, by day. A credit is one hour for which a component kept a slot of a runner busy. An execution is counted when it ends, in the days, in UTC, in which its components ran.
         */
        get: operations["listConsumption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consumption/etl-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users whose executions consumed something, and how much in all
         * @description List the users whose executions consumed something, and how much in all.
         */
        get: operations["listConsumptionOfUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API credentials
         * @description List API credentials. Needs the account role `SUPER_ADMIN`. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listApiCredentials"];
        put?: never;
        /**
         * Create an API credential; its secret is shown only once
         * @description Create an API credential; its secret is shown only once. Needs the account role `SUPER_ADMIN`.
         */
        post: operations["createApiCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-credentials/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API credential, without its secret
         * @description Get an API credential, without its secret.
         */
        get: operations["getApiCredential"];
        put?: never;
        post?: never;
        /**
         * Delete an API credential; its tokens stop working within 5 seconds
         * @description Delete an API credential; its tokens stop working within 5 seconds.
         */
        delete: operations["deleteApiCredential"];
        options?: never;
        head?: never;
        /**
         * Update the name or the expiry of an API credential; omitted fields keep their values
         * @description Update the name or the expiry of an API credential; omitted fields keep their values. Its roles are replaced with `PUT …/roles`. Needs the account role `SUPER_ADMIN`.
         */
        patch: operations["updateApiCredential"];
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users: filter, sort, page
         * @description List users: filter, sort, page.
         */
        get: operations["listScimUsers"];
        put?: never;
        /**
         * Create a user
         * @description Create a user. `meta` is required unless the directory settings make it optional; then `userName` is. `groups` is read-only: it has to be empty or left out. A new user has no role.
         */
        post: operations["createScimUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Users/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List users, with the query in the body
         * @description List users, with the query in the body.
         */
        post: operations["searchScimUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Get a user.
         */
        get: operations["getScimUser"];
        /**
         * Replace a user
         * @description Replace a user. Attributes that are left out are unassigned, except `active` and the password. `groups` is read-only and ignored.
         */
        put: operations["replaceScimUser"];
        post?: never;
        /**
         * Delete a user
         * @description Delete a user. The user's sessions and tokens stop working within 5 seconds.
         */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /**
         * Change attributes of a user (RFC 7644 §3.5.2)
         * @description Change attributes of a user (RFC 7644 §3.5.2).
         */
        patch: operations["updateScimUser"];
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups: filter, sort, page
         * @description List groups: filter, sort, page.
         */
        get: operations["listScimGroups"];
        put?: never;
        /**
         * Create a group
         * @description Create a group.
         */
        post: operations["createScimGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Groups/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List groups, with the query in the body
         * @description List groups, with the query in the body.
         */
        post: operations["searchScimGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group
         * @description Get a group.
         */
        get: operations["getScimGroup"];
        /**
         * Replace a group with its members
         * @description Replace a group with its members.
         */
        put: operations["replaceScimGroup"];
        post?: never;
        /**
         * Delete a group
         * @description Delete a group. Roles that its members had through it stop applying within 5 seconds.
         */
        delete: operations["deleteScimGroup"];
        options?: never;
        head?: never;
        /**
         * Change attributes and members of a group (RFC 7644 §3.5.2)
         * @description Change attributes and members of a group (RFC 7644 §3.5.2). Returns an empty body unless the query names the attributes to return.
         */
        patch: operations["updateScimGroup"];
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make many changes in one request (RFC 7644 §3.7)
         * @description Make many changes in one request (RFC 7644 §3.7).
         */
        post: operations["bulkScim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the capabilities of the directory
         * @description Get the capabilities of the directory.
         */
        get: operations["getScimServiceProviderConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Kinds of resources
         * @description Kinds of resources.
         */
        get: operations["listScimResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/ResourceTypes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Kinds of resources: one of them
         * @description Kinds of resources: one of them.
         */
        get: operations["getScimResourceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Attributes of users and groups
         * @description Attributes of users and groups.
         */
        get: operations["listScimSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Schemas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Attributes of users and groups: one of them
         * @description Attributes of users and groups: one of them.
         */
        get: operations["getScimSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the directory
         * @description Get the settings of the directory.
         */
        get: operations["getDirectorySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the settings of the directory
         * @description Update the settings of the directory. Needs the account role `SUPER_ADMIN`.
         */
        patch: operations["updateDirectorySettings"];
        trace?: never;
    };
    "/v1/directory-integration/reach/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get whether directory tokens reach a user or group
         * @description Get whether directory tokens reach a user or group.
         */
        get: operations["getDirectoryReach"];
        /**
         * Give a user or group to the directory, or take it back
         * @description Give a user or group to the directory, or take it back. Needs the account role `SUPER_ADMIN`.
         */
        put: operations["setDirectoryReach"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List directory tokens, oldest first
         * @description List directory tokens, oldest first.
         */
        get: operations["listDirectoryTokens"];
        put?: never;
        /**
         * Create a bearer token for an identity provider; it is shown only once
         * @description Create a bearer token for an identity provider; it is shown only once. Needs the account role `SUPER_ADMIN`.
         */
        post: operations["createDirectoryToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a directory token, without its secret
         * @description Get a directory token, without its secret.
         */
        get: operations["getDirectoryToken"];
        put?: never;
        post?: never;
        /**
         * Delete a directory token; it stops working within 5 seconds
         * @description Delete a directory token; it stops working within 5 seconds.
         */
        delete: operations["deleteDirectoryToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's drafts in a project, by branch
         * @description List the caller's drafts in a project, by branch. A draft is what a person has written on a branch and not committed yet. Nobody else sees it. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listDrafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/drafts/{branchName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's draft of a branch: its files without their contents
         * @description Get the caller's draft of a branch: its files without their contents.
         */
        get: operations["getDraft"];
        put?: never;
        post?: never;
        /**
         * Discard the caller's draft of a branch
         * @description Discard the caller's draft of a branch. Needs the permission `repository:push` in the project.
         */
        delete: operations["deleteDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/drafts/{branchName}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep a file as the caller has written it, without a commit
         * @description Keep a file as the caller has written it, without a commit. It is on disk when it is answered. The branch need not exist yet. With `If-None-Match: *` only a file that the draft does not have yet is kept. Needs the permission `repository:push` in the project.
         */
        put: operations["putDraftFile"];
        post?: never;
        /**
         * Discard the caller's draft of one file
         * @description Discard the caller's draft of one file. Needs the permission `repository:push` in the project.
         */
        delete: operations["deleteDraftFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/drafts/{branchName}/files/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of the caller's draft
         * @description Read a file of the caller's draft.
         */
        get: operations["getDraftFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/drafts/{branchName}/commits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Commit the caller's draft of a branch on it
         * @description Commit the caller's draft of a branch on it. Each file stands on the commit that it was made on: where others have changed it since, the answer is 409 with both sides (`conflicts`), and the draft stays. What is committed is no draft any more. Needs the permission `repository:push` in the project.
         */
        post: operations["commitDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments/{environmentName}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the moves of an environment, the latest first
         * @description List the moves of an environment, the latest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listEnvironmentMoves"];
        put?: never;
        /**
         * Move an environment from its DuckDB file to a lake
         * @description Move an environment from its DuckDB file to a lake. Its runner copies the file's tables and views in one transaction of the lake and compares them; then SQL runs on the lake. Executions wait meanwhile. Poll the move until it has ended. The file stays where it is. Needs the permission `environments:read` in the project and `environment:admin` in the environment.
         */
        post: operations["moveEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments/{environmentName}/moves/{moveId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a move of an environment is
         * @description Read how far a move of an environment is.
         */
        get: operations["getEnvironmentMove"];
        put?: never;
        post?: never;
        /**
         * Cancel a move that has not begun to commit; SQL runs on the file as before
         * @description Cancel a move that has not begun to commit; SQL runs on the file as before. Needs the permission `environments:read` in the project and `environment:admin` in the environment.
         */
        delete: operations["cancelEnvironmentMove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the environments of a project, by name
         * @description List the environments of a project, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listEnvironments"];
        put?: never;
        /**
         * Create an environment
         * @description Create an environment. Needs the permission `environments:write` in the project.
         */
        post: operations["createEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments/{environmentName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an environment
         * @description Get an environment.
         */
        get: operations["getEnvironment"];
        put?: never;
        post?: never;
        /**
         * Delete an environment with its published versions and overrides
         * @description Delete an environment with its published versions and overrides.
         */
        delete: operations["deleteEnvironment"];
        options?: never;
        head?: never;
        /**
         * Update an environment; omitted fields keep their values
         * @description Update an environment; omitted fields keep their values. Needs the permission `environments:read` in the project and `environment:admin` in the environment.
         */
        patch: operations["updateEnvironment"];
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a pipeline: of a published version, a branch, a commit or a draft
         * @description Run a pipeline: of a published version, a branch, a commit or a draft. What is not published runs only where the environment allows it, for callers who may publish; it reads what the branch or draft is at this moment, and keeps it. Needs the permission `executions:run` in the project and `environment:run` in the environment.
         */
        post: operations["createPipelineExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipeline-executions/{pipelineExecutionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pipeline execution
         * @description Get a pipeline execution.
         */
        get: operations["getPipelineExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Cancel a pipeline execution
         * @description Cancel a pipeline execution.
         */
        patch: operations["updatePipelineExecution"];
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pipeline execution of a project
         * @description Get a pipeline execution of a project.
         */
        get: operations["getProjectPipelineExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Cancel a pipeline execution
         * @description Cancel a pipeline execution.
         */
        patch: operations["updateProjectPipelineExecution"];
        trace?: never;
    };
    "/v1/pipeline-executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pipeline executions, newest first
         * @description List pipeline executions, newest first.
         */
        get: operations["listPipelineExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipeline-executions/{pipelineExecutionId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a pipeline execution
         * @description Get the status of a pipeline execution.
         */
        get: operations["getPipelineExecutionStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/reruns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rerun a pipeline execution, from its start or from its failed step
         * @description Rerun a pipeline execution, from its start or from its failed step. From its start also in another version and with other values; they are checked like those of a new execution.
         */
        post: operations["createPipelineExecutionRerun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the steps of a pipeline execution, in the order they started
         * @description List the steps of a pipeline execution, in the order they started. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listPipelineExecutionSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps/{stepId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a step of a pipeline execution with what it was executed with
         * @description Get a step of a pipeline execution with what it was executed with.
         */
        get: operations["getPipelineExecutionStep"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/cancellations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the matching live executions of a project, up to a limit
         * @description Cancel the matching live executions of a project, up to a limit. Needs the permission `executions:cancel` in the project and `environment:run` in the environment.
         */
        post: operations["cancelPipelineExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a pipeline execution of a project
         * @description Get the status of a pipeline execution of a project.
         */
        get: operations["getProjectPipelineExecutionStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The journal of a pipeline execution and its children: NDJSON, what `headrace replay` reads
         * @description The journal of a pipeline execution and its children: NDJSON, what `headrace replay` reads.
         */
        get: operations["getPipelineExecutionJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipeline-executions/{pipelineExecutionId}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the log of a pipeline execution: NDJSON, or server-sent events with follow=true
         * @description Get the log of a pipeline execution: NDJSON, or server-sent events with follow=true.
         */
        get: operations["getPipelineExecutionLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/slower-pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pipelines whose newest run took longer than usual, the greatest increase first
         * @description List the pipelines whose newest run took longer than usual, the greatest increase first. Compares the newest success of the last 24 hours with the median of the successes before it in the same environment, among the last 60 executions of the pipeline; at least five. Longer is 1.5 times, and 5 seconds.
         */
        get: operations["listSlowerPipelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lineage/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what runs read and wrote, as events of OpenLineage
         * @description List what runs read and wrote, as events of OpenLineage. A run that reads or writes something has an event when it begins and one when it ends; a run that fails has both in any case. Events are kept for 62 days. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listLineageEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tables, objects, files and endpoints that pipelines read and write
         * @description List the tables, objects, files and endpoints that pipelines read and write. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{assetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an asset: who uses it, and what wrote it last
         * @description Get an asset: who uses it, and what wrote it last.
         */
        get: operations["getAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{assetId}/writes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the steps that wrote an asset, newest first, with their row counts
         * @description List the steps that wrote an asset, newest first, with their row counts. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listAssetWrites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{assetId}/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pipelines that read and write an asset, by project, name and environment
         * @description List the pipelines that read and write an asset, by project, name and environment. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listAssetPipelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{assetId}/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the upstream and downstream assets of an asset, over all projects that you see
         * @description Get the upstream and downstream assets of an asset, over all projects that you see.
         */
        get: operations["getAssetGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{assetId}/column-lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trace a column of an asset both ways: what it is made of, and what breaks without it
         * @description Trace a column of an asset both ways: what it is made of, and what breaks without it.
         */
        get: operations["getColumnLineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/artifacts/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the pipelines of a published version will read and write, as far as their files say it
         * @description Get what the pipelines of a published version will read and write, as far as their files say it. Recorded within seconds of publishing, with the values that variables have then. Names that only a run knows are left out.
         */
        get: operations["getArtifactLineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the steps of an execution read and wrote
         * @description Get what the steps of an execution read and wrote.
         */
        get: operations["getExecutionLineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the OAuth entries of your projects, oldest first
         * @description List the OAuth entries of your projects, oldest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listOAuths"];
        put?: never;
        /**
         * Create an OAuth entry; it is pending setup until it is authorized
         * @description Create an OAuth entry; it is pending setup until it is authorized.
         */
        post: operations["createOAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauths/{oauthId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an OAuth entry without its secrets
         * @description Get an OAuth entry without its secrets.
         */
        get: operations["getOAuth"];
        /**
         * Update an OAuth entry; it needs authorization again when something its token depends on changes
         * @description Update an OAuth entry; it needs authorization again when something its token depends on changes.
         */
        put: operations["updateOAuth"];
        post?: never;
        /**
         * Delete an OAuth entry; one that connectors use needs `force`
         * @description Delete an OAuth entry; one that connectors use needs `force`.
         */
        delete: operations["deleteOAuth"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauths/{oauthId}/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who owns an OAuth entry, and which other projects may use it
         * @description Get who owns an OAuth entry, and which other projects may use it.
         */
        get: operations["getOAuthSharing"];
        /**
         * Share an OAuth entry with other projects, or hand it to another owner
         * @description Share an OAuth entry with other projects, or hand it to another owner.
         */
        put: operations["updateOAuthSharing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauths/{oauthId}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch a token, or return the URL where a user grants access
         * @description Fetch a token, or return the URL where a user grants access.
         */
        post: operations["authorizeOAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users of the directory
         * @description List users of the directory. Needs the account role `SUPER_ADMIN`. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user of the directory
         * @description Get a user of the directory.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the roles granted directly to a user
         * @description Get the roles granted directly to a user.
         */
        get: operations["getUserRoles"];
        /**
         * Replace the roles granted directly to a user; effective within 5 seconds
         * @description Replace the roles granted directly to a user; effective within 5 seconds. Needs the account role `SUPER_ADMIN`.
         */
        put: operations["setUserRoles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups of the directory
         * @description List groups of the directory. Needs the account role `SUPER_ADMIN`. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group of the directory
         * @description Get a group of the directory.
         */
        get: operations["getGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the roles granted directly to a group
         * @description Get the roles granted directly to a group.
         */
        get: operations["getGroupRoles"];
        /**
         * Replace the roles granted directly to a group; effective within 5 seconds
         * @description Replace the roles granted directly to a group; effective within 5 seconds. Needs the account role `SUPER_ADMIN`.
         */
        put: operations["setGroupRoles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-credentials/{clientId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the roles of an API credential
         * @description Get the roles of an API credential.
         */
        get: operations["getApiCredentialRoles"];
        /**
         * Replace the roles of an API credential; effective within 5 seconds, also for its tokens
         * @description Replace the roles of an API credential; effective within 5 seconds, also for its tokens. Needs the account role `SUPER_ADMIN`.
         */
        put: operations["setApiCredentialRoles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a project
         * @description List the members of a project. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listProjectMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/member-candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users, groups and credentials that can become members, by part of the name
         * @description Find users, groups and credentials that can become members, by part of the name. Needs the permission `project:write` in the project. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listMemberCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member of a project
         * @description Get a member of a project.
         */
        get: operations["getProjectMember"];
        /**
         * Grant a user, group or credential a role in a project
         * @description Grant a user, group or credential a role in a project. Needs the permission `project:write` in the project.
         */
        put: operations["setProjectMember"];
        post?: never;
        /**
         * Remove a member from a project
         * @description Remove a member from a project.
         */
        delete: operations["removeProjectMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments/{environmentName}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List direct grants of access to an environment
         * @description List direct grants of access to an environment. Needs the permission `environments:read` in the project and `environment:admin` in the environment. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listEnvironmentMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments/{environmentName}/member-candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users, groups and credentials that can be granted access, by part of the name
         * @description Find users, groups and credentials that can be granted access, by part of the name. Needs the permission `environments:read` in the project and `environment:admin` in the environment. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listEnvironmentMemberCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments/{environmentName}/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a direct grant of access to an environment
         * @description Get a direct grant of access to an environment.
         */
        get: operations["getEnvironmentMember"];
        /**
         * Grant a user, group or credential access to an environment, or deny it (NO_ACCESS)
         * @description Grant a user, group or credential access to an environment, or deny it (NO_ACCESS). Needs the permission `environments:read` in the project and `environment:admin` in the environment.
         */
        put: operations["setEnvironmentMember"];
        post?: never;
        /**
         * Remove a direct grant; groups and the default of the environment apply again
         * @description Remove a direct grant; groups and the default of the environment apply again.
         */
        delete: operations["removeEnvironmentMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the permissions of a user and the roles they come from
         * @description Get the permissions of a user and the roles they come from. Needs the account role `SUPER_ADMIN`. The list is paged; `total` counts the results of all pages.
         */
        get: operations["getUserPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/effective-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List everyone with access to a project, with the role and its sources
         * @description List everyone with access to a project, with the role and its sources. Active users and valid API credentials, each once, oldest first: those with a direct grant, through a group, however deep, and account administrators.
         */
        get: operations["listEffectiveProjectMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/environments/{environmentName}/effective-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List everyone in the project with their access to an environment and its sources
         * @description List everyone in the project with their access to an environment and its sources. Active users and valid API credentials, each once, oldest first: those with a direct grant, through a group, however deep, and account administrators. Needs the permission `environments:read` in the project and `environment:admin` in the environment.
         */
        get: operations["listEffectiveEnvironmentMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/personal-access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own tokens, oldest first
         * @description List your own tokens, oldest first.
         */
        get: operations["listPersonalAccessTokens"];
        put?: never;
        /**
         * Create a token with your own roles, narrowed by scopes; it is shown only once
         * @description Create a token with your own roles, narrowed by scopes; it is shown only once.
         */
        post: operations["createPersonalAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/personal-access-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of your own tokens, without its secret
         * @description Get one of your own tokens, without its secret.
         */
        get: operations["getPersonalAccessToken"];
        put?: never;
        post?: never;
        /**
         * Delete a token; it stops working within 5 seconds
         * @description Delete a token; it stops working within 5 seconds.
         */
        delete: operations["deletePersonalAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pipelines of a commit or of a published version, by name
         * @description List the pipelines of a commit or of a published version, by name. Give either ref, or environmentName with or without versionName. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listPipelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipelines/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pipeline: its components, links, variables, notes and problems
         * @description Get a pipeline: its components, links, variables, notes and problems. Give either ref, or environmentName with or without versionName. A file that cannot be read has no components; `faults` says why.
         */
        get: operations["getPipelineDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipelines/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pipelines that run a pipeline, and those that it runs
         * @description List the pipelines that run a pipeline, and those that it runs. Give one of ref, draft, pipelineExecutionId, and environmentName with or without versionName.
         */
        get: operations["getPipelineCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find pipelines by part of the name in all projects that you may see
         * @description Find pipelines by part of the name in all projects that you may see. Of each project, the pipelines on the default branch of its repository; of projects without a commit, those in the newest version that you may see. A repository at a Git provider is searched as it was when its branches were last read. The list is paged; `total` counts the results of all pages.
         */
        get: operations["searchPipelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipelines/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of an environment that changed a pipeline, newest first
         * @description List the published versions of an environment that changed a pipeline, newest first. Among the newest 1000 versions, disabled ones too. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listPipelineVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipelines/versions/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a pipeline in two published versions, of one environment or of two
         * @description Compare a pipeline in two published versions, of one environment or of two. With the texts of both, and the components that were added, changed and removed.
         */
        get: operations["getPipelineVersionDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects, by name
         * @description List projects, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project; the caller becomes its administrator
         * @description Create a project; the caller becomes its administrator. Needs the account permission `PROJECT_CREATOR`.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Get a project.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project with everything in it
         * @description Delete a project with everything in it.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Update a project; omitted fields keep their values
         * @description Update a project; omitted fields keep their values. Needs the permission `project:write` in the project.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the repository of a project
         * @description Get the repository of a project.
         */
        get: operations["getRepository"];
        put?: never;
        /**
         * Associate a repository with a project
         * @description Associate a repository with a project. `hosted` creates an empty repository inside Headrace, or takes the one that the project had there before; with other providers the repository must exist. Needs the permission `repository:write` in the project.
         */
        post: operations["associateRepository"];
        /**
         * Remove the association; the repository itself stays where it is
         * @description Remove the association; the repository itself stays where it is.
         */
        delete: operations["removeRepository"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/access-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the access token of the repository when the stored one is no longer valid
         * @description Replace the access token of the repository when the stored one is no longer valid. Needs the permission `repository:write` in the project.
         */
        put: operations["replaceRepositoryToken"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/pull-request-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page of the code host that opens a pull request from one branch into another
         * @description Get the page of the code host that opens a pull request from one branch into another.
         */
        get: operations["getPullRequestPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a repository, newest first
         * @description List the events of a repository, newest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listRepositoryEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the branches, by name
         * @description List the branches, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listBranches"];
        put?: never;
        /**
         * Create a branch
         * @description Create a branch. Needs the permission `repository:push` in the project.
         */
        post: operations["createBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/commits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the commits of a branch, newest first
         * @description List the commits of a branch, newest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listCommits"];
        put?: never;
        /**
         * Write and delete several files of a branch in one commit, all or none of them
         * @description Write and delete several files of a branch in one commit, all or none of them. The author is the caller. What others have committed since `baseCommit` stays; where they have changed one of the same files, the answer is 409 with both sides (`conflicts`). Needs the permission `repository:push` in the project.
         */
        post: operations["createCommit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a commit, by path
         * @description List the files of a commit, by path. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listFiles"];
        /**
         * Write a file of a branch, in a commit of its own
         * @description Write a file of a branch, in a commit of its own. If-Match is the state that the caller has read: the ETag of the file (GET …/files/content) or of the branch. Whatever else is there now is a problem with both sides (`conflicts`), 412; `*` is any state. Without If-Match the file must be new (409). A project without a repository gets a hosted one, and the branch of an empty repository begins with the file. Needs the permission `repository:push` in the project.
         */
        put: operations["putFile"];
        post?: never;
        /**
         * Delete a file of a branch, in a separate commit
         * @description Delete a file of a branch, in a separate commit. If-Match is the state that the caller has read: the ETag of the file (GET …/files/content) or of the branch. Whatever else is there now is a problem with both sides (`conflicts`), 412; `*` is any state. Without If-Match nothing is deleted (409). Needs the permission `repository:push` in the project.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/files/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of a commit
         * @description Read a file of a commit.
         */
        get: operations["getFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/artifacts/from-git": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a commit of the project's repository as a version in an environment
         * @description Publish a commit of the project's repository as a version in an environment. Needs the permission `artifacts:publish` in the project and `environment:run` in the environment.
         */
        post: operations["publishFromGit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the branches that are published automatically
         * @description List the branches that are published automatically. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listAutomaticPublications"];
        put?: never;
        /**
         * Publish every new commit of a branch to an environment automatically
         * @description Publish every new commit of a branch to an environment automatically. Needs the permission `artifacts:publish` in the project and `environment:run` in the environment.
         */
        post: operations["automatePublication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/publications/{environmentName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the branch that is published to an environment automatically
         * @description Get the branch that is published to an environment automatically.
         */
        get: operations["getAutomaticPublication"];
        put?: never;
        post?: never;
        /**
         * Stop publishing a branch to this environment automatically
         * @description Stop publishing a branch to this environment automatically.
         */
        delete: operations["stopAutomaticPublication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/commits/{commitHash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a commit with its whole message
         * @description Get a commit with its whole message.
         */
        get: operations["getCommit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/merges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a branch, a tag or a commit into a branch
         * @description Merge a branch, a tag or a commit into a branch. Files that both sides changed in ways that cannot be joined are 409: `conflicts` has both sides of each, and of a pipeline the components. Send what becomes of them in `resolutions`. Needs the permission `repository:push` in the project.
         */
        post: operations["mergeBranches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/branches/{branchName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a branch; its ETag is the commit that it is at
         * @description Get a branch; its ETag is the commit that it is at.
         */
        get: operations["getBranch"];
        put?: never;
        post?: never;
        /**
         * Delete a branch other than the default one; commits that no other branch has are lost
         * @description Delete a branch other than the default one; commits that no other branch has are lost. Needs the permission `repository:push` in the project.
         */
        delete: operations["deleteBranch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repositories/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files that differ between two commits or drafts, by path
         * @description List the files that differ between two commits or drafts, by path. Each with its text diff, and a pipeline with the components that were added, changed and removed. A renamed file is removed and added. Either side may be the caller's draft of a branch: the newest commit of the branch with the files of the draft in place of its own. The list is paged; `total` counts the results of all pages.
         */
        get: operations["getDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repository-migration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the migrations of a project, newest first
         * @description List the migrations of a project, newest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listRepositoryMigrations"];
        put?: never;
        /**
         * Move a project's repository to another repository or provider
         * @description Move a project's repository to another repository or provider. MIRROR_PUSH copies every ref to the target, compares, and points the project at it; RECONFIGURE only points the project at a target that has the published commits already. Poll the status until it is no longer IN_PROGRESS. The access token is rotated immediately and cannot be used again. Needs the permission `repository:write` in the project.
         */
        post: operations["startRepositoryMigration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/repository-migration/{migrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the status of a migration
         * @description Check the status of a migration.
         */
        get: operations["getRepositoryMigration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review the quality of the pipelines of a branch or a commit
         * @description Review the quality of the pipelines of a branch or a commit. By the rules of that commit (.headrace/quality.yaml or .matillion/config/pipeline_quality_rules.yaml), or by the defaults where it has none. Nothing is kept. Needs the permission `repository:read` in the project.
         */
        post: operations["reviewPipelines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runners, by name
         * @description List runners, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create a runner; its credential is read from /credentials
         * @description Create a runner; its credential is read from /credentials. Needs the account role `SUPER_ADMIN`.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the details of a runner
         * @description Get the details of a runner.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /**
         * Delete a runner that is stopped, pending or unknown
         * @description Delete a runner that is stopped, pending or unknown.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Update a runner; omitted fields keep their values
         * @description Update a runner; omitted fields keep their values. Needs the account role `SUPER_ADMIN`.
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/v1/agents/{agentId}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause, resume, restart or stop a runner
         * @description Pause, resume, restart or stop a runner. Needs the account role `SUPER_ADMIN`.
         */
        post: operations["commandAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the credential of a runner; a personal access token needs the scope write
         * @description Get the credential of a runner; a personal access token needs the scope write.
         */
        get: operations["getAgentCredentials"];
        put?: never;
        /**
         * Rotate the secret of a runner; the old secret stays valid for 24 hours
         * @description Rotate the secret of a runner; the old secret stays valid for 24 hours. Needs the account role `SUPER_ADMIN`.
         */
        post: operations["refreshAgentCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}/allowlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the projects and environments that a restricted runner may serve
         * @description Get the projects and environments that a restricted runner may serve.
         */
        get: operations["getAgentAllowList"];
        /**
         * Replace the allow list
         * @description Replace the allow list. Needs the account role `SUPER_ADMIN`.
         */
        put: operations["replaceAgentAllowList"];
        post?: never;
        /**
         * Clear the allow list
         * @description Clear the allow list.
         */
        delete: operations["clearAgentAllowList"];
        options?: never;
        head?: never;
        /**
         * Add or replace entries of the allow list
         * @description Add or replace entries of the allow list. Needs the account role `SUPER_ADMIN`.
         */
        patch: operations["extendAgentAllowList"];
        trace?: never;
    };
    "/v1/agent-tracks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the version tracks of this installation
         * @description List the version tracks of this installation.
         */
        get: operations["listAgentTracks"];
        /**
         * Replace the version tracks; outdated runners with automatic updates drain and restart
         * @description Replace the version tracks; outdated runners with automatic updates drain and restart. Needs the account role `SUPER_ADMIN`.
         */
        put: operations["replaceAgentTracks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/database-tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the tables of an environment's database, or the columns of one
         * @description List the tables of an environment's database, or the columns of one. The environment's runner reads what the database has, in a transaction that can change nothing, for 15 s at most; when the client disconnects it stops. Needs the permission `executions:run` in the project and `environment:run` in the environment.
         */
        post: operations["listDatabaseTables"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the first rows of a component of a transformation, or its columns and SQL
         * @description Read the first rows of a component of a transformation, or its columns and SQL. The environment's runner compiles the component and reads from it, in a transaction that can change nothing, for 15 s at most; when the client disconnects it stops. No execution is made. Needs the permission `executions:run` in the project and `environment:run` in the environment.
         */
        post: operations["takeSample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schedules of a project, by name
         * @description List the schedules of a project, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * @description Create a schedule. Needs the permission `schedules:write` in the project and `environment:run` in the environment.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedules/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a schedule
         * @description Get a schedule.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a schedule; its executions stay
         * @description Delete a schedule; its executions stay.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a schedule; absent fields stay, a kind of recurrence that is given replaces the other
         * @description Change a schedule; absent fields stay, a kind of recurrence that is given replaces the other.
         */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/v1/projects/{projectId}/schedules/{scheduleId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a schedule now; its due times stay as they are
         * @description Run a schedule now; its due times stay as they are.
         */
        post: operations["runSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedules/{scheduleId}/fire-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The next times a schedule starts a run, jitter included
         * @description The next times a schedule starts a run, jitter included.
         */
        get: operations["listFireTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedule-previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fire times of a schedule that is not saved
         * @description Fire times of a schedule that is not saved.
         */
        post: operations["previewSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedules/{scheduleId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of each due time, the latest first
         * @description What became of each due time, the latest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listScheduleHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedules/{scheduleId}/backfills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backfills of a schedule, the newest first
         * @description List the backfills of a schedule, the newest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listBackfills"];
        put?: never;
        /**
         * Run the due times of a past range that did not run; a dry run unless dryRun is false
         * @description Run the due times of a past range that did not run; a dry run unless dryRun is false.
         */
        post: operations["createBackfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedules/{scheduleId}/backfills/{backfillId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a backfill and its progress
         * @description Get a backfill and its progress.
         */
        get: operations["getBackfill"];
        put?: never;
        post?: never;
        /**
         * Stop a backfill; what it queued stays
         * @description Stop a backfill; what it queued stays.
         */
        delete: operations["cancelBackfill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/upcoming-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schedules that run next, in all projects, the earliest first
         * @description List the schedules that run next, in all projects, the earliest first. Each enabled schedule once, with its next run. Overdue ones come first.
         */
        get: operations["listUpcomingRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets of a project; values are never returned
         * @description List the secrets of a project; values are never returned. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listSecrets"];
        put?: never;
        /**
         * Create a secret for connectors, components and scripts
         * @description Create a secret for connectors, components and scripts. Needs the permission `secrets:write` in the project.
         */
        post: operations["createSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/secrets/{secretName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a secret without its value
         * @description Get a secret without its value.
         */
        get: operations["getSecret"];
        /**
         * Replace the value of a secret; steps that read it later get the new value
         * @description Replace the value of a secret; steps that read it later get the new value. Needs the permission `secrets:write` in the project.
         */
        put: operations["updateSecret"];
        post?: never;
        /**
         * Delete a secret
         * @description Delete a secret.
         */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/secret-references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secret references of a project, by name
         * @description List the secret references of a project, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listSecretReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/secret-references/{secretReferenceName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a secret reference
         * @description Get a secret reference.
         */
        get: operations["getSecretReference"];
        put?: never;
        /**
         * Name a secret that runners have
         * @description Name a secret that runners have. Where a secret of the project can be named, the reference can be. A runner looks up the secret that it means, if its operator granted that to the project. Needs the permission `secrets:write` in the project.
         */
        post: operations["createSecretReference"];
        /**
         * Delete a secret reference; the secret stays
         * @description Delete a secret reference; the secret stays. Needs the permission `secrets:write` in the project.
         */
        delete: operations["deleteSecretReference"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared-pipelines/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published versions of shared pipelines, newest first
         * @description List published versions of shared pipelines, newest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listSharedPipelineArtifacts"];
        put?: never;
        /**
         * Publish a version of shared pipelines
         * @description Publish a version of shared pipelines. multipart/form-data: each part is a file, named by its path. `.matillion/shared-pipelines.yaml` says which pipelines are shared. Versions never change.
         */
        post: operations["publishSharedPipelines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared-pipelines/artifacts/from-git": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a commit of a project's repository as a version of shared pipelines
         * @description Publish a commit of a project's repository as a version of shared pipelines.
         */
        post: operations["publishSharedPipelinesFromGit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared-pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the shared pipelines of your projects in their newest versions
         * @description List the shared pipelines of your projects in their newest versions. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listSharedPipelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared-pipelines/artifacts/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a version shares with its parameters, the newest version without a name
         * @description Get what a version shares with its parameters, the newest version without a name.
         */
        get: operations["getSharedPipelineArtifactDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Disable a version of shared pipelines, or enable it again
         * @description Disable a version of shared pipelines, or enable it again. A disabled version is not the newest any more. Versions that were published with it go on running it.
         */
        patch: operations["updateSharedPipelineArtifact"];
        trace?: never;
    };
    "/v1/shared-pipelines/artifacts/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the parameters of a shared pipeline in two versions
         * @description Compare the parameters of a shared pipeline in two versions.
         */
        get: operations["compareSharedPipeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared-pipelines/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List which projects run which version of shared pipelines
         * @description List which projects run which version of shared pipelines. For each environment, the newest version that is published there. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listSharedPipelineUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared-pipelines/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who owns a set of shared pipelines, and which other projects may run them
         * @description Get who owns a set of shared pipelines, and which other projects may run them.
         */
        get: operations["getSharedPipelineSharing"];
        /**
         * Let other projects run a set of shared pipelines, or hand it to another owner
         * @description Let other projects run a set of shared pipelines, or hand it to another owner.
         */
        put: operations["updateSharedPipelineSharing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller, and the CSRF token of its browser session
         * @description Get the caller, and the CSRF token of its browser session.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a password; the session is a cookie
         * @description Sign in with a password; the session is a cookie.
         */
        post: operations["signIn"];
        /**
         * Sign out; 200 when the session goes on at an identity provider that users sign out of too
         * @description Sign out; 200 when the session goes on at an identity provider that users sign out of too.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your browser sessions
         * @description List your browser sessions.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a user out everywhere: yourself, or any user as an administrator
         * @description Sign a user out everywhere: yourself, or any user as an administrator.
         */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your password; all your other sessions end
         * @description Change your password; all your other sessions end.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to sign in
         * @description List the ways to sign in.
         */
        get: operations["getSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/open-id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start a sign-in: redirects the browser to an identity provider
         * @description Start a sign-in: redirects the browser to an identity provider.
         */
        get: operations["startOpenIdSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/open-id/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finish a sign-in: identity providers redirect browsers here
         * @description Finish a sign-in: identity providers redirect browsers here.
         */
        get: operations["finishOpenIdSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/open-id/{id}/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public keys with which Headrace authenticates at an identity provider
         * @description Get the public keys with which Headrace authenticates at an identity provider.
         */
        get: operations["getIdentityProviderKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/open-id/{id}/back-channel-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the sessions of a user who signed out at the identity provider (back-channel logout)
         * @description End the sessions of a user who signed out at the identity provider (back-channel logout).
         */
        post: operations["endSessionsByProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/identity-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List identity providers, oldest first
         * @description List identity providers, oldest first.
         */
        get: operations["listIdentityProviders"];
        put?: never;
        /**
         * Create an identity provider (OpenID Connect)
         * @description Create an identity provider (OpenID Connect). Needs the account role `SUPER_ADMIN`.
         */
        post: operations["createIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/identity-providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an identity provider, without its secret
         * @description Get an identity provider, without its secret.
         */
        get: operations["getIdentityProvider"];
        put?: never;
        post?: never;
        /**
         * Delete an identity provider; sessions started through it end
         * @description Delete an identity provider; sessions started through it end.
         */
        delete: operations["deleteIdentityProvider"];
        options?: never;
        head?: never;
        /**
         * Update an identity provider; omitted fields keep their values
         * @description Update an identity provider; omitted fields keep their values. The issuer stays. The provider is tried before anything is stored; sessions go on. Needs the account role `SUPER_ADMIN`.
         */
        patch: operations["updateIdentityProvider"];
        trace?: never;
    };
    "/v1/users/{id}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who a user is at identity providers
         * @description List who a user is at identity providers.
         */
        get: operations["listUserIdentities"];
        put?: never;
        post?: never;
        /**
         * Unlink a user from identity providers; the sessions of the user end
         * @description Unlink a user from identity providers; the sessions of the user end. The next sign-in under the user name links the user again: for subjects that have changed.
         */
        delete: operations["unlinkUserIdentities"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the invitation of a user that was not accepted yet
         * @description Get the invitation of a user that was not accepted yet.
         */
        get: operations["getInvitation"];
        put?: never;
        /**
         * Create a link with which a user sets a password; a link given before stops working
         * @description Create a link with which a user sets a password; a link given before stops working. Needs the account role `SUPER_ADMIN`.
         */
        post: operations["createInvitation"];
        /**
         * Withdraw the invitation of a user
         * @description Withdraw the invitation of a user.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/invitation/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the user whom an invitation is for
         * @description Get the user whom an invitation is for.
         */
        post: operations["previewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation: sets your password and signs you in
         * @description Accept an invitation: sets your password and signs you in.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with a code of your authenticator app, or a recovery code
         * @description Finish a sign-in with a code of your authenticator app, or a recovery code.
         */
        post: operations["proveSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/second-factor/enrolment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm that enrolment with a code of the app, and finish the sign-in
         * @description Confirm that enrolment with a code of the app, and finish the sign-in.
         */
        put: operations["confirmRequiredEnrolment"];
        /**
         * Begin to enrol the second factor that the installation demands
         * @description Begin to enrol the second factor that the installation demands.
         */
        post: operations["beginRequiredEnrolment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get whether you have a second factor
         * @description Get whether you have a second factor.
         */
        get: operations["getSecondFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/second-factor/enrolment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm the enrolment with a code of the app
         * @description Confirm the enrolment with a code of the app.
         */
        put: operations["confirmEnrolment"];
        /**
         * Begin to enrol an authenticator app; one that you have stays until you confirm
         * @description Begin to enrol an authenticator app; one that you have stays until you confirm.
         */
        post: operations["beginEnrolment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create new recovery codes; earlier ones stop working
         * @description Create new recovery codes; earlier ones stop working.
         */
        post: operations["createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/second-factor/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove your second factor
         * @description Remove your second factor.
         */
        post: operations["removeSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get whether a user has a second factor
         * @description Get whether a user has a second factor.
         */
        get: operations["getUserSecondFactor"];
        put?: never;
        post?: never;
        /**
         * Remove the second factor of a user who lost it; the sessions of the user end
         * @description Remove the second factor of a user who lost it; the sessions of the user end.
         */
        delete: operations["resetUserSecondFactor"];
        options?: never;
        head?: never;
        /**
         * Demand a second factor of a user, from the next sign-in with a password on
         * @description Demand a second factor of a user, from the next sign-in with a password on. Needs the account role `SUPER_ADMIN`.
         */
        patch: operations["updateUserSecondFactor"];
        trace?: never;
    };
    "/v1/sign-in/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of signing in
         * @description Get the settings of signing in.
         */
        get: operations["getSignInSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the settings of signing in; they apply to the next sign-in of each user
         * @description Update the settings of signing in; they apply to the next sign-in of each user. Needs the account role `SUPER_ADMIN`.
         */
        patch: operations["updateSignInSettings"];
        trace?: never;
    };
    "/v1/execution-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how many executions succeeded and failed, how long they ran, waited and how many rows they reported
         * @description List how many executions succeeded and failed, how long they ran, waited and how many rows they reported. Executions of published versions, without those that other pipelines called, are counted within seconds of their end, for the day in UTC in which they ended. What is counted is kept for 400 days, also when executions are deleted.
         */
        get: operations["listExecutionStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/component-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the components that took the most time in all
         * @description List the components that took the most time in all. Counted like executions, with the components of called pipelines. Iterators, calls and what only steers are not listed.
         */
        get: operations["listComponentStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/streaming-pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the streaming pipelines of a project, by name
         * @description List the streaming pipelines of a project, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listStreamingPipelines"];
        put?: never;
        /**
         * Create a streaming pipeline
         * @description Create a streaming pipeline. The definition is kept; no runner of this version can run streams. Needs the permission `project:write` in the project.
         */
        post: operations["createStreamingPipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/streaming-pipelines/{streamingPipelineId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a streaming pipeline
         * @description Get a streaming pipeline.
         */
        get: operations["getStreamingPipeline"];
        /**
         * Replace a streaming pipeline; what is left out is removed
         * @description Replace a streaming pipeline; what is left out is removed. Needs the permission `project:write` in the project.
         */
        put: operations["replaceStreamingPipeline"];
        post?: never;
        /**
         * Delete a streaming pipeline
         * @description Delete a streaming pipeline. Needs the permission `project:write` in the project.
         */
        delete: operations["deleteStreamingPipeline"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/streaming-pipelines/{streamingPipelineId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a streaming pipeline: it is NOT_RUNNING
         * @description Get the status of a streaming pipeline: it is NOT_RUNNING.
         */
        get: operations["getStreamingPipelineStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/streaming-pipelines/{streamingPipelineId}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start or stop a streaming pipeline: START is 409, STOP changes nothing
         * @description Start or stop a streaming pipeline: START is 409, STOP changes nothing. No runner of this version can run streams. Needs the permission `project:write` in the project.
         */
        post: operations["commandStreamingPipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/test-executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List test executions of a project, newest first
         * @description List test executions of a project, newest first. Needs the permission `executions:read` in the project. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listTestExecutions"];
        put?: never;
        /**
         * Run tests of pipelines: of a published version, a branch, a commit or a draft
         * @description Run tests of pipelines: of a published version, a branch, a commit or a draft. The environment's runner carries out each test in a database of its own, which is dropped afterwards. What is not published is tested only where the environment allows it, for callers who may publish. Needs the permission `executions:run` in the project and `environment:run` in the environment.
         */
        post: operations["createTestExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/test-executions/{testExecutionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a test execution: its totals, and each test with what was expected and what was there
         * @description Read a test execution: its totals, and each test with what was expected and what was there. Needs the permission `executions:read` in the project.
         */
        get: operations["getTestExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Cancel a test execution
         * @description Cancel a test execution.
         */
        patch: operations["updateTestExecution"];
        trace?: never;
    };
    "/v1/projects/{projectId}/test-executions/{testExecutionId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a test execution as JUnit XML
         * @description Read the results of a test execution as JUnit XML. Needs the permission `executions:read` in the project.
         */
        get: operations["getTestExecutionReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the triggers of a project, by name
         * @description List the triggers of a project, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listTriggers"];
        put?: never;
        /**
         * Create a trigger, which starts a published pipeline when an event occurs
         * @description Create a trigger, which starts a published pipeline when an event occurs. Needs the permission `schedules:write` in the project and `environment:run` in the environment.
         */
        post: operations["createTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a trigger
         * @description Get a trigger.
         */
        get: operations["getTrigger"];
        put?: never;
        post?: never;
        /**
         * Delete a trigger with its history; its executions stay
         * @description Delete a trigger with its history; its executions stay.
         */
        delete: operations["deleteTrigger"];
        options?: never;
        head?: never;
        /**
         * Change a trigger; absent fields stay, and a condition that is given replaces the other
         * @description Change a trigger; absent fields stay, and a condition that is given replaces the other.
         */
        patch: operations["updateTrigger"];
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the pipeline of a trigger now, with the values of the trigger itself
         * @description Run the pipeline of a trigger now, with the values of the trigger itself.
         */
        post: operations["runTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event to a trigger: its pipeline starts once for each event id
         * @description Send an event to a trigger: its pipeline starts once for each event id. The body is the event, any JSON object of up to 64 KiB; `variablePaths` of the trigger say which variables it sets. Its id is the header `webhook-id`, else `Idempotency-Key`. A trigger that takes signed events only checks `webhook-timestamp` and `webhook-signature` (Standard Webhooks) besides the token.
         */
        post: operations["sendTriggerEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened for a trigger and why each started a run or did not, the latest first
         * @description What happened for a trigger and why each started a run or did not, the latest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listTriggerHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/triggers/{triggerId}/backfills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run what happened in a past range and started nothing; a dry run unless dryRun is false
         * @description Run what happened in a past range and started nothing; a dry run unless dryRun is false. What was skipped, missed or failed runs again; of PIPELINE_END also ends of the last 90 days from before the trigger was made, or while it was disabled.
         */
        post: operations["backfillTrigger"];
        /**
         * Stop the backfill of a trigger whose executions run one after another; what it queued stays
         * @description Stop the backfill of a trigger whose executions run one after another; what it queued stays.
         */
        delete: operations["stopTriggerBackfill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/trigger-previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a condition would find now, and which variables it would set; nothing is saved or started
         * @description What a condition would find now, and which variables it would set; nothing is saved or started. Needs the permission `executions:run` in the project and `environment:run` in the environment.
         */
        post: operations["previewTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List project variables, by name
         * @description List project variables, by name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listProjectVariables"];
        put?: never;
        /**
         * Create a project variable
         * @description Create a project variable. Needs the permission `variables:write` in the project.
         */
        post: operations["createProjectVariable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/variables/{variableName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project variable
         * @description Get a project variable.
         */
        get: operations["getProjectVariable"];
        put?: never;
        post?: never;
        /**
         * Delete a project variable with all its environment overrides
         * @description Delete a project variable with all its environment overrides.
         */
        delete: operations["deleteProjectVariable"];
        options?: never;
        head?: never;
        /**
         * Change a project variable; type and behaviour are required, other absent fields stay
         * @description Change a project variable; type and behaviour are required, other absent fields stay. Needs the permission `variables:write` in the project.
         */
        patch: operations["updateProjectVariable"];
        trace?: never;
    };
    "/v1/projects/{projectId}/variables/{variableName}/resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an execution in one environment would see, and where that value comes from
         * @description What an execution in one environment would see, and where that value comes from.
         */
        get: operations["resolveProjectVariable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/variables/{variableName}/environment-overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project variable with its environment overrides
         * @description Get a project variable with its environment overrides.
         */
        get: operations["getEnvironmentOverrides"];
        put?: never;
        /**
         * Create or update environment overrides; each succeeds or fails alone
         * @description Create or update environment overrides; each succeeds or fails alone. Needs the permission `variables:read` in the project.
         */
        post: operations["createOrUpdateEnvironmentOverrides"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/variables/{variableName}/environment-overrides/{environmentName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the override of one environment
         * @description Delete the override of one environment.
         */
        delete: operations["deleteEnvironmentOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/variables/{variableName}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed a variable or its overrides, when, and what; the newest first
         * @description Who changed a variable or its overrides, when, and what; the newest first. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listProjectVariableChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/variables/{variableName}/history/{changeId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the value of a variable or an override from before a change (or after it)
         * @description Restore the value of a variable or an override from before a change (or after it). 204 when there was nothing at that time: it is deleted now.
         */
        post: operations["restoreProjectVariable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/variables/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All variables of a project with their overrides, as a JSON, YAML or CSV file
         * @description All variables of a project with their overrides, as a JSON, YAML or CSV file.
         */
        get: operations["exportProjectVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/variables/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring the variables of a project to what a file says; with dryRun=true only the difference
         * @description Bring the variables of a project to what a file says; with dryRun=true only the difference. Needs the permission `variables:write` in the project.
         */
        post: operations["importProjectVariables"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your saved views, by name
         * @description List your saved views, by name. A view is a filter of a list under a name. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Save a view, for yourself or for the members of a project
         * @description Save a view, for yourself or for the members of a project. Sharing it in a project needs the permission executions:run there.
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/saved-views/{savedViewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a saved view
         * @description Get a saved view.
         */
        get: operations["getSavedView"];
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description Delete a saved view. One of your views, or a shared view in a project that you administer.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        /**
         * Update a view of yours; omitted fields keep their values
         * @description Update a view of yours; omitted fields keep their values.
         */
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/v1/webhook-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payload templates of webhooks, by name
         * @description List the payload templates of webhooks, by name. The default, `[Custom]`, is built into the component and is not listed. The list is paged; `total` counts the results of all pages.
         */
        get: operations["listWebhookTemplates"];
        put?: never;
        /**
         * Create a payload template that a Webhook Post can begin with
         * @description Create a payload template that a Webhook Post can begin with. Needs the account role `SUPER_ADMIN`.
         */
        post: operations["createWebhookTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-templates/{webhookTemplateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payload template of webhooks
         * @description Get a payload template of webhooks.
         */
        get: operations["getWebhookTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a payload template; pipelines made from it keep their payload
         * @description Delete a payload template; pipelines made from it keep their payload. Needs the account role `SUPER_ADMIN`.
         */
        delete: operations["deleteWebhookTemplate"];
        options?: never;
        head?: never;
        /**
         * Update a payload template; omitted fields keep their values
         * @description Update a payload template; omitted fields keep their values. Pipelines that were begun with it keep the payload that they have. Needs the account role `SUPER_ADMIN`.
         */
        patch: operations["updateWebhookTemplate"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The requested state */
        ConflictSide: {
            /** @description The file as Git names it */
            blobHash?: string;
            /** @description Text content, unless it is too long */
            content?: string;
        };
        /** @description A file that two changes would leave in different states */
        FileConflict: {
            path: string;
            base?: components["schemas"]["ConflictSide"];
            theirs: components["schemas"]["ConflictSide"];
            /** @description The commit that has `theirs`: the base of a change that is made after reading both sides */
            theirsCommit?: string;
            yours: components["schemas"]["ConflictSide"];
            /** @description For a pipeline, the components that both sides changed */
            components?: string[];
        };
        /** @description RFC 9457. The response header x-request-id identifies the request in the logs */
        Problem: {
            /**
             * Format: uri
             * @description Its last path segment is a slug such as bad-request
             * @example https://headrace.example.com/problems/not-found
             */
            type: string;
            title: string;
            /** Format: int32 */
            status: number;
            detail: string;
            /** @description Path of the request */
            instance: string;
            /** @description One sentence per violation, with the path of the field */
            violations: string[];
            /** @description Only for conflicting changes of files: both sides of each */
            conflicts?: components["schemas"]["FileConflict"][];
        };
        TokenForm: {
            /** @description client_credentials */
            grant_type?: string;
            client_id?: string;
            client_secret?: string;
            /** @description Accepted and not needed */
            audience?: string;
            scope?: string;
        };
        TokenAnswer: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in: number;
            scope: string;
        };
        OAuthErrorBody: {
            error: string;
            error_description: string;
        };
        ServerMetadata: {
            issuer: string;
            token_endpoint: string;
            jwks_uri: string;
            response_types_supported: string[];
            grant_types_supported: string[];
            token_endpoint_auth_methods_supported: string[];
            scopes_supported: string[];
            service_documentation: string;
        };
        /** @description Any JSON object. `variablePaths` of the trigger say what becomes of it */
        TriggerEvent: {
            [key: string]: unknown;
        };
        KeySet: {
            keys: components["schemas"]["TriggerEvent"][];
        };
        About: {
            /** @description Version of the product */
            version: string;
            /** @enum {string} */
            apiVersion: "1.0";
            /** @description Release of the IANA time-zone data that schedules use, such as 2026c */
            timeZoneData: string;
            /** @description EU1, US1, AU1 or the name of this installation */
            region: string;
        };
        /**
         * @description RUNNING: the agent works, or waits for a decision. STOPPED: it has answered, or was stopped. ERRORED: it failed, see `error`. A new message starts a task that is STOPPED or ERRORED again
         * @enum {string}
         */
        AgentTaskStatus: "RUNNING" | "STOPPING" | "STOPPED" | "ERRORED";
        AgentConfig: {
            /** @enum {string} */
            name: "data_engineer_agent";
            /** @enum {string} */
            mode: "ACT";
            /** Format: uuid */
            projectId: string;
            /** @description The environment in which granted tools may act; in every other each call needs a decision */
            environmentName: string;
            /** @description The branch that the branch of the task begins at */
            sourceBranchName: string;
            /** @description The one branch that the task writes to, created if it does not exist. Never the default branch, nor one that is published automatically */
            targetBranchName?: string;
            /** @description Instead of a targetBranchName: creates a branch of a new name */
            generateBranch?: boolean;
            /** @description Where new files belong */
            workingDirectory?: string;
            /** @description Kept as given */
            graphId?: string;
        };
        AgentTaskSummary: {
            /** Format: uuid */
            taskId: string;
            status: components["schemas"]["AgentTaskStatus"];
            /** @description The beginning of its first message */
            description: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            modifiedAt: string;
            agentConfig: components["schemas"]["AgentConfig"];
            /** @description The branch that the task writes to */
            branchName: string;
            /** @description Whether you created it, and so decide and write to it */
            isOwn: boolean;
            /** @description Why it is ERRORED */
            error?: string;
        };
        AgentTaskList: {
            page: number;
            size: number;
            total: number;
            tasks: components["schemas"]["AgentTaskSummary"][];
        };
        NewAgentTaskGrantedPermissionsItem: {
            /** @example run_pipeline */
            toolName: string;
        };
        NewAgentTask: {
            agentConfig: components["schemas"]["AgentConfig"];
            /** @example Load the orders of yesterday into a table and count them by country. */
            message: string;
            /** @description Tools that may act in the environment of the task without a decision on each call. Calls in environments of production always need one */
            grantedPermissions?: components["schemas"]["NewAgentTaskGrantedPermissionsItem"][];
        };
        CreatedAgentTask: {
            /** Format: uuid */
            taskId: string;
            status: components["schemas"]["AgentTaskStatus"];
            agentName: string;
            /** Format: date-time */
            createdAt: string;
        };
        AgentTaskGrantedPermissionsItem: {
            /** @example run_pipeline */
            toolName: string;
        };
        /**
         * @description tool: whether a call is made. ask_user: the agent asks, see `questions`
         * @enum {string}
         */
        PendingDecisionType: "tool" | "ask_user";
        PendingDecisionPermissionMessage: {
            title: string;
            body: string;
        };
        PendingDecisionQuestionsItem: {
            /** @description One question, with what is needed to answer it */
            question: string;
            /**
             * @description Answers to choose from; the user may also write another one
             * @example [
             *       "Norway",
             *       "Denmark"
             *     ]
             */
            options?: string[];
            /** @description Whether several options may be chosen */
            multiSelect?: boolean;
        };
        PendingDecision: {
            type: components["schemas"]["PendingDecisionType"];
            /** @example call_abc123 */
            toolId: string;
            /** @example run_pipeline */
            toolName: string;
            /** @description Arguments of the call */
            toolInput: unknown;
            permissionMessage: components["schemas"]["PendingDecisionPermissionMessage"];
            /** @description Of the type ask_user: each needs an answer */
            questions?: components["schemas"]["PendingDecisionQuestionsItem"][];
        };
        AgentTask: {
            /** Format: uuid */
            taskId: string;
            status: components["schemas"]["AgentTaskStatus"];
            /** @description The beginning of its first message */
            description: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            modifiedAt: string;
            agentConfig: components["schemas"]["AgentConfig"];
            /** @description The branch that the task writes to */
            branchName: string;
            /** @description Whether you created it, and so decide and write to it */
            isOwn: boolean;
            /** @description Why it is ERRORED */
            error?: string;
            grantedPermissions: components["schemas"]["AgentTaskGrantedPermissionsItem"][];
            pendingDecisions: components["schemas"]["PendingDecision"][];
        };
        /**
         * @description notice: what Headrace itself says, such as why the task ended
         * @enum {string}
         */
        AgentMessageDataType: "user" | "assistant" | "toolResult" | "notice";
        AgentMessageDataToolCallsItem: {
            /** @example call_abc123 */
            toolId: string;
            toolName: string;
            toolInput: unknown;
        };
        AgentMessageData: {
            type: components["schemas"]["AgentMessageDataType"];
            /** @description Text, never markup */
            text: string;
            toolCalls?: components["schemas"]["AgentMessageDataToolCallsItem"][];
            /** @example call_abc123 */
            toolId?: string;
            toolName?: string;
            isError?: boolean;
        };
        AgentMessage: {
            data: components["schemas"]["AgentMessageData"];
            /**
             * Format: uuid
             * @description A message of a user and all that follows from it
             */
            groupId: string;
            /** Format: date-time */
            timestamp: string;
        };
        AgentMessageList: {
            results: components["schemas"]["AgentMessage"][];
            /** @description The paginationToken of the next batch; absent when there is none yet */
            more?: string;
            /** @description The paginationToken for what follows the last message that is known; to poll on with */
            next: string;
        };
        NewAgentMessage: {
            /** @example Load the orders of yesterday into a table and count them by country. */
            message: string;
        };
        AgentTaskState: {
            /** Format: uuid */
            taskId: string;
            status: components["schemas"]["AgentTaskStatus"];
        };
        /** @description Of questions, too: not approved, they stay without an answer */
        AgentDecisionsDecisionsItemForm1: {
            /** @enum {string} */
            type: "tool";
            /**
             * @description The toolId of the pending decision
             * @example call_abc123
             */
            id: string;
            /** @description true: this one call is made. false: it is not */
            approved: boolean;
            /** @description Told to the agent when the call is not approved */
            reason?: string;
        };
        AgentDecisionsDecisionsItemForm2AnswersItem: {
            /** @description Of the question, from 0 */
            questionIndex: number;
            /** @description Options of the question, as written there */
            selectedOptions?: string[];
            /** @description An answer in your own words */
            text?: string;
        };
        AgentDecisionsDecisionsItemForm2: {
            /** @enum {string} */
            type: "ask_user";
            /**
             * @description The toolId of the pending decision
             * @example call_abc123
             */
            id: string;
            /** @description One for each question */
            answers: components["schemas"]["AgentDecisionsDecisionsItemForm2AnswersItem"][];
        };
        AgentDecisionsDecisionsItem: components["schemas"]["AgentDecisionsDecisionsItemForm1"] | components["schemas"]["AgentDecisionsDecisionsItemForm2"];
        AgentDecisions: {
            decisions: components["schemas"]["AgentDecisionsDecisionsItem"][];
        };
        RemainingDecisions: {
            /** @description Decisions that are still pending */
            pendingDecisions: components["schemas"]["PendingDecision"][];
        };
        AgentPermissionsGrantedPermissionsItem: {
            /** @example run_pipeline */
            toolName: string;
        };
        AgentPermissions: {
            /** @description Tools that may act in the environment of the task without a decision on each call. Calls in environments of production always need one */
            grantedPermissions: components["schemas"]["AgentPermissionsGrantedPermissionsItem"][];
        };
        /** @enum {string} */
        AlertChannelType: "WEBHOOK" | "SLACK" | "TEAMS" | "PAGERDUTY" | "EMAIL";
        /**
         * @description STARTTLS upgrades the connection before the login, TLS encrypts from the start. STARTTLS by default
         * @enum {string}
         */
        MailEncryption: "STARTTLS" | "TLS" | "NONE";
        MailServer: {
            /** @example smtp.example.com */
            host: string;
            /** @description 465 with TLS, else 587 */
            port?: number;
            encryption?: components["schemas"]["MailEncryption"];
            /** @example Headrace <alerts@example.com> */
            sender: string;
            username?: string;
        };
        /** @description Messages are held back at these times of every day, and sent when they are over */
        QuietHours: {
            /** @example 22:00 */
            from: string;
            /**
             * @description When what was held back is sent; may be on the next day
             * @example 07:00
             */
            to: string;
            /**
             * @description IANA name
             * @example Europe/Berlin
             */
            timeZone: string;
        };
        AlertChannel: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation, which only a SUPER_ADMIN manages
             */
            projectId?: string;
            /**
             * @description Unique among the channels of its owner without regard to case
             * @example On call
             */
            name: string;
            type: components["schemas"]["AlertChannelType"];
            enabled: boolean;
            /**
             * @description The origin of its address, or its mail server; the rest of an address is a secret
             * @example https://hooks.slack.com
             */
            target: string;
            recipients?: string[];
            mailServer?: components["schemas"]["MailServer"];
            /** @description Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident */
            digestMinutes?: number;
            quietHours?: components["schemas"]["QuietHours"];
            /** Format: date-time */
            lastDeliveredAt?: string;
            /** @description Why the last attempt failed; absent after one that succeeded */
            lastError?: string;
            /** Format: date-time */
            updatedAt: string;
            updatedBy: string;
        };
        AlertChannelPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["AlertChannel"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewMailServer: {
            /** @example smtp.example.com */
            host: string;
            /** @description 465 with TLS, else 587 */
            port?: number;
            encryption?: components["schemas"]["MailEncryption"];
            /** @example Headrace <alerts@example.com> */
            sender: string;
            username?: string;
            /** @description Encrypted, and never shown again */
            password?: string;
        };
        NewAlertChannel: {
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation, which only a SUPER_ADMIN manages
             */
            projectId?: string;
            /**
             * @description Unique among the channels of its owner without regard to case
             * @example On call
             */
            name: string;
            type: components["schemas"]["AlertChannelType"];
            /** @description True by default */
            enabled?: boolean;
            /**
             * @description EMAIL: who receives it
             * @example [
             *       "ada@example.com"
             *     ]
             */
            recipients?: string[];
            mailServer?: components["schemas"]["NewMailServer"];
            /** @description Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident */
            digestMinutes?: number;
            quietHours?: components["schemas"]["QuietHours"];
            /**
             * @description WEBHOOK, SLACK, TEAMS: the address to post to. PAGERDUTY: another endpoint of the Events API v2, such as that of the EU. Encrypted; only its origin is shown again
             * @example https://example.com/alerts
             */
            webhookUrl?: string;
            /** @description PAGERDUTY: the integration key. Encrypted, and never shown again */
            routingKey?: string;
            /** @description WEBHOOK: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks). Made by the server when absent. Encrypted, and never shown again */
            signingSecret?: string;
        };
        CreatedAlertChannel: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation, which only a SUPER_ADMIN manages
             */
            projectId?: string;
            /**
             * @description Unique among the channels of its owner without regard to case
             * @example On call
             */
            name: string;
            type: components["schemas"]["AlertChannelType"];
            enabled: boolean;
            /**
             * @description The origin of its address, or its mail server; the rest of an address is a secret
             * @example https://hooks.slack.com
             */
            target: string;
            recipients?: string[];
            mailServer?: components["schemas"]["MailServer"];
            /** @description Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident */
            digestMinutes?: number;
            quietHours?: components["schemas"]["QuietHours"];
            /** Format: date-time */
            lastDeliveredAt?: string;
            /** @description Why the last attempt failed; absent after one that succeeded */
            lastError?: string;
            /** Format: date-time */
            updatedAt: string;
            updatedBy: string;
            /**
             * @description WEBHOOK: made by the server. It is shown this once
             * @example whsec_MfKQ9r8G…
             */
            signingSecret?: string;
        };
        /** @description Null takes digests or quiet hours away. The password of a mail server stays while its host and user name do; another host needs it again, and so does another endpoint the routing key */
        AlertChannelPatch: {
            /**
             * @description Unique among the channels of its owner without regard to case
             * @example On call
             */
            name?: string;
            enabled?: boolean;
            /**
             * @description EMAIL: who receives it
             * @example [
             *       "ada@example.com"
             *     ]
             */
            recipients?: string[];
            mailServer?: components["schemas"]["NewMailServer"];
            digestMinutes?: number | null;
            quietHours?: components["schemas"]["QuietHours"] | null;
            /**
             * @description WEBHOOK, SLACK, TEAMS: the address to post to. PAGERDUTY: another endpoint of the Events API v2, such as that of the EU. Encrypted; only its origin is shown again
             * @example https://example.com/alerts
             */
            webhookUrl?: string;
            /** @description PAGERDUTY: the integration key. Encrypted, and never shown again */
            routingKey?: string;
            /** @description WEBHOOK: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks). Made by the server when absent. Encrypted, and never shown again */
            signingSecret?: string;
        };
        AlertChannelTest: {
            delivered: boolean;
            /** @description The response of the receiver, or why nothing reached it */
            message: string;
        };
        /**
         * @description FAILED: an execution failed, until the same pipeline next succeeds in the same environment. GATE_FAILED: a gate of an execution failed, whether it stopped or warned, until the same pipeline next succeeds there without. RUNNING_LONG: an execution runs longer than usual, until it ends. RAN_SHORT: an execution succeeded in less than half of the time that the shortest of the last ones took, until the same pipeline next succeeds there in its usual time. QUEUED_LONG: executions of an environment wait in the queue, until they start. RUNNER_LOST: no process of a runner is connected, until one is. SCHEDULE_LATE: the last run of a schedule started late or has not started yet, until one starts on time. SCHEDULE_MISSED: the last due time of a schedule passed without a run, until a later one has its run. BUDGET_EXCEEDED: what the rule watches consumed more credits in this month, in UTC, than `creditsPerMonth`, until the month ends
         * @enum {string}
         */
        AlertEvent: "FAILED" | "GATE_FAILED" | "RUNNING_LONG" | "RAN_SHORT" | "QUEUED_LONG" | "RUNNER_LOST" | "SCHEDULE_LATE" | "SCHEDULE_MISSED" | "BUDGET_EXCEEDED";
        AlertRule: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation, which only a SUPER_ADMIN manages
             */
            projectId?: string;
            /**
             * @description Unique among the rules of its owner without regard to case
             * @example Nightly loads
             */
            name: string;
            events: components["schemas"]["AlertEvent"][];
            /** @description Channels of the same owner */
            channelIds: string[];
            /** @description Any environment when absent */
            environmentName?: string;
            /** @description Any pipeline when absent */
            pipelineName?: string;
            /** @description Only executions with this tag */
            executionTag?: string;
            /** @description After how long RUNNING_LONG, QUEUED_LONG, RUNNER_LOST and SCHEDULE_LATE are reported. By default 10 minutes in the queue or after the due time, 2 minutes without a process of the runner, and half as long again as the longest of the last 30 successful runs of the pipeline in the environment, once there are 10 */
            afterMinutes?: number;
            /** @description Needed by BUDGET_EXCEEDED, and only there: what the rule watches may consume so many credits (busy hours of slots) in a calendar month, in UTC */
            creditsPerMonth?: number;
            notifyRecovered: boolean;
            enabled: boolean;
            /** Format: date-time */
            updatedAt: string;
            updatedBy: string;
        };
        AlertRulePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["AlertRule"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewAlertRule: {
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation, which only a SUPER_ADMIN manages
             */
            projectId?: string;
            /**
             * @description Unique among the rules of its owner without regard to case
             * @example Nightly loads
             */
            name: string;
            events: components["schemas"]["AlertEvent"][];
            /** @description Channels of the same owner */
            channelIds: string[];
            /** @description Any environment when absent */
            environmentName?: string;
            /** @description Any pipeline when absent */
            pipelineName?: string;
            /** @description Only executions with this tag */
            executionTag?: string;
            /** @description After how long RUNNING_LONG, QUEUED_LONG, RUNNER_LOST and SCHEDULE_LATE are reported. By default 10 minutes in the queue or after the due time, 2 minutes without a process of the runner, and half as long again as the longest of the last 30 successful runs of the pipeline in the environment, once there are 10 */
            afterMinutes?: number;
            /** @description Needed by BUDGET_EXCEEDED, and only there: what the rule watches may consume so many credits (busy hours of slots) in a calendar month, in UTC */
            creditsPerMonth?: number;
            /** @description Whether to send a message when an incident ends, too. True by default */
            notifyRecovered?: boolean;
            /** @description True by default */
            enabled?: boolean;
        };
        /** @enum {string} */
        AlertIncidentStatus: "OPEN" | "CLOSED";
        AlertIncident: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation, which only a SUPER_ADMIN manages
             */
            projectId?: string;
            /** Format: uuid */
            alertRuleId: string;
            alertRuleName: string;
            event: components["schemas"]["AlertEvent"];
            status: components["schemas"]["AlertIncidentStatus"];
            title: string;
            /** @description Number of occurrences since it was opened */
            occurrences: number;
            /** Format: uuid */
            pipelineExecutionId?: string;
            /** Format: date-time */
            openedAt: string;
            /** Format: date-time */
            lastAt: string;
            /** Format: date-time */
            closedAt?: string;
        };
        AlertIncidentPage: {
            results: components["schemas"]["AlertIncident"][];
            /** @description Send it as `paginationToken` for the next page */
            more?: string;
        };
        /** @enum {string} */
        AlertDeliveryKind: "OPENED" | "RECOVERED";
        /** @enum {string} */
        AlertDeliveryStatus: "PENDING" | "DELIVERED" | "FAILED";
        AlertDelivery: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation, which only a SUPER_ADMIN manages
             */
            projectId?: string;
            /** Format: uuid */
            alertIncidentId: string;
            /** Format: uuid */
            alertChannelId: string;
            alertChannelName: string;
            /**
             * Format: uuid
             * @description The same for everything that was sent as one message
             */
            digestId?: string;
            kind: components["schemas"]["AlertDeliveryKind"];
            title: string;
            status: components["schemas"]["AlertDeliveryStatus"];
            attempts: number;
            /** @description Why the last attempt failed */
            lastError?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deliveredAt?: string;
        };
        AlertDeliveryPage: {
            results: components["schemas"]["AlertDelivery"][];
            /** @description Send it as `paginationToken` for the next page */
            more?: string;
        };
        /** @description Each part is a file, named by its path */
        PublishArtifactBody: {
            [key: string]: string;
        };
        /** @enum {string} */
        FileFaultSeverity: "error" | "warning";
        FileFault: {
            severity: components["schemas"]["FileFaultSeverity"];
            file: string;
            line: number;
            component?: string;
            rule: string;
            message: string;
            hint?: string;
        };
        IgnoredResource: {
            name: string;
            reason: string;
        };
        PublishedArtifact: {
            /** Format: uuid */
            artifactId: string;
            versionName: string;
            environmentName: string;
            commitHash?: string;
            branch?: string;
            /** Format: date-time */
            publishedTime: string;
            publishedBy: string;
            fileCount: number;
            /** @description A disabled version is not the newest, and cannot be run */
            enabled: boolean;
            pipelineCount: number;
            /** @description Errors and warnings of validation; a component with an error fails when run. Also schedules and triggers whose pipeline the version lacks */
            faults: components["schemas"]["FileFault"][];
            /** @description Files that are no text, or no part of a pipeline project: the version is published without them. The first 1,000 */
            ignoredResources: components["schemas"]["IgnoredResource"][];
            /** @description How many files the version is published without */
            ignoredCount: number;
        };
        Artifact: {
            /** Format: uuid */
            artifactId: string;
            versionName: string;
            environmentName: string;
            commitHash?: string;
            branch?: string;
            /** Format: date-time */
            publishedTime: string;
            publishedBy: string;
            fileCount: number;
            /** @description A disabled version is not the newest, and cannot be run */
            enabled: boolean;
        };
        ArtifactPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Artifact"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        ArtifactDetailsFilesItem: {
            path: string;
            bytes: number;
        };
        ArtifactDetailsDetails: {
            branch?: string;
            commitHash?: string;
            /**
             * Format: date-time
             * @description When these files were published first
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When they came to this environment
             */
            deployedAt: string;
            enabled: boolean;
            /** @description The provider of the project's repository, if it has one */
            provider?: string;
            versionName: string;
        };
        ArtifactDetails: {
            /** Format: uuid */
            artifactId: string;
            versionName: string;
            environmentName: string;
            commitHash?: string;
            branch?: string;
            /** Format: date-time */
            publishedTime: string;
            publishedBy: string;
            fileCount: number;
            /** @description A disabled version is not the newest, and cannot be run */
            enabled: boolean;
            files: components["schemas"]["ArtifactDetailsFilesItem"][];
            pipelines: string[];
            /** @description The paths of the files */
            assets: string[];
            details: components["schemas"]["ArtifactDetailsDetails"];
        };
        ArtifactChange: {
            enabled: boolean;
        };
        Promotion: {
            versionName: string;
            sourceEnvironmentName: string;
            targetEnvironmentName: string;
        };
        PublishedPipelinePageResultsItem: {
            name: string;
            /** Format: date-time */
            publishedTime: string;
            /** @description Where the request names none */
            environmentName?: string;
        };
        PublishedPipelinePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["PublishedPipelinePageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /**
         * @description UNKNOWN: a server stopped or failed before it knew the outcome
         * @enum {string}
         */
        EventOutcome: "SUCCEEDED" | "REFUSED" | "UNKNOWN";
        /** @enum {string} */
        EventActorKind: "CREDENTIAL" | "USER" | "RUNNER" | "DIRECTORY";
        EventActor: {
            kind: components["schemas"]["EventActorKind"];
            id: string;
            name: string;
            /** @description Personal access token of the user, if it was done with one */
            tokenId?: string;
        };
        EventFrom: {
            address: string;
            userAgent?: string;
        };
        /** @enum {string} */
        EventEventType: "CREATE" | "UPDATE" | "DELETE" | "READ" | "ACTION";
        Event: {
            /** @description Position in the chain, without gaps */
            seq: number;
            /** @description Hash of this entry and the previous hash */
            hash: string;
            /** Format: date-time */
            at: string;
            /** @description Its id in the OpenAPI document; of Git, pushToRepository and fetchFromRepository; of runners, openRunnerSession; of the first start, createFirstAdministrator */
            operation: string;
            outcome: components["schemas"]["EventOutcome"];
            method: string;
            path: string;
            status?: number;
            actor?: components["schemas"]["EventActor"];
            from: components["schemas"]["EventFrom"];
            requestId: string;
            projectId?: string;
            /** @description The body, secrets masked */
            request?: unknown;
            /** @description The resource before the change, secrets masked */
            before?: unknown;
            /** @description The response, secrets masked */
            after?: unknown;
            /** @description Details that the response does not contain, such as why a single sign-on was refused */
            details?: unknown;
            /** @description `seq` as a text; this member and those after it say the same for programs of others */
            eventId: string;
            /** Format: date-time */
            eventTimestamp: string;
            eventType: components["schemas"]["EventEventType"];
            eventName: string;
            eventDescription: string;
            eventSource: string;
            eventProjectId?: string;
            eventSubjectId?: string;
            eventSubjectName?: string;
            eventSubjectType: string;
            actorId?: string;
            actorEmail?: string;
            additionalInfo: components["schemas"]["TriggerEvent"];
        };
        EventPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Event"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListEventsOutcome: "SUCCEEDED" | "REFUSED" | "UNKNOWN";
        /** @enum {string} */
        ListEventsSort: "at" | "-at";
        /** @enum {string} */
        ExportEventsOutcome: "SUCCEEDED" | "REFUSED" | "UNKNOWN";
        Verification: {
            intact: boolean;
            /** @description Entries that were verified */
            entries: number;
            /** @description Hash of the last entry: stored elsewhere, it proves that no entries were cut off */
            hash: string;
            fault?: string;
        };
        EventOperationPageResultsItem: {
            operation: string;
        };
        EventOperationPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["EventOperationPageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        RecordedActorKind: "CREDENTIAL" | "USER" | "RUNNER" | "DIRECTORY";
        RecordedActor: {
            id: string;
            kind: components["schemas"]["RecordedActorKind"];
            /** @description Name of the actor in its newest event */
            name: string;
            /** @description User name, if the user still exists */
            userName?: string;
        };
        EventActorPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["RecordedActor"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ComponentTypePipelineType: "orchestration" | "transformation";
        /**
         * @description Why databases of a kind refuse it, whatever its parameters, and what to do instead; by kind of warehouse. Validation knows more
         * @example {
         *       "CLICKHOUSE": "ClickHouse has no transactions: …"
         *     }
         */
        ComponentTypeRefusedBy: {
            [key: string]: string;
        };
        /** @description JSON Schema of its parameters, for forms, in the order of a form. `x-columns` names the columns of rows; `x-editor` is the language of a text of several lines; `x-names` says that a text is the name of a `scalar` or `grid` variable; `x-when` lists the values of other parameters with which it has a meaning; `x-older` marks another spelling, which files may have and forms do not offer. Files may have more: see /schemas/orchestration.json */
        ComponentTypeParameters: {
            [key: string]: unknown;
        };
        ComponentType: {
            /**
             * @description The type as pipeline files write it
             * @example webhook-post
             */
            type: string;
            /** @description Older spellings, which files may have */
            otherTypes: string[];
            pipelineType: components["schemas"]["ComponentTypePipelineType"];
            title: string;
            summary: string;
            /**
             * @description How many links may lead to it: none, one or many
             * @example one
             */
            incomingLinks: string;
            /**
             * @description How many links may lead away from it: none, one or many
             * @example one
             */
            outgoingLinks: string;
            /** @description Parameters whose ${…} is not replaced before the run: scripts and the like */
            verbatim: string[];
            refusedBy: components["schemas"]["ComponentTypeRefusedBy"];
            parameters: components["schemas"]["ComponentTypeParameters"];
        };
        ComponentCatalogue: {
            componentTypes: components["schemas"]["ComponentType"][];
        };
        /**
         * @description Its purpose: the SQL of environments, components, or a cloud platform
         * @enum {string}
         */
        PlatformConnectionType: "DWH" | "COMPONENT_BASIC" | "CLOUD_PLATFORM_CREDENTIALS";
        /** @enum {string} */
        ConnectionSchemaAuthTypesItemPropertiesItemType: "TEXT" | "HOST" | "URL" | "INTEGER" | "BOOLEAN";
        ConnectionSchemaAuthTypesItemPropertiesItemDefault: string | number | boolean;
        ConnectionSchemaAuthTypesItemPropertiesItem: {
            name: string;
            title: string;
            type: components["schemas"]["ConnectionSchemaAuthTypesItemPropertiesItemType"];
            required: boolean;
            /** @description Takes the name of a secret only */
            secret: boolean;
            default?: components["schemas"]["ConnectionSchemaAuthTypesItemPropertiesItemDefault"];
            help: string;
        };
        ConnectionSchemaAuthTypesItem: {
            authType: string;
            title: string;
            properties: components["schemas"]["ConnectionSchemaAuthTypesItemPropertiesItem"][];
        };
        ConnectionSchema: {
            authProvider: string;
            title: string;
            platformConnectionTypes: components["schemas"]["PlatformConnectionType"][];
            authTypes: components["schemas"]["ConnectionSchemaAuthTypesItem"][];
        };
        ConnectionSchemaPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["ConnectionSchema"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        ConnectionPropertyValueValue: string | number | boolean;
        /** @description Either a value or the name of a secret */
        ConnectionPropertyValue: {
            value?: components["schemas"]["ConnectionPropertyValueValue"];
            /** @description A secret of the project, or one of the runner that is granted to it */
            secretName?: string;
            /** @description Member of a secret that is a JSON object */
            secretKey?: string;
        };
        /** @description By name, as the connection schema lists them. Secrets are named, and their values never stored */
        ConnectionOverrideConnectionProperties: {
            [key: string]: components["schemas"]["ConnectionPropertyValue"];
        };
        ConnectionOverride: {
            environmentName: string;
            connectionName: string;
            connectionProperties: components["schemas"]["ConnectionOverrideConnectionProperties"];
        };
        ConnectionOverridePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["ConnectionOverride"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @description By name, as the connection schema lists them. Secrets are named, and their values never stored */
        NewConnectionOverrideConnectionProperties: {
            [key: string]: components["schemas"]["ConnectionPropertyValue"];
        };
        NewConnectionOverride: {
            environmentName: string;
            connectionName: string;
            connectionProperties: components["schemas"]["NewConnectionOverrideConnectionProperties"];
        };
        /** @description By name, as the connection schema lists them. Secrets are named, and their values never stored */
        ProjectConnectionConnectionDetailsConnectionProperties: {
            [key: string]: components["schemas"]["ConnectionPropertyValue"];
        };
        ProjectConnectionConnectionDetails: {
            description?: string;
            /** @description A note where the secrets are; kept as given */
            secretsLocation?: string;
            connectionProperties: components["schemas"]["ProjectConnectionConnectionDetailsConnectionProperties"];
        };
        ProjectConnection: {
            name: string;
            platformConnectionType: components["schemas"]["PlatformConnectionType"];
            /**
             * @description The provider that it connects to, as listed by /v1/connection-schemas
             * @example POSTGRES
             */
            authProvider: string;
            /**
             * @description How it signs in, as the connection schema lists it
             * @example USER_PASSWORD
             */
            authType: string;
            connectionDetails: components["schemas"]["ProjectConnectionConnectionDetails"];
            /** Format: date-time */
            updatedAt: string;
            updatedBy: string;
        };
        ProjectConnectionPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["ProjectConnection"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListConnectionsSort: "name" | "updatedAt" | "-name" | "-updatedAt";
        /** @description By name, as the connection schema lists them. Secrets are named, and their values never stored */
        NewProjectConnectionConnectionDetailsConnectionProperties: {
            [key: string]: components["schemas"]["ConnectionPropertyValue"];
        };
        NewProjectConnectionConnectionDetails: {
            description?: string;
            /** @description A note where the secrets are; kept as given */
            secretsLocation?: string;
            connectionProperties: components["schemas"]["NewProjectConnectionConnectionDetailsConnectionProperties"];
        };
        NewProjectConnection: {
            /**
             * @description Unique in the project without regard to case, and immutable
             * @example orders database
             */
            name: string;
            platformConnectionType: components["schemas"]["PlatformConnectionType"];
            /**
             * @description The provider that it connects to, as listed by /v1/connection-schemas
             * @example POSTGRES
             */
            authProvider: string;
            /**
             * @description How it signs in, as the connection schema lists it
             * @example USER_PASSWORD
             */
            authType: string;
            connectionDetails: components["schemas"]["NewProjectConnectionConnectionDetails"];
        };
        /** @description By name, as the connection schema lists them. Secrets are named, and their values never stored */
        NewDataPlatformConnectionConnectionDetailsConnectionProperties: {
            [key: string]: components["schemas"]["ConnectionPropertyValue"];
        };
        NewDataPlatformConnectionConnectionDetails: {
            description?: string;
            /** @description A note where the secrets are; kept as given */
            secretsLocation?: string;
            connectionProperties: components["schemas"]["NewDataPlatformConnectionConnectionDetailsConnectionProperties"];
        };
        NewDataPlatformConnection: {
            /**
             * @description Unique in the project without regard to case, and immutable
             * @example orders database
             */
            name: string;
            /** @enum {string} */
            platformConnectionType?: "DWH";
            /**
             * @description The provider that it connects to, as listed by /v1/connection-schemas
             * @example POSTGRES
             */
            authProvider: string;
            /**
             * @description How it signs in, as the connection schema lists it
             * @example USER_PASSWORD
             */
            authType: string;
            connectionDetails: components["schemas"]["NewDataPlatformConnectionConnectionDetails"];
        };
        /** @description By name, as the connection schema lists them. Secrets are named, and their values never stored */
        ProjectConnectionChangeConnectionDetailsConnectionProperties: {
            [key: string]: components["schemas"]["ConnectionPropertyValue"];
        };
        ProjectConnectionChangeConnectionDetails: {
            description?: string;
            /** @description A note where the secrets are; kept as given */
            secretsLocation?: string;
            connectionProperties: components["schemas"]["ProjectConnectionChangeConnectionDetailsConnectionProperties"];
        };
        ProjectConnectionChange: {
            platformConnectionType: components["schemas"]["PlatformConnectionType"];
            /**
             * @description The provider that it connects to, as listed by /v1/connection-schemas
             * @example POSTGRES
             */
            authProvider: string;
            /**
             * @description How it signs in, as the connection schema lists it
             * @example USER_PASSWORD
             */
            authType: string;
            connectionDetails: components["schemas"]["ProjectConnectionChangeConnectionDetails"];
        };
        /** @description The environment whose runner tries the connection. With `connection` that is tried instead of the stored one, and nothing is stored */
        ConnectionTest: {
            environmentName: string;
            connection?: components["schemas"]["ProjectConnectionChange"];
        };
        ConnectionTestResult: {
            ok: boolean;
            /** @description What was reached, or why the connection failed */
            message: string;
            /** @description Version of the server, if it reports one */
            version?: string;
            latencyMs: number;
        };
        ConnectionForm1: {
            /** @enum {string} */
            type: "DUCKDB";
            /** @description main by default */
            schema?: string;
        };
        ConnectionForm2: {
            /** @enum {string} */
            type: "POSTGRES";
            host: string;
            /** @description 5432 by default */
            port?: number;
            database: string;
            user: string;
            /** @description Name of a secret that the runner knows, never its value */
            passwordSecret?: string;
            /** @description public by default */
            schema?: string;
            ssl?: boolean;
        };
        /** @description The database that the SQL of this environment runs on */
        Connection: components["schemas"]["ConnectionForm1"] | components["schemas"]["ConnectionForm2"];
        EnvironmentTestDatabasesValue: {
            /** @description Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names */
            database?: string;
            /** @description Used where only the database is named; the connection's by default */
            schema?: string;
        };
        /** @description What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case */
        EnvironmentTestDatabases: {
            [key: string]: components["schemas"]["EnvironmentTestDatabasesValue"];
        };
        /**
         * @description Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`
         * @example {
         *       "DWH": "warehouse"
         *     }
         */
        EnvironmentTestDefaultConnections: {
            [key: string]: unknown;
        };
        EnvironmentTestConnectionOverridesForm1ItemConnectionPropertiesValue: {
            value?: unknown;
            secretName?: string;
            secretKey?: string;
        };
        EnvironmentTestConnectionOverridesForm1ItemConnectionProperties: {
            [key: string]: components["schemas"]["EnvironmentTestConnectionOverridesForm1ItemConnectionPropertiesValue"];
        };
        EnvironmentTestConnectionOverridesForm1Item: {
            connectionName: string;
            connectionProperties: components["schemas"]["EnvironmentTestConnectionOverridesForm1ItemConnectionProperties"];
        };
        EnvironmentTestConnectionOverrides: components["schemas"]["EnvironmentTestConnectionOverridesForm1Item"][] | components["schemas"]["TriggerEvent"];
        /** @description Settings as they would be saved. What is left out is as it is stored; a new environment needs `defaultAgentId` */
        EnvironmentTest: {
            /** Format: uuid */
            defaultAgentId?: string;
            connection?: components["schemas"]["Connection"];
            databases?: components["schemas"]["EnvironmentTestDatabases"];
            /** @description Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default */
            dialectFunctions?: boolean;
            defaultConnections?: components["schemas"]["EnvironmentTestDefaultConnections"];
            connectionOverrides?: components["schemas"]["EnvironmentTestConnectionOverrides"];
        };
        /** @enum {string} */
        Method: "GET" | "POST";
        /** @enum {string} */
        AuthenticationType: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
        /** @enum {string} */
        AddTo: "QUERY_PARAMETER" | "HEADER_PARAMETER";
        EndpointAuthentication: {
            type: components["schemas"]["AuthenticationType"];
            /** @description API_KEY: name of the key */
            keyName?: string;
            addTo?: components["schemas"]["AddTo"];
            /** @description OAUTH: the entries this endpoint may use */
            oauthIds?: string[];
        };
        ConnectorParameter: {
            name: string;
            value?: string;
            configurable?: boolean;
        };
        /** @enum {string} */
        FieldType: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
        /** @description One place of the response, e.g. $.data.items[*].id */
        StructureField: {
            /** @description A place in the response, e.g. $.data.items */
            path: string;
            type: components["schemas"]["FieldType"];
        };
        ResponseShape: {
            structure?: components["schemas"]["StructureField"][];
            /** @description A place in the response, e.g. $.data.items */
            repeatingElement?: string;
        };
        /** @enum {string} */
        PaginationType: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
        /** @enum {string} */
        PaginationAddTo: "QUERY_PARAMETER" | "BODY";
        Pagination: {
            type: components["schemas"]["PaginationType"];
            pageParameter?: string;
            startPage?: number;
            pageSizeParameter?: string;
            pageSize?: number;
            offsetParameter?: string;
            startOffset?: number;
            cursorParameter?: string;
            /** @description Where the response says it, e.g. $.next, or @.id of the last element */
            cursor?: string;
            /** @description A place in the response, e.g. $.data.items */
            hasMore?: string;
            addTo?: components["schemas"]["PaginationAddTo"];
            rel?: string;
            baseUri?: string;
            /** @description A place in the response, e.g. $.data.items */
            nextPage?: string;
        };
        Endpoint: {
            name: string;
            method: components["schemas"]["Method"];
            url: string;
            authentication: components["schemas"]["EndpointAuthentication"];
            uriParameters: components["schemas"]["ConnectorParameter"][];
            queryParameters: components["schemas"]["ConnectorParameter"][];
            headerParameters: components["schemas"]["ConnectorParameter"][];
            body?: string;
            response: components["schemas"]["ResponseShape"];
            pagination: components["schemas"]["Pagination"];
            /** Format: uuid */
            endpointId: string;
        };
        Connector: {
            /** Format: uuid */
            connectorId: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation
             */
            projectId?: string;
            name: string;
            endpoints: components["schemas"]["Endpoint"][];
        };
        ConnectorPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Connector"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewEndpoint: {
            /** Format: uuid */
            endpointId?: string;
            name: string;
            method: components["schemas"]["Method"];
            url: string;
            authentication?: components["schemas"]["EndpointAuthentication"];
            uriParameters?: components["schemas"]["ConnectorParameter"][];
            queryParameters?: components["schemas"]["ConnectorParameter"][];
            headerParameters?: components["schemas"]["ConnectorParameter"][];
            body?: string;
            response?: components["schemas"]["ResponseShape"];
            pagination?: components["schemas"]["Pagination"];
        };
        NewConnector: {
            /**
             * Format: uuid
             * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
             */
            projectId?: string;
            name: string;
            endpoints: components["schemas"]["NewEndpoint"][];
        };
        FlexConnectorPageResultsItem: {
            /** Format: uuid */
            connectorId: string;
            name: string;
        };
        FlexConnectorPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["FlexConnectorPageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        ConnectorChange: {
            /** Format: uuid */
            connectorId?: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation
             */
            projectId?: string;
            name: string;
            endpoints: components["schemas"]["NewEndpoint"][];
        };
        /** @enum {string} */
        GrantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
        /** @enum {string} */
        CredentialsIn: "BODY" | "HEADER";
        /** @enum {string} */
        TokenParameterAddTo: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
        TokenParameter: {
            name: string;
            value: string;
            addTo?: components["schemas"]["TokenParameterAddTo"];
        };
        AuthParameter: {
            name: string;
            value: string;
        };
        ExportedOAuth: {
            /** Format: uuid */
            oauthId: string;
            name: string;
            grantType: components["schemas"]["GrantType"];
            clientId: string;
            accessTokenUrl: string;
            authorizeUrl?: string;
            credentialsIn: components["schemas"]["CredentialsIn"];
            tokenParameters?: components["schemas"]["TokenParameter"][];
            authParameters?: components["schemas"]["AuthParameter"][];
            /** @description Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl */
            allowedHosts?: string[];
        };
        ExportedConnector: {
            /** @enum {string} */
            format: "headrace-connector";
            version: number;
            connector: components["schemas"]["ConnectorChange"];
            oauths: components["schemas"]["ExportedOAuth"][];
        };
        Duplicate: {
            name?: string;
            /**
             * Format: uuid
             * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
             */
            projectId?: string;
        };
        ImportedConnector: {
            /** @enum {string} */
            format: "headrace-connector";
            version: number;
            connector: components["schemas"]["ConnectorChange"];
            oauths: components["schemas"]["ExportedOAuth"][];
            /**
             * Format: uuid
             * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
             */
            projectId?: string;
        };
        Sharing: {
            /** @description The project that owns it; null is the installation */
            projectId: string | null;
            /** @description Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it */
            allProjects: boolean;
            /** @description Other projects that may use it; adding one needs the same permission in that project */
            projectIds: string[];
        };
        /** @description An absent projectId keeps the owner */
        SharingChange: {
            /** @description The project that owns it; null is the installation */
            projectId?: string | null;
            /** @description Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it */
            allProjects: boolean;
            /** @description Other projects that may use it; adding one needs the same permission in that project */
            projectIds: string[];
        };
        AuthenticationValues: {
            type: components["schemas"]["AuthenticationType"];
            username?: string;
            password?: string;
            token?: string;
            keyName?: string;
            keyValue?: string;
            addTo?: components["schemas"]["AddTo"];
            /** Format: uuid */
            oauthId?: string;
        };
        GivenParameter: {
            name: string;
            value: string;
        };
        /** @description The values given here are used once and not stored */
        TestRequest: {
            authentication: components["schemas"]["AuthenticationValues"];
            uriParameters?: components["schemas"]["GivenParameter"][];
            queryParameters?: components["schemas"]["GivenParameter"][];
            headerParameters?: components["schemas"]["GivenParameter"][];
            body?: string;
        };
        TestAnswerHeadersItem: {
            name: string;
            value: string;
        };
        TestAnswer: {
            /** @description Absent when there was no response; `error` says why */
            status?: number;
            statusText?: string;
            error?: string;
            /** @description The request, credentials masked */
            url: string;
            headers: components["schemas"]["TestAnswerHeadersItem"][];
            /** @description Up to 1 MiB */
            body: string;
            bodyTruncated: boolean;
            durationMs: number;
            structure: components["schemas"]["StructureField"][];
            /** @description Lists found in the body */
            repeatingElements: string[];
            /** @description Elements of the repeating element */
            elementCount?: number;
            /** @description The next page, or why paging ends */
            nextPage?: string;
            warnings: string[];
        };
        /** @description Neither the endpoint nor the values are stored */
        UnsavedTest: {
            endpoint: components["schemas"]["NewEndpoint"];
            test: components["schemas"]["TestRequest"];
        };
        /** @enum {string} */
        ConsumptionItemConsumptionType: "orchestration" | "transformation";
        ConsumptionItemDimensions: {
            /** Format: uuid */
            projectId: string;
            environment: string;
            pipelineName: string;
            /** Format: uuid */
            agentId: string;
        };
        ConsumptionItem: {
            consumptionType: components["schemas"]["ConsumptionItemConsumptionType"];
            dimensions: components["schemas"]["ConsumptionItemDimensions"];
            /** @description Hours for which components kept a slot of the runner busy */
            credits: number;
        };
        ConsumptionOfDay: {
            /**
             * Format: date-time
             * @description Midnight UTC
             */
            consumedFrom: string;
            /**
             * Format: date-time
             * @description The next midnight
             */
            consumedBefore: string;
            consumption: components["schemas"]["ConsumptionItem"][];
        };
        ConsumptionList: {
            results: components["schemas"]["ConsumptionOfDay"][];
        };
        UserConsumptionChargedUsersItem: {
            username: string;
        };
        UserConsumption: {
            /** @description Who started executions that consumed something, by hand or by the API */
            chargedUsers: components["schemas"]["UserConsumptionChargedUsersItem"][];
            /**
             * Format: date-time
             * @description As it was given
             */
            consumedFrom: string;
            /**
             * Format: date-time
             * @description As it was given
             */
            consumedBefore: string;
            /** @description Credits that those executions consumed */
            credits: number;
        };
        /** @enum {string} */
        AccountRole: "SUPER_ADMIN" | "USER";
        /** @enum {string} */
        ProjectRoleGrantRole: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
        ProjectRoleGrant: {
            /** Format: uuid */
            projectId: string;
            role: components["schemas"]["ProjectRoleGrantRole"];
        };
        /** @enum {string} */
        EnvironmentAccessGrantAccess: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
        EnvironmentAccessGrant: {
            /** Format: uuid */
            projectId: string;
            environmentName: string;
            access: components["schemas"]["EnvironmentAccessGrantAccess"];
        };
        ApiCredential: {
            clientId: string;
            name: string;
            accountRole: components["schemas"]["AccountRole"];
            /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
            accountPermissions: "PROJECT_CREATOR"[];
            projectRoles: components["schemas"]["ProjectRoleGrant"][];
            environmentAccess: components["schemas"]["EnvironmentAccessGrant"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            lastUsedAt?: string;
        };
        ApiCredentialPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["ApiCredential"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListApiCredentialsSort: "createdAt" | "name" | "expiresAt" | "-createdAt" | "-name" | "-expiresAt";
        NewApiCredential: {
            name: string;
            accountRole: components["schemas"]["AccountRole"];
            /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
            accountPermissions?: "PROJECT_CREATOR"[];
            projectRoles?: components["schemas"]["ProjectRoleGrant"][];
            environmentAccess?: components["schemas"]["EnvironmentAccessGrant"][];
            /** Format: date-time */
            expiresAt?: string;
        };
        CreatedApiCredential: {
            clientId: string;
            name: string;
            accountRole: components["schemas"]["AccountRole"];
            /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
            accountPermissions: "PROJECT_CREATOR"[];
            projectRoles: components["schemas"]["ProjectRoleGrant"][];
            environmentAccess: components["schemas"]["EnvironmentAccessGrant"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            lastUsedAt?: string;
            /** @description Shown only once */
            clientSecret: string;
        };
        ApiCredentialPatch: {
            name?: string;
            /** @description null: never */
            expiresAt?: string | null;
        };
        /** @description Creation, last change and location */
        ScimMeta: {
            /**
             * Format: date-time
             * @description When it was created
             */
            created?: string;
            /**
             * Format: date-time
             * @description When it was last changed
             */
            lastModified?: string;
            /** @description Its address */
            location?: string;
            /** @description User or Group */
            resourceType?: string;
            /** @description Its entity tag */
            version?: string;
        };
        /** @description Postal addresses */
        ScimAddress: {
            /** @description Country */
            country?: string;
            /** @description A human-readable name */
            display?: string;
            /** @description The full address, as it is shown */
            formatted?: string;
            /** @description City */
            locality?: string;
            /** @description Postal code */
            postalCode?: string;
            /** @description Whether this is the preferred one; at most one is */
            primary?: boolean;
            /** @description State or region */
            region?: string;
            /** @description Street and number */
            streetAddress?: string;
            /** @description Its purpose, for instance work or home */
            type?: string;
        };
        /** @description Certificates */
        ScimValue: {
            /** @description A human-readable name */
            display?: string;
            /** @description Whether this is the preferred one; at most one is */
            primary?: boolean;
            /** @description Its purpose, for instance work or home */
            type?: string;
            /** @description The value itself */
            value?: string;
        };
        /** @description Groups that the user belongs to directly */
        ScimGroupOfUser: {
            /** @description The group's name */
            display?: string;
            /** @description The group's address */
            ref?: string;
            /** @description The group's id */
            value?: string;
        };
        /** @description The parts of the name */
        ScimName: {
            /** @description Last name */
            familyName?: string;
            /** @description The full name, as it is shown */
            formatted?: string;
            /** @description First name */
            givenName?: string;
            /** @description Title before the name */
            honorificPrefix?: string;
            /** @description Suffix after the name */
            honorificSuffix?: string;
            /** @description Middle names */
            middleName?: string;
        };
        /** @description Who manages the user */
        ScimManager: {
            /** @description The manager's id */
            value?: string;
            /** @description The manager's address */
            ref?: string;
            /** @description The manager's name */
            displayName?: string;
        };
        ScimEnterpriseUser: {
            /** @description Number or other identifier */
            employeeNumber?: string;
            /** @description Cost center */
            costCenter?: string;
            /** @description Organization */
            organization?: string;
            /** @description Division */
            division?: string;
            /** @description Department */
            department?: string;
            manager?: components["schemas"]["ScimManager"];
        };
        /** @description A user */
        NewScimUser: {
            schemas?: string[];
            /** @description Assigned by the directory */
            id?: string;
            /** @description The identifier in the identity provider */
            externalId?: string;
            meta: components["schemas"]["ScimMeta"];
            /** @description Whether the user may sign in; false ends every session and token */
            active?: boolean;
            addresses?: components["schemas"]["ScimAddress"][];
            /** @description The name that is shown */
            displayName?: string;
            emails?: components["schemas"]["ScimValue"][];
            entitlements?: components["schemas"]["ScimValue"][];
            groups?: components["schemas"]["ScimGroupOfUser"][];
            ims?: components["schemas"]["ScimValue"][];
            /** @description Language and country, for instance en-GB */
            locale?: string;
            name?: components["schemas"]["ScimName"];
            /** @description A casual name */
            nickName?: string;
            /** @description Stored as a slow hash, never returned */
            password?: string;
            phoneNumbers?: components["schemas"]["ScimValue"][];
            photos?: components["schemas"]["ScimValue"][];
            /** @description Languages in the form of Accept-Language */
            preferredLanguage?: string;
            /** @description A page about the user */
            profileUrl?: string;
            roles?: components["schemas"]["ScimValue"][];
            /** @description IANA time zone */
            timezone?: string;
            /** @description Job title */
            title?: string;
            /** @description Unique without regard to case; what the user signs in with */
            userName?: string;
            /** @description Relation to the organization */
            userType?: string;
            x509Certificates?: components["schemas"]["ScimValue"][];
            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: components["schemas"]["ScimEnterpriseUser"];
        };
        /** @description A user */
        ScimUser: {
            schemas?: string[];
            /** @description Assigned by the directory */
            id?: string;
            /** @description The identifier in the identity provider */
            externalId?: string;
            meta?: components["schemas"]["ScimMeta"];
            /** @description Whether the user may sign in; false ends every session and token */
            active?: boolean;
            addresses?: components["schemas"]["ScimAddress"][];
            /** @description The name that is shown */
            displayName?: string;
            emails?: components["schemas"]["ScimValue"][];
            entitlements?: components["schemas"]["ScimValue"][];
            groups?: components["schemas"]["ScimGroupOfUser"][];
            ims?: components["schemas"]["ScimValue"][];
            /** @description Language and country, for instance en-GB */
            locale?: string;
            name?: components["schemas"]["ScimName"];
            /** @description A casual name */
            nickName?: string;
            /** @description Stored as a slow hash, never returned */
            password?: string;
            phoneNumbers?: components["schemas"]["ScimValue"][];
            photos?: components["schemas"]["ScimValue"][];
            /** @description Languages in the form of Accept-Language */
            preferredLanguage?: string;
            /** @description A page about the user */
            profileUrl?: string;
            roles?: components["schemas"]["ScimValue"][];
            /** @description IANA time zone */
            timezone?: string;
            /** @description Job title */
            title?: string;
            /** @description Unique without regard to case; what the user signs in with */
            userName?: string;
            /** @description Relation to the organization */
            userType?: string;
            x509Certificates?: components["schemas"]["ScimValue"][];
            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: components["schemas"]["ScimEnterpriseUser"];
        };
        ScimError: {
            schemas: string[];
            /** @description The HTTP status, as a text */
            status: string;
            /** @description For instance uniqueness or invalidFilter */
            scimType?: string;
            detail: string;
        };
        ListScimUsersResult: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimUser"][];
        };
        /** @enum {string} */
        ListScimUsersSortOrder: "ascending" | "descending";
        /** @enum {string} */
        SearchRequestSortOrder: "ascending" | "descending";
        SearchRequest: {
            schemas?: string[] | null;
            attributes?: string[];
            excludedAttributes?: string[];
            /** @description RFC 7644 §3.4.2.2 */
            filter?: string;
            /** @description The attribute to sort by */
            sortBy?: string;
            sortOrder?: components["schemas"]["SearchRequestSortOrder"];
            /** @description 1 is the first */
            startIndex?: number;
            /** @description 100 by default */
            count?: number;
        };
        SearchScimUsersResult: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimUser"][];
        };
        PatchRequestOperationsItem: {
            /** @description add, replace or remove, in any case */
            op: string;
            path?: string | null;
            value?: unknown;
        };
        PatchRequest: {
            schemas?: string[] | null;
            Operations: components["schemas"]["PatchRequestOperationsItem"][];
        };
        /** @description Users and groups */
        ScimMember: {
            /** @description The member's name */
            display?: string;
            /** @description The member's address */
            ref?: string;
            /** @description User or Group */
            type?: string;
            /** @description The member's id */
            value?: string;
        };
        /** @description Users and groups that are granted roles together */
        ScimGroup: {
            schemas?: string[];
            /** @description Assigned by the directory */
            id?: string;
            /** @description The identifier in the identity provider */
            externalId?: string;
            meta?: components["schemas"]["ScimMeta"];
            /** @description Unique without regard to case */
            displayName: string;
            members?: components["schemas"]["ScimMember"][];
        };
        ListScimGroupsResult: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimGroup"][];
        };
        /** @enum {string} */
        ListScimGroupsSortOrder: "ascending" | "descending";
        SearchScimGroupsResult: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimGroup"][];
        };
        BulkRequestOperationsItem: {
            /** @description POST, PUT, PATCH or DELETE */
            method: string;
            /** @description /Users, /Groups/{id}, …; bulkId:… refers to a new resource */
            path: string;
            bulkId?: string;
            version?: string;
            data?: unknown;
        };
        BulkRequest: {
            schemas?: string[] | null;
            /** @description Stop after this many errors */
            failOnErrors?: number;
            /** @description At most 1000; more are 413 */
            Operations: components["schemas"]["BulkRequestOperationsItem"][];
        };
        BulkResponseOperationsItem: {
            method: string;
            bulkId?: string;
            version?: string;
            location?: string;
            status: string;
            response?: unknown;
        };
        BulkResponse: {
            schemas: string[];
            Operations: components["schemas"]["BulkResponseOperationsItem"][];
        };
        /** @description RFC 7643 §5 to §7 */
        GetScimServiceProviderConfigResult: Record<string, never>;
        /** @description RFC 7643 §5 to §7 */
        ListScimResourceTypesResultResourcesItem: Record<string, never>;
        ListScimResourceTypesResult: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ListScimResourceTypesResultResourcesItem"][];
        };
        /** @description RFC 7643 §5 to §7 */
        GetScimResourceTypeResult: Record<string, never>;
        /** @description RFC 7643 §5 to §7 */
        ListScimSchemasResultResourcesItem: Record<string, never>;
        ListScimSchemasResult: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ListScimSchemasResultResourcesItem"][];
        };
        /** @description RFC 7643 §5 to §7 */
        GetScimSchemaResult: Record<string, never>;
        DirectorySettings: {
            /** @description false: the SCIM interface refuses every request */
            enabled: boolean;
            /** @description Whether a create must contain `meta` */
            requireMeta: boolean;
            /** @description Whether directory tokens may set passwords; otherwise a password that they send is ignored */
            acceptPasswords: boolean;
        };
        DirectorySettingsPatch: {
            /** @description false: the SCIM interface refuses every request */
            enabled?: boolean;
            /** @description Whether a create must contain `meta` */
            requireMeta?: boolean;
            /** @description Whether directory tokens may set passwords; otherwise a password that they send is ignored */
            acceptPasswords?: boolean;
        };
        DirectoryReach: {
            /** @description Directory tokens see and change it, unless it holds an account role; what they create is so from the start */
            reached: boolean;
        };
        DirectoryToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Within 30 days, or in the past */
            expiresSoon: boolean;
            /** Format: date-time */
            lastUsedAt?: string;
        };
        DirectoryTokens: {
            results: components["schemas"]["DirectoryToken"][];
        };
        NewDirectoryToken: {
            name: string;
            /**
             * Format: date-time
             * @description A year ahead by default, two years at most
             */
            expiresAt?: string;
        };
        CreatedDirectoryToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Within 30 days, or in the past */
            expiresSoon: boolean;
            /** Format: date-time */
            lastUsedAt?: string;
            /** @description Shown only once */
            token: string;
        };
        DraftSummary: {
            /** @example main */
            branch: string;
            fileCount: number;
            bytes: number;
            /** Format: date-time */
            updatedAt: string;
        };
        DraftPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["DraftSummary"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        DraftedFile: {
            /** @example orders/load-orders.orch.yaml */
            path: string;
            /** @description The file is to be deleted */
            deleted: boolean;
            bytes: number;
            /** @description The commit that the draft of the file was made on */
            baseCommit?: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Draft: {
            /** @example main */
            branch: string;
            fileCount: number;
            bytes: number;
            /** Format: date-time */
            updatedAt: string;
            files: components["schemas"]["DraftedFile"][];
        };
        /**
         * @description Encoding of the content; utf-8 by default
         * @enum {string}
         */
        PutDraftFileEncoding: "utf-8" | "base64";
        PutDraftFile: {
            /** @example orders/load-orders.orch.yaml */
            path: string;
            /** @description At most 4 MiB; null: the file is to be deleted */
            content: string | null;
            encoding?: components["schemas"]["PutDraftFileEncoding"];
            /** @description null: none, the file is new; without this property the one that the draft has, in a new draft none */
            baseCommit?: string | null;
        };
        /** @enum {string} */
        DraftFileEncoding: "utf-8" | "base64";
        DraftFile: {
            /** @example orders/load-orders.orch.yaml */
            path: string;
            /** @description The file is to be deleted */
            deleted: boolean;
            bytes: number;
            /** @description The commit that the draft of the file was made on */
            baseCommit?: string;
            /** Format: date-time */
            updatedAt: string;
            encoding?: components["schemas"]["DraftFileEncoding"];
            /** @description Absent when the file is to be deleted */
            content?: string;
        };
        NewDraftCommit: {
            message: string;
        };
        Commit: {
            /** @description Full id of a commit */
            commitHash: string;
            parents: string[];
            authorName: string;
            authorEmail: string;
            /** Format: date-time */
            authoredAt: string;
            subject: string;
            /** @description The message without its first line */
            body: string;
        };
        NewEnvironmentMove: {
            /** @description A connection of the project to a lake */
            connectionName: string;
        };
        /**
         * @description WAITING: for executions that run. COPYING: nothing is to be seen in the lake yet. COMMITTING: everything is copied and compared. SUCCEEDED: SQL runs on the lake. FAILED, CANCELLED: SQL runs on the file as before.
         * @enum {string}
         */
        EnvironmentMoveStatus: "WAITING" | "COPYING" | "COMMITTING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
        EnvironmentMove: {
            /** Format: uuid */
            moveId: string;
            environmentName: string;
            connectionName: string;
            status: components["schemas"]["EnvironmentMoveStatus"];
            /** @description What the copy cannot begin without */
            waitingFor?: string;
            tablesDone: number;
            /** @description 0 while the runner has not counted them */
            tablesTotal: number;
            /** @description Rows of the tables that are copied */
            rows: number;
            views?: number;
            /** @description What the file has and a lake cannot: keys, checks, indexes, sequences, functions and types */
            notKept?: string[];
            /** @description Where the file stays, on the machine of the runner */
            file?: string;
            /** @description Why it failed */
            message?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        EnvironmentMovePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["EnvironmentMove"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        AccessLevel: "admin" | "runner" | "readOnly" | "noAccess";
        EnvironmentDatabasesValue: {
            /** @description Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names */
            database?: string;
            /** @description Used where only the database is named; the connection's by default */
            schema?: string;
        };
        /** @description What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case */
        EnvironmentDatabases: {
            [key: string]: components["schemas"]["EnvironmentDatabasesValue"];
        };
        /**
         * @description When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution
         * @enum {string}
         */
        OnRunnerLoss: "RESUME" | "FAIL";
        /** @enum {string} */
        ReviewLevel: "OFF" | "ERRORS" | "WARNINGS";
        /**
         * @description Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`
         * @example {
         *       "DWH": "warehouse"
         *     }
         */
        EnvironmentDefaultConnections: {
            [key: string]: unknown;
        };
        EnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue: {
            value?: unknown;
            secretName?: string;
            secretKey?: string;
        };
        EnvironmentConnectionOverridesForm1ItemConnectionProperties: {
            [key: string]: components["schemas"]["EnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue"];
        };
        EnvironmentConnectionOverridesForm1Item: {
            connectionName: string;
            connectionProperties: components["schemas"]["EnvironmentConnectionOverridesForm1ItemConnectionProperties"];
        };
        EnvironmentConnectionOverrides: components["schemas"]["EnvironmentConnectionOverridesForm1Item"][] | components["schemas"]["TriggerEvent"];
        Environment: {
            name: string;
            displayName: string;
            description: string;
            /** Format: uuid */
            defaultAgentId: string;
            defaultAgentName: string;
            defaultUserAccessLevel: components["schemas"]["AccessLevel"];
            connection: components["schemas"]["Connection"];
            databases?: components["schemas"]["EnvironmentDatabases"];
            /** @description Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default */
            dialectFunctions: boolean;
            onRunnerLoss: components["schemas"]["OnRunnerLoss"];
            /** @description Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default) */
            reviewBeforePublishing: components["schemas"]["ReviewLevel"];
            /** @description Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd) */
            allowUnpublishedRuns: boolean;
            /** @description How many executions the environment runs at once; the others wait. Absent: as many as there is room for */
            maxConcurrentExecutions?: number;
            defaultConnections?: components["schemas"]["EnvironmentDefaultConnections"];
            connectionOverrides?: components["schemas"]["EnvironmentConnectionOverrides"];
        };
        EnvironmentPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Environment"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewEnvironmentDatabasesValue: {
            /** @description Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names */
            database?: string;
            /** @description Used where only the database is named; the connection's by default */
            schema?: string;
        };
        /** @description What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case */
        NewEnvironmentDatabases: {
            [key: string]: components["schemas"]["NewEnvironmentDatabasesValue"];
        };
        /**
         * @description Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`
         * @example {
         *       "DWH": "warehouse"
         *     }
         */
        NewEnvironmentDefaultConnections: {
            [key: string]: unknown;
        };
        NewEnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue: {
            value?: unknown;
            secretName?: string;
            secretKey?: string;
        };
        NewEnvironmentConnectionOverridesForm1ItemConnectionProperties: {
            [key: string]: components["schemas"]["NewEnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue"];
        };
        NewEnvironmentConnectionOverridesForm1Item: {
            connectionName: string;
            connectionProperties: components["schemas"]["NewEnvironmentConnectionOverridesForm1ItemConnectionProperties"];
        };
        NewEnvironmentConnectionOverrides: components["schemas"]["NewEnvironmentConnectionOverridesForm1Item"][] | components["schemas"]["TriggerEvent"];
        NewEnvironment: {
            /** @description Immutable. No slashes, no blanks at either end, neither . nor .. */
            name: string;
            /** Format: uuid */
            defaultAgentId: string;
            displayName?: string;
            description?: string;
            defaultUserAccessLevel?: components["schemas"]["AccessLevel"];
            connection?: components["schemas"]["Connection"];
            databases?: components["schemas"]["NewEnvironmentDatabases"];
            /** @description Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default */
            dialectFunctions?: boolean;
            onRunnerLoss?: components["schemas"]["OnRunnerLoss"];
            /** @description Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default) */
            reviewBeforePublishing?: components["schemas"]["ReviewLevel"];
            /** @description Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd) */
            allowUnpublishedRuns?: boolean;
            /** @description How many executions the environment runs at once; the others wait. Absent: as many as there is room for */
            maxConcurrentExecutions?: number;
            defaultConnections?: components["schemas"]["NewEnvironmentDefaultConnections"];
            connectionOverrides?: components["schemas"]["NewEnvironmentConnectionOverrides"];
        };
        EnvironmentPatchDatabasesValue: {
            /** @description Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names */
            database?: string;
            /** @description Used where only the database is named; the connection's by default */
            schema?: string;
        };
        /** @description What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case */
        EnvironmentPatchDatabases: {
            [key: string]: components["schemas"]["EnvironmentPatchDatabasesValue"];
        };
        /**
         * @description Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`
         * @example {
         *       "DWH": "warehouse"
         *     }
         */
        EnvironmentPatchDefaultConnections: {
            [key: string]: unknown;
        };
        EnvironmentPatchConnectionOverridesForm1ItemConnectionPropertiesValue: {
            value?: unknown;
            secretName?: string;
            secretKey?: string;
        };
        EnvironmentPatchConnectionOverridesForm1ItemConnectionProperties: {
            [key: string]: components["schemas"]["EnvironmentPatchConnectionOverridesForm1ItemConnectionPropertiesValue"];
        };
        EnvironmentPatchConnectionOverridesForm1Item: {
            connectionName: string;
            connectionProperties: components["schemas"]["EnvironmentPatchConnectionOverridesForm1ItemConnectionProperties"];
        };
        EnvironmentPatchConnectionOverrides: components["schemas"]["EnvironmentPatchConnectionOverridesForm1Item"][] | components["schemas"]["TriggerEvent"];
        EnvironmentPatch: {
            /** Format: uuid */
            defaultAgentId?: string;
            displayName?: string;
            description?: string;
            defaultUserAccessLevel?: components["schemas"]["AccessLevel"];
            connection?: components["schemas"]["Connection"];
            databases?: components["schemas"]["EnvironmentPatchDatabases"];
            /** @description Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default */
            dialectFunctions?: boolean;
            onRunnerLoss?: components["schemas"]["OnRunnerLoss"];
            /** @description Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default) */
            reviewBeforePublishing?: components["schemas"]["ReviewLevel"];
            /** @description Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd) */
            allowUnpublishedRuns?: boolean;
            maxConcurrentExecutions?: number | null;
            defaultConnections?: components["schemas"]["EnvironmentPatchDefaultConnections"];
            connectionOverrides?: components["schemas"]["EnvironmentPatchConnectionOverrides"];
        };
        ScalarVariablesValue: string | number;
        ScalarVariables: {
            [key: string]: components["schemas"]["ScalarVariablesValue"];
        };
        /** @description Rows of cells, in the order of the columns */
        GridVariables: {
            [key: string]: string[][];
        };
        NewExecution: {
            pipelineName: string;
            environmentName: string;
            /** @description The newest by default */
            versionName?: string;
            /** @description Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`) */
            ref?: string;
            /** @description Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref` */
            draft?: string;
            /** @description For a `ref` or `draft`: only this component of the orchestration and what follows from it. Links from components outside count as fired */
            fromComponentName?: string;
            /** @description For a `ref` or `draft`: only this component of the orchestration, with what it repeats */
            onlyComponentName?: string;
            /**
             * Format: uuid
             * @description The environment's default by default
             */
            agentId?: string;
            /** @description At most one live execution per tag and environment */
            executionTag?: string;
            scalarVariables?: components["schemas"]["ScalarVariables"];
            gridVariables?: components["schemas"]["GridVariables"];
        };
        /** @enum {string} */
        ExecutionPipelineType: "ORCHESTRATION" | "TRANSFORMATION";
        /** @enum {string} */
        ExecutionStatus: "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLING" | "CANCELLED" | "SKIPPED";
        /** @enum {string} */
        Trigger: "API" | "SCHEDULE" | "SCHEDULE_RUN_NOW" | "TRIGGER" | "TRIGGER_RUN_NOW" | "DESIGNER";
        /**
         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
         * @enum {string}
         */
        VariableType: "TEXT" | "NUMBER" | "GRID";
        /**
         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
         * @enum {string}
         */
        VariableBehaviour: "SHARED" | "COPIED";
        ExecutionVariableValue: string | number | string[][];
        /**
         * @description Where the value comes from
         * @enum {string}
         */
        ExecutionVariableSource: "PROJECT_VARIABLE" | "ENVIRONMENT_OVERRIDE" | "PIPELINE_VARIABLE" | "CALLER";
        ExecutionVariable: {
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            value: components["schemas"]["ExecutionVariableValue"];
            columns?: string[];
            source: components["schemas"]["ExecutionVariableSource"];
        };
        Execution: {
            /** Format: uuid */
            pipelineExecutionId: string;
            /** Format: uuid */
            projectId: string;
            environmentName: string;
            pipelineName: string;
            pipelineType: components["schemas"]["ExecutionPipelineType"];
            /** @description For unpublished runs, a label instead of a version name */
            versionName: string;
            /** @description For unpublished runs, the branch, tag or commit */
            ref?: string;
            /** @description For unpublished runs, the branch whose draft was run */
            draft?: string;
            /** @description For unpublished runs, the commit, or the one that the draft is based on */
            commitHash?: string;
            /** @description The component that it began with, when it ran a part of the pipeline */
            fromComponentName?: string;
            /** @description The component that it ran alone, when it ran a part of the pipeline */
            onlyComponentName?: string;
            status: components["schemas"]["ExecutionStatus"];
            trigger: components["schemas"]["Trigger"];
            user: string;
            message?: string;
            executionTag?: string;
            /** Format: uuid */
            scheduleId?: string;
            /** Format: uuid */
            triggerId?: string;
            /** Format: uuid */
            agentId: string;
            /** Format: date-time */
            queuedAt: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            finishedAt?: string;
            /**
             * Format: uuid
             * @description The execution whose step runs this one
             */
            parentPipelineExecutionId?: string;
            /**
             * Format: uuid
             * @description The execution that this one reruns
             */
            rerunOf?: string;
            /** @description The variables that it started with, once it has started; not in lists. Secrets are masked */
            variables?: components["schemas"]["ExecutionVariable"][];
        };
        TestExecutionPatch: {
            /** @enum {string} */
            status: "CANCELLED";
            /** @description Do not wait for running components */
            forceUpdate?: boolean;
        };
        ExecutionList: {
            results: components["schemas"]["Execution"][];
            /** @description Send it as `paginationToken` for the next page */
            more?: string;
            /** @description With `countUpTo`: executions on all pages, and no more than that; there may be more when it is equal */
            count?: number;
        };
        /** @enum {string} */
        ListPipelineExecutionsStatusItem: "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLING" | "CANCELLED" | "SKIPPED" | "UNKNOWN";
        /** @enum {string} */
        ListPipelineExecutionsSort: "queuedAt" | "-queuedAt";
        ExecutionStatusAnswer: {
            /** Format: uuid */
            pipelineExecutionId: string;
            status: components["schemas"]["ExecutionStatus"];
        };
        /**
         * @description START: run everything again, with the current project variables. FAILED_STEP: keep what succeeded with the variables of that time, and run what failed or never ran
         * @enum {string}
         */
        NewRerunFrom: "START" | "FAILED_STEP";
        NewRerunScalarVariablesValue: string | number | null;
        /** @description Values in place of those of the execution, by name and from START only; the others are kept. null: none, so that the variable's own value counts */
        NewRerunScalarVariables: {
            [key: string]: components["schemas"]["NewRerunScalarVariablesValue"];
        };
        /** @description Values in place of those of the execution, by name and from START only; the others are kept. null: none, so that the variable's own value counts */
        NewRerunGridVariables: {
            [key: string]: string[][] | null;
        };
        NewRerun: {
            from: components["schemas"]["NewRerunFrom"];
            /** @description Another version to run, from START only; that of the execution by default */
            versionName?: string;
            scalarVariables?: components["schemas"]["NewRerunScalarVariables"];
            gridVariables?: components["schemas"]["NewRerunGridVariables"];
        };
        /** @enum {string} */
        StepResult: "SUCCESS" | "FAILED" | "SKIPPED" | "CANCELLED" | "RUNNING";
        /** @description Only for steps that ran another pipeline; `id` is itself a pipelineExecutionId */
        StepChildPipeline: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        StepVariableChangeValue: string | number | string[][];
        StepVariableChange: {
            name: string;
            value: components["schemas"]["StepVariableChangeValue"];
            /** @description For an iterator, the iteration that starts with this value */
            iteration?: number;
            /** @description true: only the beginning of a long value is shown */
            shortened?: boolean;
        };
        /**
         * @description STOP: nothing is published when it fails, and the step fails
         * @enum {string}
         */
        StepGatesItemOnFailure: "STOP" | "WARN";
        /** @enum {string} */
        StepGatesItemResult: "PASSED" | "FAILED";
        StepGatesItem: {
            name: string;
            /** @example Row Count */
            type: string;
            onFailure: components["schemas"]["StepGatesItemOnFailure"];
            result: components["schemas"]["StepGatesItemResult"];
            /** @example at least 100 rows */
            expected: string;
            /** @example 3 rows */
            actual: string;
            /** @description For gates that find rows */
            failingRows?: number;
            /** @description The table that its failed rows are kept in */
            keptIn?: string;
        };
        Step: {
            id: string;
            /** @description Unique in the execution and the same in its reruns: the component's name, then what is around it from the outside in, `[3]` for an iteration and `#2` for an attempt (a first one may be left out); `\`, `#`, `[` and `]` of the name are escaped with `\` */
            key: string;
            name: string;
            result: components["schemas"]["StepResult"];
            childPipeline?: components["schemas"]["StepChildPipeline"];
            type: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt?: string;
            message?: string;
            rowCount?: number;
            /** @description The bytes of files, requests and answers that it read or wrote; absent where the component does not count them */
            byteCount?: number;
            attempt: number;
            iteration?: number;
            /** @description true: it ran at these times in the execution that this one reruns */
            reused?: boolean;
            /** @description Variables that it changed, in order. Secrets are masked, long lists and values cut short */
            variableChanges?: components["schemas"]["StepVariableChange"][];
            /** @description true: there were more changes */
            moreVariableChanges?: boolean;
            /** @description Results of its gates, in order; absent if none was checked */
            gates?: components["schemas"]["StepGatesItem"][];
        };
        StepPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Step"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @description Only for steps that ran another pipeline; `id` is itself a pipelineExecutionId */
        StepDetailsChildPipeline: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /**
         * @description STOP: nothing is published when it fails, and the step fails
         * @enum {string}
         */
        StepDetailsGatesItemOnFailure: "STOP" | "WARN";
        /** @enum {string} */
        StepDetailsGatesItemResult: "PASSED" | "FAILED";
        StepDetailsGatesItem: {
            name: string;
            /** @example Row Count */
            type: string;
            onFailure: components["schemas"]["StepDetailsGatesItemOnFailure"];
            result: components["schemas"]["StepDetailsGatesItemResult"];
            /** @example at least 100 rows */
            expected: string;
            /** @example 3 rows */
            actual: string;
            /** @description For gates that find rows */
            failingRows?: number;
            /** @description The table that its failed rows are kept in */
            keptIn?: string;
        };
        StepDetailsParametersItem: {
            name: string;
            /** @description As in the pipeline's file, with variables replaced */
            value: unknown;
            /** @description true: variables were replaced in it; otherwise it is as in the file */
            resolved?: boolean;
            /** @description Length of the whole value. Present if only its beginning is returned */
            characters?: number;
        };
        StepDetailsStatementsItem: {
            text: string;
            /** @description Length of the whole value. Present if only its beginning is returned */
            characters?: number;
        };
        StepDetails: {
            id: string;
            /** @description Unique in the execution and the same in its reruns: the component's name, then what is around it from the outside in, `[3]` for an iteration and `#2` for an attempt (a first one may be left out); `\`, `#`, `[` and `]` of the name are escaped with `\` */
            key: string;
            name: string;
            result: components["schemas"]["StepResult"];
            childPipeline?: components["schemas"]["StepDetailsChildPipeline"];
            type: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt?: string;
            message?: string;
            rowCount?: number;
            /** @description The bytes of files, requests and answers that it read or wrote; absent where the component does not count them */
            byteCount?: number;
            attempt: number;
            iteration?: number;
            /** @description true: it ran at these times in the execution that this one reruns */
            reused?: boolean;
            /** @description Variables that it changed, in order. Secrets are masked, long lists and values cut short */
            variableChanges?: components["schemas"]["StepVariableChange"][];
            /** @description true: there were more changes */
            moreVariableChanges?: boolean;
            /** @description Results of its gates, in order; absent if none was checked */
            gates?: components["schemas"]["StepDetailsGatesItem"][];
            /** @description Secrets are masked. Parameters that the run did not reach are as in the file */
            parameters: components["schemas"]["StepDetailsParametersItem"][];
            /** @description What its database was given to execute, in order, secrets masked; not what carries rows. At most 50 */
            statements: components["schemas"]["StepDetailsStatementsItem"][];
            /** @description Statements beyond those */
            moreStatements?: number;
        };
        /** @enum {string} */
        NewCancellationsStatusForm1: "QUEUED" | "RUNNING" | "CANCELLING";
        /** @enum {string} */
        NewCancellationsStatusForm2Item: "QUEUED" | "RUNNING" | "CANCELLING";
        /** @description One or more; CANCELLING executions end with `forceUpdate` only */
        NewCancellationsStatus: components["schemas"]["NewCancellationsStatusForm1"] | components["schemas"]["NewCancellationsStatusForm2Item"][];
        NewCancellations: {
            /** @description A part of the name, without regard to case */
            pipelineName?: string;
            environmentName?: string;
            status?: components["schemas"]["NewCancellationsStatus"];
            /** Format: uuid */
            scheduleId?: string;
            /** Format: uuid */
            agentId?: string;
            /** Format: date-time */
            startedAfter?: string;
            /** Format: date-time */
            startedBefore?: string;
            /** Format: date-time */
            queuedAfter?: string;
            /** Format: date-time */
            queuedBefore?: string;
            /** @description Runs of branches, commits and drafts, or those of published versions */
            unpublished?: boolean;
            /** @description Queued within this ISO 8601 duration before now, for instance PT1H or P7D */
            timeFrame?: string;
            /** @description Do not wait for running components */
            forceUpdate?: boolean;
            /** @description 5,000 by default, of each state the oldest first */
            limit?: number;
        };
        Cancellations: {
            /** @description Executions that ended at once */
            cancelled: number;
            /** @description Executions that end when their runners have stopped them */
            cancelling: number;
            /** @description Whether more may match: repeat the request */
            more: boolean;
        };
        SlowerPipeline: {
            /** Format: uuid */
            projectId: string;
            pipelineName: string;
            environmentName: string;
            /**
             * Format: uuid
             * @description The newest execution that succeeded, in the last 24 hours
             */
            pipelineExecutionId: string;
            /** Format: date-time */
            finishedAt: string;
            /** @description How long that execution ran */
            durationMs: number;
            /** @description The median of the successful executions before it */
            usualMs: number;
            /** @description How many executions that median is of */
            comparedWith: number;
        };
        SlowerPipelineList: {
            results: components["schemas"]["SlowerPipeline"][];
        };
        /** @enum {string} */
        RunEventEventType: "START" | "COMPLETE" | "ABORT" | "FAIL";
        RunEventRunFacetsValue: {
            _producer: string;
            _schemaURL: string;
        } & {
            [key: string]: unknown;
        };
        RunEventRunFacets: {
            [key: string]: components["schemas"]["RunEventRunFacetsValue"];
        };
        RunEventRun: {
            /**
             * Format: uuid
             * @description The execution
             */
            runId: string;
            facets: components["schemas"]["RunEventRunFacets"];
        };
        RunEventJobFacetsValue: {
            _producer: string;
            _schemaURL: string;
        } & {
            [key: string]: unknown;
        };
        RunEventJobFacets: {
            [key: string]: components["schemas"]["RunEventJobFacetsValue"];
        };
        RunEventJob: {
            namespace: string;
            name: string;
            facets: components["schemas"]["RunEventJobFacets"];
        };
        RunEventInputsItemFacetsValue: {
            _producer: string;
            _schemaURL: string;
        } & {
            [key: string]: unknown;
        };
        RunEventInputsItemFacets: {
            [key: string]: components["schemas"]["RunEventInputsItemFacetsValue"];
        };
        RunEventInputsItem: {
            namespace: string;
            name: string;
            facets: components["schemas"]["RunEventInputsItemFacets"];
        };
        RunEventOutputsItemFacetsValue: {
            _producer: string;
            _schemaURL: string;
        } & {
            [key: string]: unknown;
        };
        RunEventOutputsItemFacets: {
            [key: string]: components["schemas"]["RunEventOutputsItemFacetsValue"];
        };
        RunEventOutputsItemOutputFacetsValue: {
            _producer: string;
            _schemaURL: string;
        } & {
            [key: string]: unknown;
        };
        RunEventOutputsItemOutputFacets: {
            [key: string]: components["schemas"]["RunEventOutputsItemOutputFacetsValue"];
        };
        RunEventOutputsItem: {
            namespace: string;
            name: string;
            facets: components["schemas"]["RunEventOutputsItemFacets"];
            outputFacets?: components["schemas"]["RunEventOutputsItemOutputFacets"];
        };
        RunEvent: {
            eventType: components["schemas"]["RunEventEventType"];
            /**
             * Format: date-time
             * @description When it happened
             */
            eventTime: string;
            producer: string;
            schemaURL: string;
            run: components["schemas"]["RunEventRun"];
            job: components["schemas"]["RunEventJob"];
            inputs: components["schemas"]["RunEventInputsItem"][];
            outputs: components["schemas"]["RunEventOutputsItem"][];
        };
        LineageEvent: {
            /**
             * Format: uuid
             * @description The same however often it is read
             */
            id: string;
            event: components["schemas"]["RunEvent"];
        };
        ListLineageEventsResult: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["LineageEvent"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        AssetKind: "TABLE" | "OBJECT" | "FILE" | "API" | "TOPIC";
        Asset: {
            /**
             * Format: uuid
             * @description The same for the same name
             */
            assetId: string;
            /** @description Where it is, as OpenLineage names it: postgres://host:port, s3://bucket */
            namespace: string;
            /** @description Its name there: database.schema.table, or a path */
            name: string;
            kind: components["schemas"]["AssetKind"];
            /** @description Where a pipeline made it and named them all; only to those who see every environment in which runs use it */
            columnNames?: string[];
            /**
             * Format: date-time
             * @description When a pipeline first read or wrote it
             */
            firstSeenTime: string;
            /**
             * Format: date-time
             * @description When a pipeline last wrote it; only to those who see every environment in which runs use it
             */
            lastWrittenTime?: string;
        };
        ListAssetsResult: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Asset"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListAssetsSort: "name" | "lastWrittenTime" | "-name" | "-lastWrittenTime";
        AssetWriteItem: {
            /**
             * Format: uuid
             * @description Of the pipeline that wrote it
             */
            projectId: string;
            environmentName: string;
            /**
             * Format: uuid
             * @description Of that pipeline
             */
            executionId: string;
            /**
             * Format: uuid
             * @description Of the pipeline that was started
             */
            rootExecutionId: string;
            pipelineName: string;
            componentName: string;
            /** @description Rows that the step counted; absent where it does not tell */
            rowCount?: number;
            /**
             * Format: date-time
             * @description When the step ended
             */
            writtenTime: string;
        };
        AssetUse: {
            /**
             * Format: uuid
             * @description A project whose pipelines use it
             */
            projectId: string;
            projectName: string;
            environmentName: string;
            reads: boolean;
            writes: boolean;
            /**
             * Format: date-time
             * @description When one did last; absent where none ran yet
             */
            lastUsedTime?: string;
        };
        AssetDetails: {
            /**
             * Format: uuid
             * @description The same for the same name
             */
            assetId: string;
            /** @description Where it is, as OpenLineage names it: postgres://host:port, s3://bucket */
            namespace: string;
            /** @description Its name there: database.schema.table, or a path */
            name: string;
            kind: components["schemas"]["AssetKind"];
            /** @description Where a pipeline made it and named them all; only to those who see every environment in which runs use it */
            columnNames?: string[];
            /**
             * Format: date-time
             * @description When a pipeline first read or wrote it
             */
            firstSeenTime: string;
            /**
             * Format: date-time
             * @description When a pipeline last wrote it; only to those who see every environment in which runs use it
             */
            lastWrittenTime?: string;
            lastWrite?: components["schemas"]["AssetWriteItem"];
            /** @description In environments that you see; at most 100 */
            uses: components["schemas"]["AssetUse"][];
        };
        ListAssetWritesResult: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["AssetWriteItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        AssetPipelineKnownFromItem: "RUN" | "VERSION";
        AssetPipeline: {
            /**
             * Format: uuid
             * @description Of the pipeline
             */
            projectId: string;
            projectName: string;
            environmentName: string;
            pipelineName: string;
            reads: boolean;
            writes: boolean;
            /** @description RUN: a run did it. VERSION: a pipeline of the newest enabled version of the environment will do it, as its file says */
            knownFrom: components["schemas"]["AssetPipelineKnownFromItem"][];
            /**
             * Format: uuid
             * @description The execution that did it last; absent where none did yet
             */
            lastExecutionId?: string;
            /**
             * Format: date-time
             * @description When it did
             */
            lastTime?: string;
        };
        ListAssetPipelinesResult: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["AssetPipeline"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        AssetNode: {
            /**
             * Format: uuid
             * @description The same for the same name
             */
            assetId: string;
            /** @description Where it is, as OpenLineage names it: postgres://host:port, s3://bucket */
            namespace: string;
            /** @description Its name there: database.schema.table, or a path */
            name: string;
            kind: components["schemas"]["AssetKind"];
            /** @description Steps from the asset: below 0 upstream, above 0 downstream */
            distance: number;
            /** @description Assets from which it is computed in environments that you may not see; at most 1000 are counted */
            hiddenUpstream: number;
            /** @description Assets that are computed from it in environments that you may not see; at most 1000 are counted */
            hiddenDownstream: number;
            /**
             * Format: date-time
             * @description When a pipeline last wrote it; only to those who see every environment in which runs use it
             */
            lastWrittenTime?: string;
        };
        /** @description By written column, the columns from which it is computed. Empty where they are not known */
        AssetEdgeColumns: {
            [key: string]: string[];
        };
        /** @enum {string} */
        AssetEdgeKnownFromItem: "RUN" | "VERSION";
        AssetEdge: {
            /**
             * Format: uuid
             * @description What is read
             */
            fromAssetId: string;
            /**
             * Format: uuid
             * @description What is written
             */
            toAssetId: string;
            /**
             * Format: uuid
             * @description Of the pipeline that does it
             */
            projectId: string;
            environmentName: string;
            pipelineName: string;
            componentName: string;
            columns: components["schemas"]["AssetEdgeColumns"];
            /** @description RUN: a run did it. VERSION: a pipeline of the newest enabled version of the environment will do it, as its file says */
            knownFrom: components["schemas"]["AssetEdgeKnownFromItem"][];
            /**
             * Format: uuid
             * @description The execution that did it last; absent where none did yet
             */
            lastExecutionId?: string;
            /**
             * Format: date-time
             * @description When it did
             */
            lastTime?: string;
        };
        AssetGraph: {
            nodes: components["schemas"]["AssetNode"][];
            edges: components["schemas"]["AssetEdge"][];
            /** @description There is more than the limit, or the depth, that was asked for */
            truncated: boolean;
        };
        TracedColumnItem: {
            /**
             * Format: uuid
             * @description The same for the same name
             */
            assetId: string;
            /** @description Where it is, as OpenLineage names it: postgres://host:port, s3://bucket */
            namespace: string;
            /** @description Its name there: database.schema.table, or a path */
            name: string;
            kind: components["schemas"]["AssetKind"];
            column: string;
            distance: number;
            /** @description Pipelines that carry the column, on the side of the requested asset */
            pipelines: string[];
        };
        ColumnTrace: {
            /** @description Columns from which the column is computed */
            upstream: components["schemas"]["TracedColumnItem"][];
            /** @description Columns that are computed from the column */
            downstream: components["schemas"]["TracedColumnItem"][];
            /** @description There are more than 500 columns */
            truncated: boolean;
        };
        VersionLineageStepsItemReadsItem: {
            /**
             * Format: uuid
             * @description Of the asset
             */
            assetId: string;
            namespace: string;
            name: string;
        };
        VersionLineageStepsItemWritesItem: {
            /**
             * Format: uuid
             * @description Of the asset
             */
            assetId: string;
            namespace: string;
            name: string;
        };
        VersionLineageStepsItemEdgesItemColumns: {
            [key: string]: string[];
        };
        VersionLineageStepsItemEdgesItem: {
            /**
             * Format: uuid
             * @description What is read
             */
            fromAssetId: string;
            /**
             * Format: uuid
             * @description What is written
             */
            toAssetId: string;
            columns: components["schemas"]["VersionLineageStepsItemEdgesItemColumns"];
        };
        VersionLineageStepsItem: {
            pipelineName: string;
            componentName: string;
            reads: components["schemas"]["VersionLineageStepsItemReadsItem"][];
            writes: components["schemas"]["VersionLineageStepsItemWritesItem"][];
            edges: components["schemas"]["VersionLineageStepsItemEdgesItem"][];
            /** @description Why statements could not be read */
            unread: string[];
        };
        VersionLineage: {
            versionName: string;
            environmentName: string;
            /** @description It is the newest enabled version of the environment: the one that the graph of assets shows */
            current: boolean;
            /**
             * Format: date-time
             * @description When it was recorded, with the values that variables had then; absent: it was read now
             */
            recordedTime?: string;
            /** @description The components that will read or write something; at most 1000 */
            steps: components["schemas"]["VersionLineageStepsItem"][];
            /** @description There are more components */
            truncated: boolean;
        };
        StepLineageItemReadsItem: {
            /**
             * Format: uuid
             * @description Of the asset
             */
            assetId: string;
            namespace: string;
            name: string;
        };
        StepLineageItemWritesItem: {
            /**
             * Format: uuid
             * @description Of the asset
             */
            assetId: string;
            namespace: string;
            name: string;
        };
        StepLineageItemEdgesItemColumns: {
            [key: string]: string[];
        };
        StepLineageItemEdgesItem: {
            /**
             * Format: uuid
             * @description What is read
             */
            fromAssetId: string;
            /**
             * Format: uuid
             * @description What is written
             */
            toAssetId: string;
            columns: components["schemas"]["StepLineageItemEdgesItemColumns"];
        };
        StepLineageItem: {
            /**
             * Format: uuid
             * @description Of the execution, or of a pipeline that it called
             */
            executionId: string;
            pipelineName: string;
            componentName: string;
            /** @description Rows that the step counted; absent where it does not tell */
            rowCount?: number;
            reads: components["schemas"]["StepLineageItemReadsItem"][];
            writes: components["schemas"]["StepLineageItemWritesItem"][];
            edges: components["schemas"]["StepLineageItemEdgesItem"][];
            /** @description Why statements could not be read */
            unread: string[];
        };
        ExecutionLineage: {
            /** @description Steps that read or wrote something; at most 1000 */
            steps: components["schemas"]["StepLineageItem"][];
        };
        /** @enum {string} */
        OAuthStatus: "PENDING_SETUP" | "AUTHORIZED";
        OAuth: {
            /** Format: uuid */
            oauthId: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation
             */
            projectId?: string;
            name: string;
            grantType: components["schemas"]["GrantType"];
            clientId: string;
            accessTokenUrl: string;
            authorizeUrl?: string;
            credentialsIn: components["schemas"]["CredentialsIn"];
            tokenParameters: components["schemas"]["TokenParameter"][];
            authParameters: components["schemas"]["AuthParameter"][];
            /** @description Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl */
            allowedHosts?: string[];
            hasClientSecret: boolean;
            status: components["schemas"]["OAuthStatus"];
            /** @description To be registered at the authorization server */
            redirectUri: string;
            /**
             * Format: date-time
             * @description When its token was fetched or last renewed
             */
            authorizedAt?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @description Why the last attempt to fetch a token failed */
            fault?: string;
            /** Format: date-time */
            createdAt: string;
        };
        OAuthPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["OAuth"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @description On update absent clientSecret and allowedHosts stay as they are; null is the host of accessTokenUrl. Hosts that were not allowed before drop the token and need clientSecret again */
        NewOAuth: {
            name: string;
            grantType: components["schemas"]["GrantType"];
            clientId: string;
            accessTokenUrl: string;
            authorizeUrl?: string;
            credentialsIn?: components["schemas"]["CredentialsIn"];
            tokenParameters?: components["schemas"]["TokenParameter"][];
            authParameters?: components["schemas"]["AuthParameter"][];
            allowedHosts?: string[] | null;
            /**
             * Format: uuid
             * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
             */
            projectId?: string;
            clientSecret?: string;
        };
        Authorization: {
            status: components["schemas"]["OAuthStatus"];
            authorizationUrl?: string;
            /** Format: date-time */
            expiresAt?: string;
        };
        /** @enum {string} */
        PrincipalKind: "USER" | "GROUP";
        Principal: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["PrincipalKind"];
            name: string;
            /** @description Always true for groups */
            active: boolean;
            accountRole: components["schemas"]["AccountRole"];
        };
        PrincipalPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Principal"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListUsersSort: "createdAt" | "name" | "-createdAt" | "-name";
        Roles: {
            accountRole: components["schemas"]["AccountRole"];
            /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
            accountPermissions?: "PROJECT_CREATOR"[];
            projectRoles: components["schemas"]["ProjectRoleGrant"][];
            environmentAccess: components["schemas"]["EnvironmentAccessGrant"][];
        };
        /** @enum {string} */
        ListGroupsSort: "createdAt" | "name" | "-createdAt" | "-name";
        /** @enum {string} */
        MemberKind: "USER" | "GROUP" | "CREDENTIAL";
        /** @enum {string} */
        MemberRole: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
        Member: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["MemberKind"];
            name: string;
            role: components["schemas"]["MemberRole"];
        };
        MemberPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Member"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        CandidateKind: "USER" | "GROUP" | "CREDENTIAL";
        Candidate: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["CandidateKind"];
            name: string;
        };
        CandidatePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Candidate"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        NewMemberRole: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
        NewMember: {
            role: components["schemas"]["NewMemberRole"];
        };
        /** @enum {string} */
        EnvironmentMemberKind: "USER" | "GROUP" | "CREDENTIAL";
        /** @enum {string} */
        EnvironmentMemberAccess: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
        EnvironmentMember: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["EnvironmentMemberKind"];
            name: string;
            access: components["schemas"]["EnvironmentMemberAccess"];
        };
        EnvironmentMemberPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["EnvironmentMember"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        NewEnvironmentMemberAccess: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
        NewEnvironmentMember: {
            access: components["schemas"]["NewEnvironmentMemberAccess"];
        };
        /** @enum {string} */
        PermissionsAccountRoleFromItemKind: "USER" | "GROUP";
        PermissionsAccountRoleFromItem: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["PermissionsAccountRoleFromItemKind"];
            name: string;
        };
        /** @enum {string} */
        PermissionsProjectsResultsItemRole: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
        /** @enum {string} */
        PermissionsProjectsResultsItemRoleFromItemKind: "USER" | "GROUP";
        PermissionsProjectsResultsItemRoleFromItem: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["PermissionsProjectsResultsItemRoleFromItemKind"];
            name: string;
        };
        /** @enum {string} */
        PermissionsProjectsResultsItemEnvironmentsItemAccess: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
        /**
         * @description An administrator of the project; given by name; or the default of the environment
         * @enum {string}
         */
        PermissionsProjectsResultsItemEnvironmentsItemBecause: "PROJECT_ADMIN" | "GIVEN" | "DEFAULT";
        /** @enum {string} */
        PermissionsProjectsResultsItemEnvironmentsItemAccessFromItemKind: "USER" | "GROUP";
        PermissionsProjectsResultsItemEnvironmentsItemAccessFromItem: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["PermissionsProjectsResultsItemEnvironmentsItemAccessFromItemKind"];
            name: string;
        };
        PermissionsProjectsResultsItemEnvironmentsItem: {
            environmentName: string;
            access: components["schemas"]["PermissionsProjectsResultsItemEnvironmentsItemAccess"];
            because: components["schemas"]["PermissionsProjectsResultsItemEnvironmentsItemBecause"];
            /** @description The user or its groups that were granted this */
            accessFrom: components["schemas"]["PermissionsProjectsResultsItemEnvironmentsItemAccessFromItem"][];
            permissions: string[];
        };
        PermissionsProjectsResultsItem: {
            /** Format: uuid */
            projectId: string;
            name: string;
            role: components["schemas"]["PermissionsProjectsResultsItemRole"];
            /** @description The user or its groups that were granted this */
            roleFrom: components["schemas"]["PermissionsProjectsResultsItemRoleFromItem"][];
            permissions: string[];
            environments: components["schemas"]["PermissionsProjectsResultsItemEnvironmentsItem"][];
        };
        PermissionsProjects: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["PermissionsProjectsResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        Permissions: {
            /** Format: uuid */
            userId: string;
            /** @description An inactive user has no permissions, whatever its roles */
            active: boolean;
            accountRole: components["schemas"]["AccountRole"];
            /** @description The user or its groups that were granted this */
            accountRoleFrom: components["schemas"]["PermissionsAccountRoleFromItem"][];
            /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
            accountPermissions: "PROJECT_CREATOR"[];
            projects: components["schemas"]["PermissionsProjects"];
        };
        /** @enum {string} */
        EffectiveMemberPageResultsItemKind: "USER" | "CREDENTIAL";
        /** @enum {string} */
        EffectiveMemberPageResultsItemRole: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
        /** @enum {string} */
        EffectiveMemberPageResultsItemSourcesItemKind: "DIRECT" | "GROUP" | "ACCOUNT_ADMINISTRATOR";
        /** @enum {string} */
        EffectiveMemberPageResultsItemSourcesItemRole: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
        EffectiveMemberPageResultsItemSourcesItem: {
            kind: components["schemas"]["EffectiveMemberPageResultsItemSourcesItemKind"];
            role: components["schemas"]["EffectiveMemberPageResultsItemSourcesItemRole"];
            /** Format: uuid */
            groupId?: string;
            /** @description The group that it was granted to; absent when direct */
            groupName?: string;
            /** @description False when another source is stronger or takes precedence */
            decides: boolean;
        };
        EffectiveMemberPageResultsItem: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["EffectiveMemberPageResultsItemKind"];
            name: string;
            role: components["schemas"]["EffectiveMemberPageResultsItemRole"];
            /** @description Every grant of a role, the deciding ones first */
            sources: components["schemas"]["EffectiveMemberPageResultsItemSourcesItem"][];
        };
        EffectiveMemberPage: {
            results: components["schemas"]["EffectiveMemberPageResultsItem"][];
            /** @description Send it as `paginationToken` for the next page */
            more?: string;
        };
        /** @enum {string} */
        EffectiveEnvironmentMemberPageResultsItemKind: "USER" | "CREDENTIAL";
        /** @enum {string} */
        EffectiveEnvironmentMemberPageResultsItemRole: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
        /** @enum {string} */
        EffectiveEnvironmentMemberPageResultsItemAccess: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
        /**
         * @description DEFAULT: nothing was granted, so the default of the environment applies
         * @enum {string}
         */
        EffectiveEnvironmentMemberPageResultsItemSourcesItemKind: "DIRECT" | "GROUP" | "DEFAULT" | "PROJECT_ADMINISTRATOR" | "ACCOUNT_ADMINISTRATOR";
        /** @enum {string} */
        EffectiveEnvironmentMemberPageResultsItemSourcesItemAccess: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
        EffectiveEnvironmentMemberPageResultsItemSourcesItem: {
            kind: components["schemas"]["EffectiveEnvironmentMemberPageResultsItemSourcesItemKind"];
            access: components["schemas"]["EffectiveEnvironmentMemberPageResultsItemSourcesItemAccess"];
            /** Format: uuid */
            groupId?: string;
            /** @description The group that it was granted to; absent when direct */
            groupName?: string;
            /** @description False when another source is stronger or takes precedence */
            decides: boolean;
        };
        EffectiveEnvironmentMemberPageResultsItem: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["EffectiveEnvironmentMemberPageResultsItemKind"];
            name: string;
            role: components["schemas"]["EffectiveEnvironmentMemberPageResultsItemRole"];
            access: components["schemas"]["EffectiveEnvironmentMemberPageResultsItemAccess"];
            /** @description Every source of access, the deciding ones first */
            sources: components["schemas"]["EffectiveEnvironmentMemberPageResultsItemSourcesItem"][];
        };
        EffectiveEnvironmentMemberPage: {
            results: components["schemas"]["EffectiveEnvironmentMemberPageResultsItem"][];
            /** @description Send it as `paginationToken` for the next page */
            more?: string;
        };
        /** @enum {string} */
        PersonalTokenScopesItem: "read" | "write";
        PersonalToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description read: operations that change nothing; write: all others. Never more than the roles of the user */
            scopes: components["schemas"]["PersonalTokenScopesItem"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            lastUsedAt?: string;
        };
        PersonalTokens: {
            results: components["schemas"]["PersonalToken"][];
        };
        /** @enum {string} */
        NewPersonalTokenScopesItem: "read" | "write";
        NewPersonalToken: {
            name: string;
            /** @description read: operations that change nothing; write: all others. Never more than the roles of the user */
            scopes: components["schemas"]["NewPersonalTokenScopesItem"][];
            /**
             * Format: date-time
             * @description 90 days ahead by default, a year at most
             */
            expiresAt?: string;
        };
        /** @enum {string} */
        CreatedPersonalTokenScopesItem: "read" | "write";
        CreatedPersonalToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description read: operations that change nothing; write: all others. Never more than the roles of the user */
            scopes: components["schemas"]["CreatedPersonalTokenScopesItem"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            lastUsedAt?: string;
            /** @description Shown only once */
            token: string;
        };
        /** @enum {string} */
        PipelineSummaryPipelineType: "orchestration" | "transformation";
        PipelineSummaryFaultCount: {
            errors: number;
            warnings: number;
        };
        PipelineSummary: {
            /** @description Path in the repository without its ending */
            name: string;
            path: string;
            pipelineType: components["schemas"]["PipelineSummaryPipelineType"];
            faultCount: components["schemas"]["PipelineSummaryFaultCount"];
            /** @description Absent when the file cannot be read */
            componentCount?: number;
        };
        PipelinePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["PipelineSummary"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        PipelineDetailsPipelineType: "orchestration" | "transformation";
        /** @description As the file has them */
        DrawnComponentParameters: {
            [key: string]: unknown;
        };
        /** @description In an orchestration, the components that follow. They need not exist */
        DrawnComponentTransitions: {
            unconditional?: string[];
            success?: string[];
            failure?: string[];
            true?: string[];
            false?: string[];
        };
        DrawnComponentPostProcessingUpdateGridVariablesItem: {
            variable: string;
            values: unknown;
        };
        DrawnComponentPostProcessing: {
            /** @description Rows of [variable, expression] */
            updateScalarVariables: string[][];
            updateGridVariables: components["schemas"]["DrawnComponentPostProcessingUpdateGridVariablesItem"][];
            updateOutputMessage?: string;
        };
        /** @description Absent when the file has none */
        DrawnComponentPosition: {
            /** @description In pixels of the drawing */
            x: number;
            /** @description In pixels of the drawing */
            y: number;
        };
        DrawnComponent: {
            name: string;
            type: string;
            /** @description Line of the name in the file */
            line: number;
            skipped: boolean;
            parameters: components["schemas"]["DrawnComponentParameters"];
            transitions: components["schemas"]["DrawnComponentTransitions"];
            /** @description In a transformation, the components that it reads from. They need not exist */
            sources: string[];
            /** @description The component an iterator or retry repeats */
            iterationTarget?: string;
            postProcessing?: components["schemas"]["DrawnComponentPostProcessing"];
            position?: components["schemas"]["DrawnComponentPosition"];
        };
        /** @enum {string} */
        DeclaredVariableScope: "COPIED" | "SHARED";
        /** @enum {string} */
        DeclaredVariableVisibility: "PUBLIC" | "PRIVATE";
        DeclaredVariableDefaultValue: string | number | string[][];
        DeclaredVariable: {
            name: string;
            type: components["schemas"]["VariableType"];
            scope: components["schemas"]["DeclaredVariableScope"];
            visibility: components["schemas"]["DeclaredVariableVisibility"];
            description: string;
            /** @description Columns of a GRID, in order; empty for scalars */
            columns: string[];
            defaultValue: components["schemas"]["DeclaredVariableDefaultValue"];
        };
        DrawnNote: {
            /** @description Markdown */
            text: string;
            /** @description In pixels of the drawing */
            x?: number;
            /** @description In pixels of the drawing */
            y?: number;
            /** @description In pixels of the drawing */
            width?: number;
            /** @description In pixels of the drawing */
            height?: number;
            /** @description A colour, such as yellow or light-blue */
            theme?: string;
        };
        /** @description Components that are drawn inside one frame */
        DrawnGroup: {
            name: string;
            /** @description Their names */
            components: string[];
        };
        PipelineDetails: {
            /** @description Path in the repository without its ending */
            name: string;
            path: string;
            pipelineType: components["schemas"]["PipelineDetailsPipelineType"];
            /** @description The commit read, when a ref was asked for */
            commitHash?: string;
            /** @description The version read, when an environment was asked for */
            versionName?: string;
            description: string;
            /** @description In the order of the file; empty when unreadable */
            components: components["schemas"]["DrawnComponent"][];
            variables: components["schemas"]["DeclaredVariable"][];
            notes: components["schemas"]["DrawnNote"][];
            /** @description Frames around components of the file */
            groups: components["schemas"]["DrawnGroup"][];
            /** @description Errors and warnings of validation in this file, at most 200 */
            faults: components["schemas"]["FileFault"][];
            /** @description The file, at most its first 1048576 characters */
            text: string;
            textTruncated: boolean;
        };
        /** @enum {string} */
        PipelineCallsPipelineType: "orchestration" | "transformation";
        /**
         * @description UNKNOWN: there is no pipeline of this name. WRONG_KIND: it is of the other kind, and the component fails. DECIDED_WHILE_RUNNING: variables are part of the name
         * @enum {string}
         */
        CalleeState: "KNOWN" | "UNKNOWN" | "WRONG_KIND" | "DECIDED_WHILE_RUNNING";
        /**
         * @description The type of pipeline that the component runs
         * @enum {string}
         */
        CalleePipelineType: "orchestration" | "transformation";
        Callee: {
            /** @description The component that runs the pipeline */
            component: string;
            /** @description Line of that component in its file */
            line: number;
            skipped: boolean;
            /** @description The reference as the file writes it */
            reference: string;
            /** @description The iterator or retry that repeats the component */
            repeatedBy?: string;
            state: components["schemas"]["CalleeState"];
            pipelineType: components["schemas"]["CalleePipelineType"];
            /** @description Absent when it is decided while running */
            pipelineName?: string;
            /** @description Path of its file, if there is one */
            path?: string;
        };
        /** @enum {string} */
        SharedCalleeState: "KNOWN" | "UNKNOWN" | "DECIDED_WHILE_RUNNING";
        SharedCallee: {
            /** @description The component that runs the shared pipeline */
            component: string;
            line: number;
            skipped: boolean;
            /** @description The reference as the file writes it */
            reference: string;
            repeatedBy?: string;
            /** @description Absent for the newest version */
            statedVersion?: string;
            /** @description The version that the component runs now, if it can be run */
            versionName?: string;
            /** @description The newest version that is enabled */
            newestVersionName?: string;
            state: components["schemas"]["SharedCalleeState"];
            /** @description Why it cannot be run, and what to do */
            fault?: string;
        };
        /**
         * @description UNKNOWN: there is no pipeline of this name. WRONG_KIND: it is of the other kind, and the component fails. DECIDED_WHILE_RUNNING: variables are part of the name
         * @enum {string}
         */
        PipelineCallerState: "KNOWN" | "UNKNOWN" | "WRONG_KIND" | "DECIDED_WHILE_RUNNING";
        /** @enum {string} */
        PipelineCallerPipelineType: "orchestration" | "transformation";
        PipelineCaller: {
            /** @description The component that runs the pipeline */
            component: string;
            /** @description Line of that component in its file */
            line: number;
            skipped: boolean;
            /** @description The reference as the file writes it */
            reference: string;
            /** @description The iterator or retry that repeats the component */
            repeatedBy?: string;
            state: components["schemas"]["PipelineCallerState"];
            /** @description Name of the pipeline that contains the component */
            pipelineName: string;
            path: string;
            pipelineType: components["schemas"]["PipelineCallerPipelineType"];
        };
        PipelineCalls: {
            name: string;
            path: string;
            pipelineType: components["schemas"]["PipelineCallsPipelineType"];
            /** @description The commit read; absent for a version, and for a draft of a new branch */
            commitHash?: string;
            versionName?: string;
            /** @description The pipelines that it runs, in the order of the file; at most 1000 */
            callees: components["schemas"]["Callee"][];
            calleeCount: number;
            /** @description The shared pipelines that it runs, in the order of the file; at most 1000 */
            sharedCallees: components["schemas"]["SharedCallee"][];
            /** @description The pipelines that run it, by name; then those that may, because the name that they decide while running can become this one. At most 1000 */
            callers: components["schemas"]["PipelineCaller"][];
            callerCount: number;
        };
        PipelineMatch: {
            /** Format: uuid */
            projectId: string;
            projectName: string;
            /** @description Path in the repository without its ending */
            name: string;
            path: string;
            /** @description The default branch of the repository, which has it */
            branch?: string;
            /** @description Where it is published, in projects without a commit */
            environmentName?: string;
        };
        PipelineMatchPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["PipelineMatch"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /**
         * @description Against the version that was published before it in this environment
         * @enum {string}
         */
        PipelineVersionChange: "ADDED" | "MODIFIED" | "REMOVED";
        PipelineVersion: {
            versionName: string;
            /** @description As given by the publisher */
            commitHash?: string;
            branch?: string;
            /** Format: date-time */
            publishedTime: string;
            publishedBy: string;
            enabled: boolean;
            change: components["schemas"]["PipelineVersionChange"];
        };
        PipelineVersionPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["PipelineVersion"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        PipelineDiffChange: "NONE" | "ADDED" | "MODIFIED" | "REMOVED";
        /** @description Changes of a pipeline by component name. The positions of components in the file do not matter */
        ComponentDiff: {
            added: string[];
            changed: string[];
            removed: string[];
        };
        PipelineDiffFrom: {
            environmentName: string;
            versionName: string;
            /** @description Absent when the version has no such pipeline */
            path?: string;
            /** @description At most 1048576 characters */
            text?: string;
            textTruncated: boolean;
        };
        PipelineDiffTo: {
            environmentName: string;
            versionName: string;
            /** @description Absent when the version has no such pipeline */
            path?: string;
            /** @description At most 1048576 characters */
            text?: string;
            textTruncated: boolean;
        };
        PipelineDiff: {
            change: components["schemas"]["PipelineDiffChange"];
            components: components["schemas"]["ComponentDiff"];
            from: components["schemas"]["PipelineDiffFrom"];
            to: components["schemas"]["PipelineDiffTo"];
        };
        /** @enum {string} */
        WarehouseKind: "SNOWFLAKE" | "DATABRICKS" | "REDSHIFT" | "BIGQUERY" | "DUCKDB" | "POSTGRES" | "MYSQL" | "CLICKHOUSE";
        /** @enum {string} */
        AgentDeploymentType: "HYBRID" | "FULL_SAAS";
        Project: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            warehouse: components["schemas"]["WarehouseKind"];
            agentDeploymentType: components["schemas"]["AgentDeploymentType"];
            /** @description Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default) */
            reviewBeforeMerging: components["schemas"]["ReviewLevel"];
        };
        ProjectPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Project"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewProject: {
            name: string;
            description?: string;
            warehouse?: components["schemas"]["WarehouseKind"];
            agentDeploymentType?: components["schemas"]["AgentDeploymentType"];
            /** @description Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default) */
            reviewBeforeMerging?: components["schemas"]["ReviewLevel"];
        };
        CreatedProject: {
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            warehouse: components["schemas"]["WarehouseKind"];
            agentDeploymentType: components["schemas"]["AgentDeploymentType"];
            /** @description Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default) */
            reviewBeforeMerging: components["schemas"]["ReviewLevel"];
        };
        ProjectPatch: {
            name?: string;
            description?: string;
            /** @description Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default) */
            reviewBeforeMerging?: components["schemas"]["ReviewLevel"];
        };
        /** @enum {string} */
        ProviderName: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
        RepositoryProviderParameters: {
            [key: string]: string;
        };
        Repository: {
            provider: components["schemas"]["ProviderName"];
            repositoryName: string;
            providerParameters: components["schemas"]["RepositoryProviderParameters"];
            /** @description URL of a hosted repository for git clone and git push */
            cloneUrl?: string;
            /** Format: date-time */
            tokenExpiresAt?: string;
            /** @description Why the stored token could not be rotated; store a new one */
            tokenFault?: string;
            migrationInProgress: boolean;
            /** @description Branches of which every new commit is published automatically, be it in an environment that the caller does not see */
            publishedBranches: string[];
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
        };
        /** @description hosted: none. git: url, username? (http(s) or ssh). github: ownerName. gitlab: repositoryId, baseUrl?. azure-devops: organization, repositoryId, tenantId */
        ProviderParameters: {
            [key: string]: string;
        };
        NewRepository: {
            provider: components["schemas"]["ProviderName"];
            /** @description The last part of the address by default */
            repositoryName?: string;
            providerParameters?: components["schemas"]["ProviderParameters"];
        };
        PullRequestPage: {
            /** @description Absent where the repository is hosted by Headrace, or its code host is not known */
            url?: string;
        };
        RepositoryEventPageResultsItem: {
            action: string;
            madeBy: string;
            /** Format: date-time */
            madeAt: string;
            detail: string;
        };
        RepositoryEventPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["RepositoryEventPageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        BranchPageResultsItem: {
            name: string;
            /** @description Full id of a commit */
            commitHash: string;
            /** Format: date-time */
            committedAt: string;
            subject: string;
            isDefault: boolean;
        };
        BranchPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["BranchPageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewBranch: {
            /** @example main */
            name: string;
            /**
             * @description Branch, tag or commit that it begins at; the default branch by default
             * @example main
             */
            from?: string;
        };
        Branch: {
            /** @example main */
            name: string;
            /** @description Full id of a commit */
            commitHash: string;
            /** Format: date-time */
            committedAt: string;
            subject: string;
            isDefault: boolean;
        };
        CommitPageResultsItem: {
            /** @description Full id of a commit */
            commitHash: string;
            parents: string[];
            authorName: string;
            authorEmail: string;
            /** Format: date-time */
            authoredAt: string;
            subject: string;
        };
        CommitPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["CommitPageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /**
         * @description Encoding of the content; utf-8 by default
         * @enum {string}
         */
        FileChangeEncoding: "utf-8" | "base64";
        FileChange: {
            /** @example orders/load-orders.orch.yaml */
            path: string;
            /** @description At most 4 MiB */
            content?: string;
            encoding?: components["schemas"]["FileChangeEncoding"];
            /** @description Instead of a content */
            delete?: boolean;
        };
        NewCommit: {
            /** @example main */
            branch: string;
            message: string;
            /**
             * @description The commit that the changes were made on. Files that others have changed since are conflicts; without it, every file must be new
             * @example 3f2a9c41d0b7e86a5c4f1b2d9e8a7c6b5d4e3f21
             */
            baseCommit?: string;
            changes: components["schemas"]["FileChange"][];
        };
        /** @enum {string} */
        FilePageResultsItemKind: "file" | "link" | "submodule";
        FilePageResultsItem: {
            path: string;
            bytes: number;
            kind: components["schemas"]["FilePageResultsItemKind"];
        };
        FilePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["FilePageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /**
         * @description Encoding of the content; utf-8 by default
         * @enum {string}
         */
        PutFileEncoding: "utf-8" | "base64";
        PutFile: {
            /** @example main */
            branch: string;
            /** @example orders/load-orders.orch.yaml */
            path: string;
            /** @description At most 4 MiB */
            content: string;
            encoding?: components["schemas"]["PutFileEncoding"];
            message?: string;
        };
        WrittenFile: {
            /** @example main */
            branch: string;
            /** @example orders/load-orders.orch.yaml */
            path: string;
            /** @description The content as Git names it: its tag in If-Match */
            blobHash: string;
            /** @description Full id of a commit */
            commitHash: string;
        };
        /** @enum {string} */
        FileContentEncoding: "utf-8" | "base64";
        FileContent: {
            path: string;
            /** @description Full id of a commit */
            commitHash: string;
            /** @description The content as Git names it */
            blobHash: string;
            bytes: number;
            encoding: components["schemas"]["FileContentEncoding"];
            content: string;
        };
        PublishFromGit: {
            environmentName: string;
            versionName: string;
            /** @description Branch, tag or commit */
            ref: string;
        };
        Publication: {
            environmentName: string;
            branch: string;
            /** @description Full id of a commit */
            lastCommit?: string;
            lastResult?: string;
        };
        PublicationPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Publication"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewPublication: {
            environmentName: string;
            branch: string;
        };
        /**
         * @description AUTO makes a merge commit only where the target cannot be moved forward
         * @enum {string}
         */
        NewMergeStrategy: "AUTO" | "FAST_FORWARD" | "MERGE_COMMIT";
        /**
         * @description Encoding of the content; utf-8 by default
         * @enum {string}
         */
        NewMergeResolutionsItemEncoding: "utf-8" | "base64";
        /**
         * @description Instead of a content: a file in conflict becomes what it is on this side, of any size, text or not; it is deleted where the side has none
         * @enum {string}
         */
        NewMergeResolutionsItemKeep: "SOURCE" | "TARGET";
        NewMergeResolutionsItem: {
            /** @example orders/load-orders.orch.yaml */
            path: string;
            /** @description At most 4 MiB */
            content?: string;
            encoding?: components["schemas"]["NewMergeResolutionsItemEncoding"];
            /** @description Instead of a content */
            delete?: boolean;
            keep?: components["schemas"]["NewMergeResolutionsItemKeep"];
        };
        NewMerge: {
            /**
             * @description Branch, tag or commit that is merged
             * @example feature/returns
             */
            source: string;
            /**
             * @description Branch that it is merged into
             * @example main
             */
            target: string;
            message?: string;
            strategy?: components["schemas"]["NewMergeStrategy"];
            /**
             * @description Where the caller has seen the source: when it has moved, 409
             * @example 3f2a9c41d0b7e86a5c4f1b2d9e8a7c6b5d4e3f21
             */
            sourceCommit?: string;
            /**
             * @description Where the caller has seen the target: when it has moved, 409
             * @example 3f2a9c41d0b7e86a5c4f1b2d9e8a7c6b5d4e3f21
             */
            targetCommit?: string;
            /** @description What becomes of files in conflict. With them, sourceCommit and targetCommit are required */
            resolutions?: components["schemas"]["NewMergeResolutionsItem"][];
        };
        /** @enum {string} */
        MergeOutcome: "UP_TO_DATE" | "FAST_FORWARD" | "MERGE_COMMIT";
        Merge: {
            outcome: components["schemas"]["MergeOutcome"];
            /** @example main */
            target: string;
            /** @description Full id of a commit */
            commitHash: string;
        };
        /** @enum {string} */
        FileDiffChange: "ADDED" | "MODIFIED" | "REMOVED";
        FileDiff: {
            path: string;
            change: components["schemas"]["FileDiffChange"];
            /** @description Unified, at most 65536 characters; absent when the files of the page differ in too much */
            diff?: string;
            diffTruncated: boolean;
            components?: components["schemas"]["ComponentDiff"];
        };
        RepositoryDiff: {
            /** @description Full id of the commit. For a draft: the commit that it is based on; absent if the branch has no commit yet */
            fromCommit?: string;
            /** @description Full id of the commit. For a draft: the commit that it is based on; absent if the branch has no commit yet */
            toCommit?: string;
            /** Format: int32 */
            page: number;
            results: components["schemas"]["FileDiff"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        NewMigrationMode: "MIRROR_PUSH" | "RECONFIGURE";
        NewMigration: {
            mode: components["schemas"]["NewMigrationMode"];
            provider: components["schemas"]["ProviderName"];
            repositoryName?: string;
            providerParameters?: components["schemas"]["ProviderParameters"];
        };
        /** @enum {string} */
        DryRunChecksItemResult: "PASSED" | "FAILED" | "UNKNOWN";
        DryRunChecksItem: {
            name: string;
            result: components["schemas"]["DryRunChecksItemResult"];
            /** @description The finding, and how to correct it */
            detail: string;
        };
        DryRun: {
            /** @description No check failed */
            ready: boolean;
            checks: components["schemas"]["DryRunChecksItem"][];
        };
        /** @enum {string} */
        MigrationStatus: "IN_PROGRESS" | "SUCCEEDED" | "FAILED";
        /** @enum {string} */
        MigrationMode: "MIRROR_PUSH" | "RECONFIGURE";
        MigrationSource: {
            provider: components["schemas"]["ProviderName"];
            repositoryName: string;
        };
        MigrationTarget: {
            provider: components["schemas"]["ProviderName"];
            repositoryName: string;
        };
        Migration: {
            /** Format: uuid */
            migrationId: string;
            status: components["schemas"]["MigrationStatus"];
            /** @description Phase and counts, or the cause of a failure */
            detail?: string;
            mode: components["schemas"]["MigrationMode"];
            source: components["schemas"]["MigrationSource"];
            target: components["schemas"]["MigrationTarget"];
            startedBy: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        MigrationPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Migration"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewReview: {
            /**
             * @description Branch or tag of the project's repository
             * @example main
             */
            branchName: string;
            /** @description The newest of the branch by default */
            commitId?: string;
            /** @description The warehouse type of the project by default */
            dataWarehouseType?: components["schemas"]["WarehouseKind"];
            /** @description Only findings in these files are returned; all by default */
            filePaths?: string[];
        };
        /**
         * @description FAILED when a finding has the severity ERROR
         * @enum {string}
         */
        ReviewReviewStatus: "PASSED" | "FAILED";
        /** @enum {string} */
        FindingSeverity: "ERROR" | "WARNING";
        Finding: {
            /** @description The id of a rule, or rules-file for what is wrong with the rules */
            rule: string;
            severity: components["schemas"]["FindingSeverity"];
            message: string;
            component?: string;
            line: number;
            /** @description Path in the repository */
            file: string;
            /** @description How to correct it */
            hint?: string;
        };
        /** @description Findings by the name of the pipeline; pipelines without findings have empty lists */
        ReviewResults: {
            [key: string]: components["schemas"]["Finding"][];
        };
        Review: {
            reviewStatus: components["schemas"]["ReviewReviewStatus"];
            /** @description The commit that was reviewed */
            commitId: string;
            results: components["schemas"]["ReviewResults"];
            /** @description Files that are no pipelines, or that the rules leave out */
            excludedFiles: string[];
        };
        /** @enum {string} */
        AgentStatus: "pending" | "running" | "unknown" | "stopping" | "stopped" | "pausing" | "paused";
        /** @enum {string} */
        AgentType: "pipeline" | "streaming" | "data_productivity_cloud";
        /** @enum {string} */
        CloudProvider: "aws" | "azure" | "gcp" | "google_cloud" | "snowflake" | "self_hosted";
        /** @enum {string} */
        Deployment: "fargate" | "eks" | "container app" | "aci" | "aks" | "gke" | "gce" | "native app" | "process" | "container" | "kubernetes";
        /** @enum {string} */
        VersionDetailsSupport: "SUPPORTED" | "UNSUPPORTED";
        VersionDetails: {
            agentUpdateAvailable: boolean;
            /**
             * @description Omitted until the first connection
             * @example 1.4.0
             */
            agentVersion?: string;
            support: components["schemas"]["VersionDetailsSupport"];
            trackName: string;
            /** Format: date-time */
            trackReleaseDate: string;
            trackVersion: string;
        };
        AgentInfo: {
            /** Format: uuid */
            agentId: string;
            agentStatus: components["schemas"]["AgentStatus"];
            agentType: components["schemas"]["AgentType"];
            cloudProvider: components["schemas"]["CloudProvider"];
            /** @description A live session with a heartbeat in the last 15 seconds */
            connected: boolean;
            deployment: components["schemas"]["Deployment"];
            description: string;
            enableAutoUpdates: boolean;
            /** @description Processes with its credential that may be connected at once, when it is more than one */
            maxInstances?: number;
            name: string;
            /**
             * Format: date-time
             * @description Only while the runner is paused
             */
            pausedUntil?: string;
            restrictedAccess: boolean;
            versionDetails: components["schemas"]["VersionDetails"];
        };
        AgentPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["AgentInfo"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListAgentsSort: "name" | "-name";
        NewAgent: {
            name: string;
            agentType: components["schemas"]["AgentType"];
            cloudProvider: components["schemas"]["CloudProvider"];
            deployment: components["schemas"]["Deployment"];
            description?: string;
            enableAutoUpdates?: boolean;
            /** @description How many processes with its credential may be connected at once; 1 by default */
            maxInstances?: number;
            restrictedAccess?: boolean;
            /** @description current or stable */
            trackName?: string;
        };
        AgentPatch: {
            name?: string;
            description?: string;
            enableAutoUpdates?: boolean;
            /** @description How many processes with its credential may be connected at once; 1 by default */
            maxInstances?: number;
            restrictedAccess?: boolean;
            /** @description current or stable */
            trackName?: string;
        };
        DeletedAgent: {
            /** Format: uuid */
            agentId: string;
        };
        /** @enum {string} */
        AgentCommandCommand: "PAUSE" | "RESUME" | "RESTART" | "STOP";
        AgentCommand: {
            command: components["schemas"]["AgentCommandCommand"];
            /**
             * Format: date-time
             * @description For PAUSE: 24 hours ahead by default, at most 30 days
             */
            pausedUntil?: string;
        };
        AgentCredentials: {
            clientId: string;
            clientSecret: string;
        };
        CredentialAction: {
            /** @enum {string} */
            action: "SECRET_REFRESH";
        };
        AllowListProjectsValue: {
            environments?: string[];
        };
        AllowListProjects: {
            [key: string]: components["schemas"]["AllowListProjectsValue"];
        };
        AllowList: {
            projects: components["schemas"]["AllowListProjects"];
        };
        AgentTrack: {
            trackName: string;
            trackVersion: string;
            /** Format: date-time */
            trackReleaseDate: string;
        };
        AgentTracks: {
            /** @description Must contain `current`, the default track of runners */
            tracks: components["schemas"]["AgentTrack"][];
            /** @description Older runners are UNSUPPORTED. If omitted, the current minimum stays; null removes it */
            minimumVersion?: string | null;
        };
        TablesWanted: {
            environmentName: string;
            /** @description A database name of the environment; its own database by default */
            database?: string;
            /** @description Only tables of this schema */
            schema?: string;
            /** @description Prefix of the names, in any letter case */
            prefix?: string;
            /** @description Instead of a prefix: the name of the tables whose columns are wanted, in any letter case */
            table?: string;
            /** @description Tables at most, 200 by default */
            limit?: number;
        };
        DatabaseTableColumnsItem: {
            name: string;
            /** @description The database's own name */
            type: string;
        };
        DatabaseTable: {
            schema: string;
            name: string;
            /** @description With `table`: in their order */
            columns?: components["schemas"]["DatabaseTableColumnsItem"][];
        };
        DatabaseTables: {
            /** @description false: `message` says why there are no tables */
            ok: boolean;
            message?: string;
            /** @description The schema that names without one mean */
            usualSchema?: string;
            /** @description At most 500; absent with `table` */
            schemas?: string[];
            /** @description Tables and views: those of the usual schema first, then by schema and name */
            tables?: components["schemas"]["DatabaseTable"][];
            /** @description Whether there are more than the limit */
            more?: boolean;
            latencyMs: number;
        };
        NewSample: {
            /** @description A transformation */
            pipelineName: string;
            componentName: string;
            environmentName: string;
            /** @description The newest by default */
            versionName?: string;
            /** @description Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`) */
            ref?: string;
            /** @description Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref` */
            draft?: string;
            scalarVariables?: components["schemas"]["ScalarVariables"];
            gridVariables?: components["schemas"]["GridVariables"];
            /** @description Rows at most, 100 by default; 0: columns and SQL only */
            limit?: number;
        };
        SampleColumnsItem: {
            name: string;
            /** @description The database's own name */
            type: string;
        };
        Sample: {
            /** @description false: `message` says why there are no rows */
            ok: boolean;
            message?: string;
            /** @description The component that the message is about; it may be one before the wanted one */
            componentName?: string;
            columns?: components["schemas"]["SampleColumnsItem"][];
            /** @description Cells as text, in the order of the columns. For a component that writes, the rows that it receives */
            rows?: (string | null)[][];
            /** @description Whether there are more rows */
            more?: boolean;
            /** @description true: long cells end with … */
            shortened?: boolean;
            /** @description The query sent to the database, without the limit */
            sql?: string;
            latencyMs: number;
        };
        /** @enum {string} */
        IntervalUnit: "MINUTES" | "HOURS" | "DAYS" | "WEEKS";
        ScheduleIntervalExpression: {
            interval: number;
            unit: components["schemas"]["IntervalUnit"];
        };
        ScheduleScalarVariables: {
            [key: string]: string;
        };
        /**
         * @description After a time without a server: one run, none, or each of the last 100 due times
         * @enum {string}
         */
        MissedRunPolicy: "RUN_ONCE" | "SKIP" | "RUN_ALL";
        Schedule: {
            /** Format: uuid */
            scheduleId: string;
            name: string;
            pipelineName: string;
            /** @description Absent: the newest version */
            versionName?: string;
            environmentName: string;
            /** Format: uuid */
            runnerId: string;
            scheduleEnabled: boolean;
            allowConcurrentExecutions: boolean;
            cronExpression?: string;
            cronTimezone: string;
            intervalExpression?: components["schemas"]["ScheduleIntervalExpression"];
            /** Format: date-time */
            effectiveFrom: string;
            /** Format: date-time */
            lastRunAt?: string;
            /**
             * Format: date-time
             * @description Absent while disabled
             */
            nextRunAt?: string;
            scalarVariables: components["schemas"]["ScheduleScalarVariables"];
            gridVariables: components["schemas"]["GridVariables"];
            missedRunPolicy: components["schemas"]["MissedRunPolicy"];
            jitterSeconds: number;
            /** @description The scalar variable that is given the due time of each run, as ISO 8601 in UTC */
            dueTimeVariable?: string;
            /** @description Why the platform disabled it; absent when a person did */
            disabledReason?: string;
        };
        SchedulePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Schedule"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListSchedulesSort: "name" | "pipelineName" | "environmentName" | "nextRunAt" | "lastRunAt" | "-name" | "-pipelineName" | "-environmentName" | "-nextRunAt" | "-lastRunAt";
        NewSchedulePipeline: {
            pipelineName: string;
            environmentName: string;
            versionName?: string;
            /** Format: uuid */
            agentId?: string;
            scalarVariables?: components["schemas"]["ScalarVariables"];
            gridVariables?: components["schemas"]["GridVariables"];
            /** @description The scalar variable that is given the due time of each run, as ISO 8601 in UTC */
            dueTimeVariable?: string;
        };
        /** @description Counted from effectiveFrom; days and weeks keep the local time in cronTimezone */
        IntervalExpression: {
            interval: number;
            unit: components["schemas"]["IntervalUnit"];
        };
        NewScheduleSchedule: {
            name: string;
            /** @description Quartz with 6 or 7 fields (seconds first), or Unix cron with 5 */
            cronExpression?: string;
            intervalExpression?: components["schemas"]["IntervalExpression"];
            /** @description IANA name, UTC by default */
            cronTimezone?: string;
            /** Format: date-time */
            effectiveFrom?: string;
            scheduleEnabled?: boolean;
            allowConcurrentExecutions?: boolean;
            missedRunPolicy?: components["schemas"]["MissedRunPolicy"];
            /** @description Each run is later by a share of this that is fixed for the schedule */
            jitterSeconds?: number;
        };
        NewSchedule: {
            pipeline: components["schemas"]["NewSchedulePipeline"];
            schedule: components["schemas"]["NewScheduleSchedule"];
        };
        SchedulePatch: {
            name?: string;
            pipelineName?: string;
            environmentName?: string;
            versionName?: string | null;
            runnerId?: string | null;
            cronExpression?: string | null;
            intervalExpression?: components["schemas"]["IntervalExpression"] | null;
            /** @description IANA name, UTC by default */
            cronTimezone?: string;
            /** Format: date-time */
            effectiveFrom?: string;
            scheduleEnabled?: boolean;
            allowConcurrentExecutions?: boolean;
            missedRunPolicy?: components["schemas"]["MissedRunPolicy"];
            /** @description Each run is later by a share of this that is fixed for the schedule */
            jitterSeconds?: number;
            scalarVariables?: components["schemas"]["ScalarVariables"];
            gridVariables?: components["schemas"]["GridVariables"];
            dueTimeVariable?: string | null;
        };
        FireTimeList: {
            fireTimes: string[];
        };
        PreviewRequest: {
            /** @description Quartz with 6 or 7 fields (seconds first), or Unix cron with 5 */
            cronExpression?: string;
            intervalExpression?: components["schemas"]["IntervalExpression"];
            /** @description IANA name, UTC by default */
            cronTimezone?: string;
            /** Format: date-time */
            effectiveFrom?: string;
            /** Format: date-time */
            after?: string;
            /** @default 10 */
            count?: number;
        };
        /** @enum {string} */
        TickOutcome: "FIRED" | "SKIPPED" | "FAILED" | "MISSED";
        Tick: {
            /** Format: date-time */
            dueAt: string;
            outcome: components["schemas"]["TickOutcome"];
            reason?: string;
            /** Format: uuid */
            pipelineExecutionId?: string;
            /**
             * Format: date-time
             * @description The due time and the share of the jitter
             */
            plannedAt: string;
            /** Format: date-time */
            decidedAt: string;
            /** @description From plannedAt to decidedAt */
            latenessMs: number;
            /** @description Due times left out before this one, counted up to 1,000 */
            missedCount: number;
            /** Format: uuid */
            backfillId?: string;
        };
        TickPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Tick"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        BackfillStatus: "RUNNING" | "DONE" | "CANCELLED";
        Backfill: {
            /** Format: uuid */
            backfillId: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            total: number;
            /** @description Executions made so far */
            queued: number;
            status: components["schemas"]["BackfillStatus"];
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        BackfillPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Backfill"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewBackfill: {
            /**
             * Format: date-time
             * @description Not more than 90 days ago if the schedule is older: what ran before is no longer known
             */
            from: string;
            /**
             * Format: date-time
             * @description Not included; not in the future
             */
            to: string;
            /** @description True by default: says what would run and starts nothing */
            dryRun?: boolean;
        };
        BackfillPlan: {
            dryRun: boolean;
            /** @description Due times in the range */
            total: number;
            /** @description Due times that started a run before: they are not started again */
            alreadyRun: number;
            /** @description The first 100 that will run */
            fireTimes: string[];
            /** Format: uuid */
            backfillId?: string;
        };
        /** @enum {string} */
        BegunBackfillStatus: "RUNNING" | "DONE" | "CANCELLED";
        /** @description The backfill and its plan. `total` counts like a dry run all due times of the range; reading the backfill counts those that it runs */
        BegunBackfill: {
            dryRun: boolean;
            /** @description Due times in the range */
            total: number;
            /** @description Due times that started a run before: they are not started again */
            alreadyRun: number;
            /** @description The first 100 that will run */
            fireTimes: string[];
            /** Format: uuid */
            backfillId: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Executions made so far */
            queued: number;
            status: components["schemas"]["BegunBackfillStatus"];
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        UpcomingRun: {
            /** Format: uuid */
            scheduleId: string;
            scheduleName: string;
            /** Format: uuid */
            projectId: string;
            pipelineName: string;
            environmentName: string;
            /** Format: date-time */
            nextRunAt: string;
        };
        UpcomingRunList: {
            results: components["schemas"]["UpcomingRun"][];
        };
        Secret: {
            name: string;
            description: string;
            /** Format: date-time */
            updatedAt: string;
            updatedBy: string;
        };
        SecretPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["Secret"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListSecretsSort: "name" | "updatedAt" | "-name" | "-updatedAt";
        NewSecret: {
            /** @description Unique in the project without regard to case */
            name: string;
            value: string;
            description?: string;
        };
        SecretChange: {
            value: string;
            description?: string;
        };
        /**
         * @description As programs send it; kept as given
         * @enum {string}
         */
        SecretReferenceAgentType: "AWS" | "Azure" | "Matillion hosted";
        SecretReference: {
            name: string;
            description: string;
            /** @enum {string} */
            secretReferenceType: "PASSWORD";
            /**
             * @description Name of the secret at the runner
             * @example orders-database
             */
            secretName: string;
            /**
             * @description Member of a secret that is a JSON object; absent: all of the secret
             * @example password
             */
            secretKey?: string;
            /**
             * Format: uuid
             * @description A runner that has the secret. A note: the runner of each execution looks the secret up
             */
            agentId?: string;
            agentType?: components["schemas"]["SecretReferenceAgentType"];
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
        };
        SecretReferencePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["SecretReference"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /**
         * @description As programs send it; kept as given
         * @enum {string}
         */
        NewSecretReferenceAgentType: "AWS" | "Azure" | "Matillion hosted";
        NewSecretReference: {
            /**
             * @description Name of the secret at the runner
             * @example orders-database
             */
            secretName: string;
            /**
             * @description Member of a secret that is a JSON object; absent: all of the secret
             * @example password
             */
            secretKey?: string;
            description?: string;
            /** @enum {string} */
            secretReferenceType?: "PASSWORD";
            /**
             * Format: uuid
             * @description A runner that has the secret. A note: the runner of each execution looks the secret up
             */
            agentId?: string;
            agentType?: components["schemas"]["NewSecretReferenceAgentType"];
        };
        /** @description Each part is a file, named by its path */
        PublishSharedPipelinesBody: {
            [key: string]: string;
        };
        /** @enum {string} */
        SharedPipelineDetailsPipelineType: "orchestration" | "transformation";
        SharedParameterDefaultValue: string | number | string[][];
        SharedParameter: {
            name: string;
            type: components["schemas"]["VariableType"];
            displayName?: string;
            description: string;
            /** @description A caller has to set it */
            required: boolean;
            defaultValue: components["schemas"]["SharedParameterDefaultValue"];
            /** @description Columns of a GRID, in order */
            columns?: string[];
        };
        SharedPipelineDetails: {
            /** @description A component names it by <prefix>#<id> */
            sharedPipelineId: string;
            description: string;
            /** @description Its path in the version, without the ending */
            sourcePipeline: string;
            pipelineType: components["schemas"]["SharedPipelineDetailsPipelineType"];
            displayName?: string;
            parameters: components["schemas"]["SharedParameter"][];
        };
        PublishedSharedArtifact: {
            sharedPipelineIdPrefix: string;
            versionName: string;
            /** @description A disabled version is not the newest */
            enabled: boolean;
            /** Format: date-time */
            createdAt: string;
            branch?: string;
            commitHash?: string;
            /** @description Provider of the owner's repository */
            provider?: string;
            /** Format: uuid */
            artifactId: string;
            publishedBy: string;
            /** @description Pipelines that it shares */
            pipelineCount: number;
            /** Format: uuid */
            projectId?: string;
            sharedPipelines: components["schemas"]["SharedPipelineDetails"][];
            /** @description Errors and warnings of validation; a component with an error fails when run */
            faults: components["schemas"]["FileFault"][];
            /** @description Files that are no text, or no part of a pipeline project */
            ignoredResources: components["schemas"]["IgnoredResource"][];
        };
        SharedArtifact: {
            sharedPipelineIdPrefix: string;
            versionName: string;
            /** @description A disabled version is not the newest */
            enabled: boolean;
            /** Format: date-time */
            createdAt: string;
            branch?: string;
            commitHash?: string;
            /** @description Provider of the owner's repository */
            provider?: string;
            /** Format: uuid */
            artifactId: string;
            publishedBy: string;
            /** @description Pipelines that it shares */
            pipelineCount: number;
            /** Format: uuid */
            projectId?: string;
        };
        SharedArtifactPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["SharedArtifact"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        PublishSharedFromGit: {
            /** Format: uuid */
            projectId: string;
            /** @description Branch, tag or commit of its repository */
            ref: string;
            versionName: string;
            /** @description Names the set; the name of the project by default */
            sharedPipelineIdPrefix?: string;
        };
        /** @enum {string} */
        ListedSharedPipelinePipelineType: "orchestration" | "transformation";
        ListedSharedPipeline: {
            sharedPipelineIdPrefix: string;
            /** @description A component names it by <prefix>#<id> */
            sharedPipelineId: string;
            description: string;
            /** @description Its path in the version, without the ending */
            sourcePipeline: string;
            pipelineType: components["schemas"]["ListedSharedPipelinePipelineType"];
            displayName?: string;
            /** @description The newest version that is enabled */
            versionName: string;
            /** Format: date-time */
            publishedTime: string;
            /**
             * Format: uuid
             * @description The project that owns it; absent for the installation
             */
            projectId?: string;
        };
        SharedPipelinePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["ListedSharedPipeline"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        SharedArtifactDetails: {
            artifactDetails: components["schemas"]["SharedArtifact"];
            sharedPipelines: components["schemas"]["SharedPipelineDetails"][];
        };
        SharedChange: {
            enabled: boolean;
        };
        /** @enum {string} */
        ChangedSharedParameterAspectsItem: "TYPE" | "DEFAULT" | "REQUIRED" | "COLUMNS" | "DESCRIPTION";
        ChangedSharedParameter: {
            name: string;
            aspects: components["schemas"]["ChangedSharedParameterAspectsItem"][];
            from: components["schemas"]["SharedParameter"];
            to: components["schemas"]["SharedParameter"];
        };
        SharedPipelineDiff: {
            sharedPipelineIdPrefix: string;
            sharedPipelineId: string;
            fromVersionName: string;
            toVersionName: string;
            /** @description Whether the later version still shares the pipeline */
            isShared: boolean;
            /** @description Whether a caller that sets what the earlier version takes may fail with the later one */
            breaking: boolean;
            added: components["schemas"]["SharedParameter"][];
            removed: components["schemas"]["SharedParameter"][];
            changed: components["schemas"]["ChangedSharedParameter"][];
        };
        SharedPipelineUser: {
            /** Format: uuid */
            projectId: string;
            projectName: string;
            environmentName: string;
            /** @description The newest version of the environment */
            callerVersionName: string;
            /** @description Pipelines with a component that runs it */
            pipelines: string[];
            sharedPipelineId: string;
            /** @description The version of the shared pipeline that they run */
            versionName: string;
            /** @description The version in the components: a version name or [Latest] */
            statedVersion: string;
            isNewest: boolean;
            /** @description Whether the version that they run is enabled */
            enabled: boolean;
            /** @description Whether the set is still shared with the project; where it is not, these pipelines fail */
            isGranted: boolean;
        };
        SharedPipelineUserPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["SharedPipelineUser"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
            /** @description Users in projects and environments that you may not see */
            hiddenCount: number;
        };
        Credentials: {
            userName: string;
            password: string;
        };
        /** @enum {string} */
        SessionKind: "CREDENTIAL" | "USER";
        Session: {
            kind: components["schemas"]["SessionKind"];
            /** Format: uuid */
            id: string;
            name: string;
            accountRole: components["schemas"]["AccountRole"];
            /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
            accountPermissions: "PROJECT_CREATOR"[];
            /** @description For the header X-CSRF-Token of every request that changes something */
            csrfToken?: string;
            /** Format: date-time */
            expiresAt?: string;
        };
        /**
         * @description CODE: POST /v1/session/second-factor. ENROLMENT: POST /v1/session/second-factor/enrolment first
         * @enum {string}
         */
        SecondFactorWantedSecondFactor: "CODE" | "ENROLMENT";
        SecondFactorWanted: {
            secondFactor: components["schemas"]["SecondFactorWantedSecondFactor"];
        };
        SignedOut: {
            /** @description Lead the browser there: it signs out at the identity provider and comes back to the sign-in page */
            signOutUrl: string;
        };
        SessionsResultsItem: {
            /** Format: uuid */
            id: string;
            /** @description password, or the name of an identity provider */
            method: string;
            address: string;
            userAgent: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
            current: boolean;
        };
        Sessions: {
            results: components["schemas"]["SessionsResultsItem"][];
        };
        PasswordChange: {
            currentPassword: string;
            newPassword: string;
        };
        SignInOptionsProvidersItem: {
            /** Format: uuid */
            id: string;
            name: string;
            url: string;
        };
        SignInOptions: {
            password: boolean;
            providers: components["schemas"]["SignInOptionsProvidersItem"][];
        };
        ClientKeysKeysItem: {
            [key: string]: unknown;
        };
        ClientKeys: {
            keys: components["schemas"]["ClientKeysKeysItem"][];
        };
        LogoutForm: {
            logout_token: string;
        };
        /**
         * @description How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves
         * @enum {string}
         */
        IdentityProviderTokenEndpointAuthMethod: "auto" | "client_secret_basic" | "client_secret_post" | "client_secret_jwt" | "private_key_jwt" | "none";
        /**
         * @description Compared with userName on the first sign-in; later the subject counts
         * @enum {string}
         */
        IdentityProviderUserNameClaim: "email" | "preferred_username" | "upn";
        IdentityProvider: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description https, or http on loopback */
            issuer: string;
            clientId: string;
            tokenEndpointAuthMethod: components["schemas"]["IdentityProviderTokenEndpointAuthMethod"];
            scopes: string;
            userNameClaim: components["schemas"]["IdentityProviderUserNameClaim"];
            /** @description Users with a verified address in these domains are created on their first sign-in */
            justInTimeDomains: string[];
            /** @description Whether users who sign out here are led to the provider, to sign out there too; false by default */
            signOutAtProvider: boolean;
            /** @description To be registered at the provider */
            redirectUri: string;
            /** @description To be registered at the provider for signOutAtProvider */
            postLogoutRedirectUri: string;
            /** @description Registered at the provider, it ends sessions here as soon as users sign out there */
            backChannelLogoutUri: string;
            /** @description With private_key_jwt: the public key, to be registered at the provider */
            jwksUri?: string;
        };
        IdentityProviders: {
            results: components["schemas"]["IdentityProvider"][];
        };
        /**
         * @description How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves
         * @enum {string}
         */
        NewIdentityProviderTokenEndpointAuthMethod: "auto" | "client_secret_basic" | "client_secret_post" | "client_secret_jwt" | "private_key_jwt" | "none";
        /**
         * @description Compared with userName on the first sign-in; later the subject counts
         * @enum {string}
         */
        NewIdentityProviderUserNameClaim: "email" | "preferred_username" | "upn";
        NewIdentityProvider: {
            name: string;
            /** @description https, or http on loopback */
            issuer: string;
            clientId: string;
            clientSecret?: string;
            tokenEndpointAuthMethod?: components["schemas"]["NewIdentityProviderTokenEndpointAuthMethod"];
            scopes?: string;
            userNameClaim?: components["schemas"]["NewIdentityProviderUserNameClaim"];
            /** @description Users with a verified address in these domains are created on their first sign-in */
            justInTimeDomains?: string[];
            /** @description Whether users who sign out here are led to the provider, to sign out there too; false by default */
            signOutAtProvider?: boolean;
        };
        /**
         * @description How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves
         * @enum {string}
         */
        IdentityProviderPatchTokenEndpointAuthMethod: "auto" | "client_secret_basic" | "client_secret_post" | "client_secret_jwt" | "private_key_jwt" | "none";
        /**
         * @description Compared with userName on the first sign-in; later the subject counts
         * @enum {string}
         */
        IdentityProviderPatchUserNameClaim: "email" | "preferred_username" | "upn";
        IdentityProviderPatch: {
            name?: string;
            clientId?: string;
            /** @description null: none any more */
            clientSecret?: string | null;
            tokenEndpointAuthMethod?: components["schemas"]["IdentityProviderPatchTokenEndpointAuthMethod"];
            scopes?: string;
            userNameClaim?: components["schemas"]["IdentityProviderPatchUserNameClaim"];
            /** @description Users with a verified address in these domains are created on their first sign-in */
            justInTimeDomains?: string[];
            /** @description Whether users who sign out here are led to the provider, to sign out there too; false by default */
            signOutAtProvider?: boolean;
        };
        UserIdentitiesResultsItem: {
            /** Format: uuid */
            providerId: string;
            /** @description Name of the identity provider */
            provider: string;
            /** @description Who the user is at the provider: the claim `sub` */
            subject: string;
        };
        UserIdentities: {
            results: components["schemas"]["UserIdentitiesResultsItem"][];
        };
        Invitation: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description An expired one cannot be accepted; create another */
            expired: boolean;
        };
        CreatedInvitation: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description An expired one cannot be accepted; create another */
            expired: boolean;
            /** @description The link for the user; shown only once */
            invitationUrl: string;
        };
        InvitationToken: {
            /** @description The part of the link after # */
            token: string;
        };
        InvitedUser: {
            userName: string;
            /** @description Display name */
            name: string;
            /** Format: date-time */
            expiresAt: string;
        };
        Acceptance: {
            /** @description The part of the link after # */
            token: string;
            password: string;
        };
        AnyCode: {
            /** @description Code of the app, or a recovery code */
            code: string;
        };
        Enrolment: {
            /** @description For apps that read no QR code; Base32 */
            secret: string;
            /** @description For a QR code */
            otpauthUri: string;
            /**
             * Format: date-time
             * @description Confirm the enrolment before
             */
            expiresAt: string;
        };
        NewCode: {
            /** @description Six-digit code of the authenticator app */
            code: string;
        };
        /** @enum {string} */
        EnrolledSessionKind: "CREDENTIAL" | "USER";
        EnrolledSession: {
            kind: components["schemas"]["EnrolledSessionKind"];
            /** Format: uuid */
            id: string;
            name: string;
            accountRole: components["schemas"]["AccountRole"];
            /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
            accountPermissions: "PROJECT_CREATOR"[];
            /** @description For the header X-CSRF-Token of every request that changes something */
            csrfToken?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @description Each works once. Shown only once */
            recoveryCodes: string[];
        };
        SecondFactor: {
            enrolled: boolean;
            /** Format: date-time */
            enrolledAt?: string;
            recoveryCodesLeft: number;
            /** @description Whether one is demanded, of this user or by the installation */
            required: boolean;
            /** @description Whether one is demanded of this user in particular */
            requiredOfUser: boolean;
        };
        PasswordProof: {
            currentPassword: string;
        };
        RecoveryCodeList: {
            /** @description Each works once. Shown only once */
            recoveryCodes: string[];
        };
        SecondFactorDemand: {
            /** @description Demand one of this user, whatever the installation demands */
            required: boolean;
        };
        /** @enum {string} */
        SecondFactorPolicy: "OPTIONAL" | "ADMINISTRATORS" | "EVERYBODY";
        SignInSettings: {
            /** @description Who must have a second factor to sign in with a password */
            secondFactor: components["schemas"]["SecondFactorPolicy"];
        };
        ExecutionFigures: {
            /** @description Executions that ended with SUCCESS */
            succeeded: number;
            /** @description Executions that ended with FAILED */
            failed: number;
            /** @description Executions that ended with CANCELLED */
            cancelled: number;
            /** @description Share of SUCCESS among those that succeeded or failed; absent when none did */
            successRate?: number;
            /** @description The median duration of those that succeeded, within 5 %; absent when none did */
            medianMs?: number;
            /** @description The 95th percentile of that duration */
            p95Ms?: number;
            /** @description The average time that they were queued; absent without executions */
            averageWaitMs?: number;
            /** @description The longest time that one of them was queued */
            longestWaitMs?: number;
            /** @description The sum of the rows that their components, and those of called pipelines, reported */
            rows: number;
            /** @description The sum of the bytes of files, requests and answers that they read or wrote; absent where none counts them */
            bytes?: number;
        };
        ExecutionStatistics: {
            /**
             * Format: date
             * @description In UTC; by DAY
             */
            day?: string;
            /** Format: uuid */
            projectId?: string;
            /** @description By ENVIRONMENT */
            environmentName?: string;
            /** @description By PIPELINE */
            pipelineName?: string;
            /** @description Executions that ended with SUCCESS */
            succeeded: number;
            /** @description Executions that ended with FAILED */
            failed: number;
            /** @description Executions that ended with CANCELLED */
            cancelled: number;
            /** @description Share of SUCCESS among those that succeeded or failed; absent when none did */
            successRate?: number;
            /** @description The median duration of those that succeeded, within 5 %; absent when none did */
            medianMs?: number;
            /** @description The 95th percentile of that duration */
            p95Ms?: number;
            /** @description The average time that they were queued; absent without executions */
            averageWaitMs?: number;
            /** @description The longest time that one of them was queued */
            longestWaitMs?: number;
            /** @description The sum of the rows that their components, and those of called pipelines, reported */
            rows: number;
            /** @description The sum of the bytes of files, requests and answers that they read or wrote; absent where none counts them */
            bytes?: number;
        };
        ExecutionStatisticsList: {
            overall: components["schemas"]["ExecutionFigures"];
            results: components["schemas"]["ExecutionStatistics"][];
        };
        /**
         * @default DAY
         * @enum {string}
         */
        ListExecutionStatisticsBy: "DAY" | "PROJECT" | "ENVIRONMENT" | "PIPELINE";
        ComponentStatistics: {
            /** Format: uuid */
            projectId: string;
            /** @description The pipeline that the component is in */
            pipelineName: string;
            componentName: string;
            componentType: string;
            /** @description How often it ran, iterations included */
            runs: number;
            /** @description How often it failed */
            failures: number;
            /** @description How long it ran in all */
            totalMs: number;
            /** @description How long it ran on average */
            averageMs: number;
            /** @description How long its longest run took */
            longestMs: number;
            /** @description The sum of the rows that it reported */
            rows: number;
            /** @description The sum of the bytes of files, requests and answers that it read or wrote; absent where none counts them */
            bytes?: number;
        };
        ComponentStatisticsList: {
            results: components["schemas"]["ComponentStatistics"][];
        };
        /**
         * @description The database whose changes are captured. Kept and returned as given; name secrets in it, and do not write their values
         * @example {
         *       "type": "postgres",
         *       "connection": {
         *         "host": "db.example.com",
         *         "port": 5432,
         *         "database": "orders",
         *         "username": "cdc",
         *         "password": {
         *           "secretType": "AWS_SECRETS_MANAGER",
         *           "secretName": "orders",
         *           "secretKey": "password"
         *         }
         *       },
         *       "tables": [
         *         {
         *           "schema": "public",
         *           "table": "order"
         *         }
         *       ]
         *     }
         */
        StreamingPipelineStreamingSource: {
            [key: string]: unknown;
        };
        /**
         * @description Where the changes are written. Kept and returned as given; name secrets in it, and do not write their values
         * @example {
         *       "type": "s3",
         *       "bucket": "lake",
         *       "prefix": "orders"
         *     }
         */
        StreamingPipelineStreamingTarget: {
            [key: string]: unknown;
        };
        /**
         * @description Further settings. Kept and returned as given; name secrets in it, and do not write their values
         * @example {
         *       "max.batch.size": 10000
         *     }
         */
        StreamingPipelineAdvancedProperties: {
            [key: string]: unknown;
        };
        StreamingPipeline: {
            /** Format: uuid */
            streamingPipelineId: string;
            /** Format: uuid */
            projectId: string;
            /** @example Orders to the lake */
            name: string;
            /**
             * Format: uuid
             * @description The runner that is meant to run it
             */
            agentId: string;
            streamingSource: components["schemas"]["StreamingPipelineStreamingSource"];
            streamingTarget: components["schemas"]["StreamingPipelineStreamingTarget"];
            advancedProperties?: components["schemas"]["StreamingPipelineAdvancedProperties"];
        };
        StreamingPipelinePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["StreamingPipeline"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /**
         * @description The database whose changes are captured. Kept and returned as given; name secrets in it, and do not write their values
         * @example {
         *       "type": "postgres",
         *       "connection": {
         *         "host": "db.example.com",
         *         "port": 5432,
         *         "database": "orders",
         *         "username": "cdc",
         *         "password": {
         *           "secretType": "AWS_SECRETS_MANAGER",
         *           "secretName": "orders",
         *           "secretKey": "password"
         *         }
         *       },
         *       "tables": [
         *         {
         *           "schema": "public",
         *           "table": "order"
         *         }
         *       ]
         *     }
         */
        NewStreamingPipelineStreamingSource: {
            [key: string]: unknown;
        };
        /**
         * @description Where the changes are written. Kept and returned as given; name secrets in it, and do not write their values
         * @example {
         *       "type": "s3",
         *       "bucket": "lake",
         *       "prefix": "orders"
         *     }
         */
        NewStreamingPipelineStreamingTarget: {
            [key: string]: unknown;
        };
        /**
         * @description Further settings. Kept and returned as given; name secrets in it, and do not write their values
         * @example {
         *       "max.batch.size": 10000
         *     }
         */
        NewStreamingPipelineAdvancedProperties: {
            [key: string]: unknown;
        };
        NewStreamingPipeline: {
            /** @example Orders to the lake */
            name: string;
            /**
             * Format: uuid
             * @description The runner that is meant to run it
             */
            agentId: string;
            streamingSource: components["schemas"]["NewStreamingPipelineStreamingSource"];
            streamingTarget: components["schemas"]["NewStreamingPipelineStreamingTarget"];
            advancedProperties?: components["schemas"]["NewStreamingPipelineAdvancedProperties"];
        };
        /**
         * @description Always NOT_RUNNING: no runner of this version can run streams
         * @enum {string}
         */
        StreamingPipelineStatus: "STARTING" | "SNAPSHOTTING" | "STREAMING" | "STOPPING" | "NOT_RUNNING" | "UNKNOWN";
        StreamingPipelineState: {
            status: components["schemas"]["StreamingPipelineStatus"];
        };
        /**
         * @description START is answered with 409
         * @enum {string}
         */
        StreamingPipelineCommandCommand: "START" | "STOP";
        StreamingPipelineCommand: {
            command: components["schemas"]["StreamingPipelineCommandCommand"];
        };
        /**
         * @description TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them
         * @enum {string}
         */
        NewTestExecutionScope: "TEST" | "PIPELINE" | "PROJECT";
        /**
         * @description What each test gets on PostgreSQL: a database of its own, or, where the account may create none, only a schema: then a pipeline that names other schemas reads and writes there. On other databases but DuckDB it is always a schema
         * @enum {string}
         */
        NewTestExecutionScratch: "DATABASE" | "SCHEMA";
        NewTestExecution: {
            environmentName: string;
            scope: components["schemas"]["NewTestExecutionScope"];
            /** @description For scope TEST: paths of the tests without `.test.yaml` */
            tests?: string[];
            /** @description For scope PIPELINE: names of the pipelines */
            pipelines?: string[];
            /** @description The newest by default */
            versionName?: string;
            /** @description Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`) */
            ref?: string;
            /** @description Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref` */
            draft?: string;
            /**
             * Format: uuid
             * @description The environment's default by default
             */
            agentId?: string;
            /** @description At most one live execution per tag and environment */
            executionTag?: string;
            scratch?: components["schemas"]["NewTestExecutionScratch"];
        };
        /**
         * @description TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them
         * @enum {string}
         */
        TestExecutionScope: "TEST" | "PIPELINE" | "PROJECT";
        TestExecutionTotals: {
            /** @description Tests that were chosen; for scope PIPELINE those that have begun, until it ends */
            total: number;
            passed: number;
            failed: number;
            /** @description Tests that were stopped or never began */
            cancelled: number;
        };
        /** @enum {string} */
        TestExecutionTestsItemStatus: "PENDING" | "RUNNING" | "PASSED" | "FAILED" | "CANCELLED";
        TestExecutionTestsItemAssertionsItem: {
            /** @description What was checked */
            what: string;
            /** @description Line of the assertion in the file */
            line: number;
            passed: boolean;
            expected: string;
            actual: string;
        };
        TestExecutionTestsItem: {
            name: string;
            file: string;
            status: components["schemas"]["TestExecutionTestsItemStatus"];
            durationMs?: number;
            /** @description Why the test could not be completed, or why a run that was expected to fail did so */
            message?: string;
            assertions: components["schemas"]["TestExecutionTestsItemAssertionsItem"][];
        };
        TestExecution: {
            /**
             * Format: uuid
             * @description Also the id of a pipeline execution, whose steps are the tests and whose log is theirs
             */
            testExecutionId: string;
            /** Format: uuid */
            projectId: string;
            environmentName: string;
            scope: components["schemas"]["TestExecutionScope"];
            pipelines?: string[];
            status: components["schemas"]["ExecutionStatus"];
            /** @description For unpublished runs, a label instead of a version name */
            versionName: string;
            /** @description For unpublished runs, the branch, tag or commit */
            ref?: string;
            /** @description For unpublished runs, the branch whose draft was run */
            draft?: string;
            /** @description For unpublished runs, the commit, or the one that the draft is based on */
            commitHash?: string;
            user: string;
            /** Format: uuid */
            agentId: string;
            executionTag?: string;
            /** Format: date-time */
            queuedAt: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            finishedAt?: string;
            message?: string;
            totals: components["schemas"]["TestExecutionTotals"];
            tests: components["schemas"]["TestExecutionTestsItem"][];
        };
        /**
         * @description TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them
         * @enum {string}
         */
        TestExecutionPageResultsItemScope: "TEST" | "PIPELINE" | "PROJECT";
        TestExecutionPageResultsItemTotals: {
            /** @description Tests that were chosen; for scope PIPELINE those that have begun, until it ends */
            total: number;
            passed: number;
            failed: number;
            /** @description Tests that were stopped or never began */
            cancelled: number;
        };
        TestExecutionPageResultsItem: {
            /**
             * Format: uuid
             * @description Also the id of a pipeline execution, whose steps are the tests and whose log is theirs
             */
            testExecutionId: string;
            /** Format: uuid */
            projectId: string;
            environmentName: string;
            scope: components["schemas"]["TestExecutionPageResultsItemScope"];
            pipelines?: string[];
            status: components["schemas"]["ExecutionStatus"];
            /** @description For unpublished runs, a label instead of a version name */
            versionName: string;
            /** @description For unpublished runs, the branch, tag or commit */
            ref?: string;
            /** @description For unpublished runs, the branch whose draft was run */
            draft?: string;
            /** @description For unpublished runs, the commit, or the one that the draft is based on */
            commitHash?: string;
            user: string;
            /** Format: uuid */
            agentId: string;
            executionTag?: string;
            /** Format: date-time */
            queuedAt: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            finishedAt?: string;
            message?: string;
            totals: components["schemas"]["TestExecutionPageResultsItemTotals"];
        };
        TestExecutionPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["TestExecutionPageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        TriggerConditionType: "PIPELINE_END" | "ASSETS" | "FILE" | "SQL" | "EVENT";
        /** @enum {string} */
        TriggerConditionStatesItem: "SUCCESS" | "FAILED" | "CANCELLED";
        TriggerConditionAssetsItem: {
            /** Format: uuid */
            assetId: string;
            /** @description As the API returns it; ignored in requests */
            namespace?: string;
            /** @description As the API returns it; ignored in requests */
            name?: string;
        };
        /**
         * @description ASSETS: ALL when each was written since the trigger fired last, ANY at each write; ALL by default
         * @enum {string}
         */
        TriggerConditionMatch: "ALL" | "ANY";
        /**
         * @description SQL: when the cell becomes true or another number than 0, or when it changes; BECOMES_TRUE by default
         * @enum {string}
         */
        TriggerConditionFires: "BECOMES_TRUE" | "VALUE_CHANGES";
        TriggerCondition: {
            type: components["schemas"]["TriggerConditionType"];
            /**
             * Format: uuid
             * @description PIPELINE_END: the trigger's own project by default
             */
            projectId?: string;
            /** @description PIPELINE_END: the trigger's own environment by default */
            environmentName?: string;
            /** @description PIPELINE_END: the published pipeline whose end is waited for */
            pipelineName?: string;
            /** @description PIPELINE_END: how it has to end; SUCCESS by default */
            states?: components["schemas"]["TriggerConditionStatesItem"][];
            /** @description ASSETS: the assets whose writes are waited for; each once */
            assets?: components["schemas"]["TriggerConditionAssetsItem"][];
            match?: components["schemas"]["TriggerConditionMatch"];
            /** @description ASSETS with ALL: how far apart the newest writes of the assets may be; any time by default */
            withinSeconds?: number;
            /** @description FILE: a connection of the project to an object store or SFTP server; absent: the runner's files */
            connection?: string;
            /** @description FILE: the folder to watch, or an address such as s3://bucket/orders */
            folder?: string;
            /** @description FILE: a regular expression of the whole path below the folder; every file by default */
            filePattern?: string;
            /** @description SQL: a query; the first cell of its first row is what counts */
            sql?: string;
            fires?: components["schemas"]["TriggerConditionFires"];
            /** @description FILE and SQL: seconds between checks; 60 by default */
            pollSeconds?: number;
            /** @description EVENT: whether events have to be signed (Standard Webhooks), besides the token; false by default */
            signed?: boolean;
        };
        /**
         * @description What happened while no server was there to see it within 30 s: each starts a run, only the latest does, or none
         * @enum {string}
         */
        TriggerMissedPolicy: "RUN_ALL" | "RUN_ONCE" | "SKIP";
        DataTriggerScalarVariables: {
            [key: string]: string;
        };
        /** @description Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history */
        DataTriggerVariablePaths: {
            [key: string]: string;
        };
        DataTrigger: {
            /** Format: uuid */
            triggerId: string;
            name: string;
            pipelineName: string;
            /** @description Absent: the newest version */
            versionName?: string;
            environmentName: string;
            /** Format: uuid */
            runnerId: string;
            enabled: boolean;
            condition: components["schemas"]["TriggerCondition"];
            allowConcurrentExecutions: boolean;
            missedRunPolicy: components["schemas"]["TriggerMissedPolicy"];
            scalarVariables: components["schemas"]["DataTriggerScalarVariables"];
            gridVariables: components["schemas"]["GridVariables"];
            variablePaths: components["schemas"]["DataTriggerVariablePaths"];
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            lastFiredAt?: string;
            /**
             * Format: date-time
             * @description FILE and SQL: time of the last check
             */
            lookedAt?: string;
            /** @description Why it cannot start anything at present: what it waits for is gone, or cannot be seen */
            fault?: string;
        };
        DataTriggerPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["DataTrigger"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListTriggersSort: "name" | "pipelineName" | "environmentName" | "-name" | "-pipelineName" | "-environmentName";
        /** @description Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history */
        NewTriggerVariablePaths: {
            [key: string]: string;
        };
        NewTrigger: {
            name: string;
            pipelineName: string;
            environmentName: string;
            condition: components["schemas"]["TriggerCondition"];
            versionName?: string;
            /** Format: uuid */
            runnerId?: string;
            scalarVariables?: components["schemas"]["ScalarVariables"];
            gridVariables?: components["schemas"]["GridVariables"];
            variablePaths?: components["schemas"]["NewTriggerVariablePaths"];
            enabled?: boolean;
            /** @description false: what happens while an execution of the trigger is live is skipped */
            allowConcurrentExecutions?: boolean;
            missedRunPolicy?: components["schemas"]["TriggerMissedPolicy"];
        };
        ChangedTriggerScalarVariables: {
            [key: string]: string;
        };
        /** @description Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history */
        ChangedTriggerVariablePaths: {
            [key: string]: string;
        };
        ChangedTrigger: {
            /** Format: uuid */
            triggerId: string;
            name: string;
            pipelineName: string;
            /** @description Absent: the newest version */
            versionName?: string;
            environmentName: string;
            /** Format: uuid */
            runnerId: string;
            enabled: boolean;
            condition: components["schemas"]["TriggerCondition"];
            allowConcurrentExecutions: boolean;
            missedRunPolicy: components["schemas"]["TriggerMissedPolicy"];
            scalarVariables: components["schemas"]["ChangedTriggerScalarVariables"];
            gridVariables: components["schemas"]["GridVariables"];
            variablePaths: components["schemas"]["ChangedTriggerVariablePaths"];
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            lastFiredAt?: string;
            /**
             * Format: date-time
             * @description FILE and SQL: time of the last check
             */
            lookedAt?: string;
            /** @description Why it cannot start anything at present: what it waits for is gone, or cannot be seen */
            fault?: string;
            /**
             * @description Only when it was made just now. It is not shown again
             * @example whsec_MfKQ9r8G…
             */
            signingSecret?: string;
        };
        /** @description Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history */
        TriggerPatchVariablePaths: {
            [key: string]: string;
        };
        TriggerPatch: {
            name?: string;
            pipelineName?: string;
            environmentName?: string;
            condition?: components["schemas"]["TriggerCondition"];
            versionName?: string | null;
            runnerId?: string | null;
            scalarVariables?: components["schemas"]["ScalarVariables"];
            gridVariables?: components["schemas"]["GridVariables"];
            variablePaths?: components["schemas"]["TriggerPatchVariablePaths"];
            enabled?: boolean;
            /** @description false: what happens while an execution of the trigger is live is skipped */
            allowConcurrentExecutions?: boolean;
            missedRunPolicy?: components["schemas"]["TriggerMissedPolicy"];
            /** @description true: makes another secret; the one before is not accepted any more */
            newSigningSecret?: boolean;
        };
        AcceptedEvent: {
            /** @description From `webhook-id` or `Idempotency-Key`, else made by the server. The same id starts one run */
            eventId: string;
            /** Format: date-time */
            acceptedAt: string;
        };
        /** @enum {string} */
        TriggerOutcome: "PENDING" | "WAITING" | "FIRED" | "SKIPPED" | "FAILED" | "MISSED";
        TriggerFire: {
            /** @description Names what happened: the same never starts the trigger twice */
            cause: string;
            /** Format: date-time */
            occurredAt: string;
            /** Format: date-time */
            decidedAt?: string;
            outcome: components["schemas"]["TriggerOutcome"];
            /** @description Why nothing was started, or why it failed at once */
            reason?: string;
            /** Format: uuid */
            pipelineExecutionId?: string;
            /** @description How many triggers in a row led here, this one included */
            chainLength: number;
            backfilled?: boolean;
            /** @description What happened: of a pipeline its execution, of assets their writes, of a file its name, size and time, of an event its body */
            facts: components["schemas"]["TriggerEvent"];
        };
        TriggerFirePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["TriggerFire"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewTriggerBackfill: {
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description Not included; not in the future
             */
            to: string;
            /** @description True by default: says what would run and starts nothing */
            dryRun?: boolean;
        };
        TriggerBackfill: {
            dryRun: boolean;
            /** @description Events in the range */
            total: number;
            /** @description Events that started a run before: they are not started again */
            alreadyRun: number;
            /** @description The first 100 that run */
            causes: string[];
        };
        /** @description Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history */
        TriggerPreviewRequestVariablePaths: {
            [key: string]: string;
        };
        TriggerPreviewRequest: {
            environmentName: string;
            condition: components["schemas"]["TriggerCondition"];
            variablePaths?: components["schemas"]["TriggerPreviewRequestVariablePaths"];
            event?: components["schemas"]["TriggerEvent"];
        };
        TriggerPreviewFoundItemScalarVariablesValue: string | number;
        TriggerPreviewFoundItemScalarVariables: {
            [key: string]: components["schemas"]["TriggerPreviewFoundItemScalarVariablesValue"];
        };
        TriggerPreviewFoundItem: {
            /** @description What happened: of a pipeline its execution, of assets their writes, of a file its name, size and time, of an event its body */
            facts: components["schemas"]["TriggerEvent"];
            scalarVariables: components["schemas"]["TriggerPreviewFoundItemScalarVariables"];
            gridVariables: components["schemas"]["GridVariables"];
        };
        TriggerPreview: {
            /** @description false: it cannot be looked at; the message says why */
            ok: boolean;
            message: string;
            /** @description The latest that would have started it, with the variables that each would set; at most 10 */
            found: components["schemas"]["TriggerPreviewFoundItem"][];
        };
        /** @description Text, a number, or rows of text, as the type of the variable says */
        VariableValue: string | number | string[][];
        Override: {
            environmentName: string;
            value: components["schemas"]["VariableValue"];
        };
        VariablePageResultsItem: {
            /** Format: uuid */
            id: string;
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description: string;
            value: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution: boolean;
            overrides?: components["schemas"]["Override"][];
        };
        VariablePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["VariablePageResultsItem"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ListProjectVariablesSort: "name" | "-name";
        NewVariable: {
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description?: string;
            value?: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution?: boolean;
        };
        Variable: {
            /** Format: uuid */
            id: string;
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description: string;
            value: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution: boolean;
        };
        VariablePatch: {
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description?: string;
            value?: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution?: boolean;
        };
        /**
         * @description Where the value comes from
         * @enum {string}
         */
        ResolvedVariableSource: "PROJECT_VARIABLE" | "ENVIRONMENT_OVERRIDE";
        ResolvedVariable: {
            name: string;
            environmentName: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            value: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            source: components["schemas"]["ResolvedVariableSource"];
        };
        VariableWithOverrides: {
            /** Format: uuid */
            id: string;
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description: string;
            value: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution: boolean;
            overrides: components["schemas"]["Override"][];
        };
        OverrideRequestOverridesItem: {
            environmentName: string;
            /** @description Text, a number, or rows of text, as the type of the variable says; any other value fails alone */
            value: unknown;
        };
        OverrideRequest: {
            overrides: components["schemas"]["OverrideRequestOverridesItem"][];
        };
        /** @enum {string} */
        FailureReason: "ENVIRONMENT_NOT_FOUND" | "FORBIDDEN" | "INCOMPATIBLE_TYPE";
        FailedOverride: {
            environmentName: string;
            /** @description Text, a number, or rows of text, as the type of the variable says; any other value fails alone */
            value: unknown;
            reason: components["schemas"]["FailureReason"];
            detail: string;
        };
        OverrideOutcome: {
            /** Format: uuid */
            id: string;
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description: string;
            value: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution: boolean;
            overrides: components["schemas"]["Override"][];
            failedOverride: components["schemas"]["FailedOverride"][];
        };
        /** @enum {string} */
        VariableChangeAction: "CREATED" | "UPDATED" | "DELETED";
        VariableChangeBeforeForm1: {
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description?: string;
            value?: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution?: boolean;
            overrides?: components["schemas"]["Override"][];
            id?: string;
        };
        VariableChangeBeforeForm2: {
            value: components["schemas"]["VariableValue"];
        };
        VariableChangeBefore: components["schemas"]["VariableChangeBeforeForm1"] | components["schemas"]["VariableChangeBeforeForm2"];
        VariableChangeAfterForm1: {
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description?: string;
            value?: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution?: boolean;
            overrides?: components["schemas"]["Override"][];
            id?: string;
        };
        VariableChangeAfterForm2: {
            value: components["schemas"]["VariableValue"];
        };
        VariableChangeAfter: components["schemas"]["VariableChangeAfterForm1"] | components["schemas"]["VariableChangeAfterForm2"];
        VariableChange: {
            changeId: number;
            variableName: string;
            /** @description The change was made to the override of this environment */
            environmentName?: string;
            action: components["schemas"]["VariableChangeAction"];
            changedBy: string;
            /** Format: date-time */
            changedAt: string;
            before?: components["schemas"]["VariableChangeBefore"];
            after?: components["schemas"]["VariableChangeAfter"];
        };
        VariableChangePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["VariableChange"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /**
         * @description BEFORE (default) undoes the change; AFTER goes back to what it made
         * @enum {string}
         */
        RestoreRequestTo: "BEFORE" | "AFTER";
        RestoreRequest: {
            to?: components["schemas"]["RestoreRequestTo"];
        };
        VariableFileVariablesItem: {
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description?: string;
            value?: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution?: boolean;
            overrides?: components["schemas"]["Override"][];
        };
        VariableFile: {
            /** @enum {number} */
            formatVersion?: 1;
            variables: components["schemas"]["VariableFileVariablesItem"][];
        };
        /** @default json */
        ExportProjectVariablesFormat: "json" | "yaml" | "csv";
        /** @enum {string} */
        ImportOutcomeChangesItemAction: "CREATED" | "UPDATED" | "DELETED";
        ImportOutcomeChangesItemBeforeForm1: {
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description?: string;
            value?: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution?: boolean;
            overrides?: components["schemas"]["Override"][];
            id?: string;
        };
        ImportOutcomeChangesItemBeforeForm2: {
            value: components["schemas"]["VariableValue"];
        };
        ImportOutcomeChangesItemBefore: components["schemas"]["ImportOutcomeChangesItemBeforeForm1"] | components["schemas"]["ImportOutcomeChangesItemBeforeForm2"];
        ImportOutcomeChangesItemAfterForm1: {
            name: string;
            type: components["schemas"]["VariableType"];
            behaviour: components["schemas"]["VariableBehaviour"];
            description?: string;
            value?: components["schemas"]["VariableValue"];
            /** @description Column names of a GRID, in order */
            columns?: string[];
            supportsDoubleResolution?: boolean;
            overrides?: components["schemas"]["Override"][];
            id?: string;
        };
        ImportOutcomeChangesItemAfterForm2: {
            value: components["schemas"]["VariableValue"];
        };
        ImportOutcomeChangesItemAfter: components["schemas"]["ImportOutcomeChangesItemAfterForm1"] | components["schemas"]["ImportOutcomeChangesItemAfterForm2"];
        ImportOutcomeChangesItem: {
            variableName: string;
            environmentName?: string;
            action: components["schemas"]["ImportOutcomeChangesItemAction"];
            before?: components["schemas"]["ImportOutcomeChangesItemBefore"];
            after?: components["schemas"]["ImportOutcomeChangesItemAfter"];
        };
        ImportOutcomeFailedOverrideItem: {
            variableName: string;
            environmentName: string;
            /** @description Text, a number, or rows of text, as the type of the variable says; any other value fails alone */
            value: unknown;
            reason: components["schemas"]["FailureReason"];
            detail: string;
        };
        ImportOutcome: {
            dryRun: boolean;
            changes: components["schemas"]["ImportOutcomeChangesItem"][];
            /** @description Variables of the file that are as it says, overrides included */
            unchanged: number;
            failedOverride: components["schemas"]["ImportOutcomeFailedOverrideItem"][];
        };
        /** @default MERGE */
        ImportProjectVariablesMode: "MERGE" | "REPLACE";
        /**
         * @description The list that the view is of: `GET /v1/pipeline-executions`, `…/schedules` or `/v1/events`
         * @enum {string}
         */
        ViewedList: "EXECUTIONS" | "SCHEDULES" | "EVENTS";
        /**
         * @description Query parameters of the list, by name. Values are checked when the list is asked
         * @example {
         *       "status": "FAILED"
         *     }
         */
        SavedViewFilter: {
            [key: string]: string;
        };
        SavedView: {
            /** Format: uuid */
            savedViewId: string;
            list: components["schemas"]["ViewedList"];
            /**
             * @description Unique among your views of the list, in any case
             * @example Failed since Monday
             */
            name: string;
            filter: components["schemas"]["SavedViewFilter"];
            /**
             * Format: uuid
             * @description The project whose members see the view too
             */
            projectId?: string;
            /** @description Who saved it */
            owner: string;
            /** @description Whether the caller saved it */
            isOwn: boolean;
            /** Format: date-time */
            updatedAt: string;
        };
        SavedViewPage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["SavedView"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        /**
         * @description Query parameters of the list, by name. Values are checked when the list is asked
         * @example {
         *       "status": "FAILED"
         *     }
         */
        NewSavedViewFilter: {
            [key: string]: string;
        };
        NewSavedView: {
            list: components["schemas"]["ViewedList"];
            /**
             * @description Unique among your views of the list, in any case
             * @example Failed since Monday
             */
            name: string;
            filter: components["schemas"]["NewSavedViewFilter"];
            /**
             * Format: uuid
             * @description The project whose members see the view too
             */
            projectId?: string;
        };
        /**
         * @description Query parameters of the list, by name. Values are checked when the list is asked
         * @example {
         *       "status": "FAILED"
         *     }
         */
        SavedViewPatchFilter: {
            [key: string]: string;
        };
        SavedViewPatch: {
            /**
             * @description Unique among your views of the list, in any case
             * @example Failed since Monday
             */
            name?: string;
            filter?: components["schemas"]["SavedViewPatchFilter"];
            /** @description null: the view is not shared any more */
            projectId?: string | null;
        };
        WebhookTemplate: {
            /** Format: uuid */
            id: string;
            /**
             * @description Unique in the installation without regard to case; [Custom] is built in
             * @example Chat message
             */
            name: string;
            /**
             * @description The initial payload of a webhook. It need not be JSON yet; validation of the pipeline reports it
             * @example {"text": "Loaded ${row_count} rows"}
             */
            payload: string;
            /** Format: date-time */
            updatedAt: string;
            updatedBy: string;
        };
        WebhookTemplatePage: {
            /** Format: int32 */
            page: number;
            results: components["schemas"]["WebhookTemplate"][];
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            total: number;
        };
        NewWebhookTemplate: {
            /**
             * @description Unique in the installation without regard to case; [Custom] is built in
             * @example Chat message
             */
            name: string;
            /**
             * @description The initial payload of a webhook. It need not be JSON yet; validation of the pipeline reports it
             * @example {"text": "Loaded ${row_count} rows"}
             */
            payload: string;
        };
        WebhookTemplatePatch: {
            /**
             * @description Unique in the installation without regard to case; [Custom] is built in
             * @example Chat message
             */
            name?: string;
            /**
             * @description The initial payload of a webhook. It need not be JSON yet; validation of the pipeline reports it
             * @example {"text": "Loaded ${row_count} rows"}
             */
            payload?: string;
        };
    };
    responses: {
        /** @description Problem */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        ProjectIdParameter: string;
        /** @description 0-indexed */
        PageParameter: number;
        /** @description Values above 100 are treated as 100 */
        SizeParameter: number;
        IdParameter: string;
        EnvironmentNameParameter: string;
        PipelineExecutionIdParameter: string;
        /** @description Names of attributes to return, separated by commas */
        AttributesParameter: string;
        /** @description Names of attributes to leave out */
        ExcludedAttributesParameter: string;
        IdPathParameter: string;
        AgentIdParameter: string;
        ScheduleIdParameter: string;
        ConnectorIdParameter: string;
        VariableNameParameter: string;
        /** @description Whole name, in any letter case */
        NameParameter: string;
        /** @description With slashes as %2F */
        BranchNameParameter: string;
        TriggerIdParameter: string;
        TaskIdParameter: string;
        OauthIdParameter: string;
        /** @description Names the set that shared pipelines are published in together */
        SharedPipelineIdPrefixParameter: string;
        /** @description `more` of the previous page */
        PaginationTokenParameter: string;
        EnvironmentNameQueryParameter: string;
        ClientIdParameter: string;
        AssetIdParameter: string;
        StreamingPipelineIdParameter: string;
        ProjectIdQueryParameter: string;
        AlertChannelIdParameter: string;
        /** @description Values above 100 are taken as 100 */
        LimitParameter: number;
        ConnectionNameParameter: string;
        /** @description Path in the repository without its ending; with it, that very file */
        NameQueryParameter: string;
        AlertRuleIdParameter: string;
        /** @description The newest enabled one by default */
        VersionNameParameter: string;
        /** @example orders/load-orders.orch.yaml */
        PathParameter: string;
        /** @description Branch, tag or commit of the project's repository. Either this or environmentName */
        RefParameter: string;
        /** @description With environmentName; the newest version by default */
        VersionNameQueryParameter: string;
        /** @description The files that this execution ran with, of a version or of something unpublished */
        PipelineExecutionIdQueryParameter: string;
        /** @description Branch, tag or commit; the default branch by default */
        RefQueryParameter: string;
        /** @description Unique in the project without regard to case */
        SecretNameParameter: string;
        /** @description Unique among the secrets and references of the project, without regard to case */
        SecretReferenceNameParameter: string;
        TestExecutionIdParameter: string;
        SavedViewIdParameter: string;
        WebhookTemplateIdParameter: string;
        /** @description true: only those of the installation, which SUPER_ADMIN manages */
        OfInstallationParameter: boolean;
        AlertDeliveryIdParameter: string;
        /** @description false: disabled versions too */
        EnabledOnlyParameter: boolean;
        /** @description This instant and later */
        FromParameter: string;
        /** @description Before this instant */
        ToParameter: string;
        OperationParameter: string;
        ActorIdParameter: string;
        ConnectionNameQueryParameter: string;
        /** @description RFC 7644 §3.4.2.2, for instance userName eq "ada@example.com" */
        FilterParameter: string;
        /** @description The attribute to sort by */
        SortByParameter: string;
        /** @description 1 is the first; less is taken as 1 */
        StartIndexParameter: number;
        /** @description 100 by default; more than 1,000 is taken as 1,000, less than 0 as 0 */
        CountParameter: number;
        MoveIdParameter: string;
        /** @description Values above 100 count as 100 */
        LimitQueryParameter: number;
        PipelineNameParameter: string;
        BackfillIdParameter: string;
        /** @description Only this set */
        SharedPipelineIdPrefixQueryParameter: string;
        /**
         * @description The first day, in UTC, in which executions ended
         * @example 2026-01-01
         */
        EndedFromParameter: string;
        /**
         * @description The day after the last; at most 92 days later
         * @example 2026-02-01
         */
        EndedBeforeParameter: string;
        /** @description Only the pipeline of this name */
        PipelineNameQueryParameter: string;
        /** @description Returns what would happen and changes nothing */
        DryRunParameter: boolean;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenForm"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAuthorizationServerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerMetadata"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAbout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["About"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAgentTasks: {
        parameters: {
            query?: {
                projectId?: components["parameters"]["ProjectIdQueryParameter"];
                /** @description Name of the branch of the task */
                branchId?: string;
                /** @description RUNNING: the agent works, or waits for a decision. STOPPED: it has answered, or was stopped. ERRORED: it failed, see `error`. A new message starts a task that is STOPPED or ERRORED again */
                status?: components["schemas"]["AgentTaskStatus"];
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTaskList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAgentTask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgentTask"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAgentTask"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAgentTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["TaskIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTask"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteAgentTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["TaskIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listAgentTaskMessages: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `more` or `next` of an answer */
                paginationToken?: string;
            };
            header?: never;
            path: {
                taskId: components["parameters"]["TaskIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentMessageList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    sendAgentTaskMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["TaskIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgentMessage"];
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTaskState"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    decideAgentTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["TaskIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentDecisions"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemainingDecisions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceAgentTaskPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["TaskIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentPermissions"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTask"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stopAgentTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["TaskIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTaskState"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAlertChannels: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any letter case */
                name?: components["parameters"]["NameParameter"];
                /** @description Only those of this project */
                projectId?: string;
                /** @description true: only those of the installation, which SUPER_ADMIN manages */
                ofInstallation?: components["parameters"]["OfInstallationParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertChannelPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlertChannel"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAlertChannel"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertChannelId: components["parameters"]["AlertChannelIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertChannel"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertChannelId: components["parameters"]["AlertChannelIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertChannelId: components["parameters"]["AlertChannelIdParameter"];
            };
            cookie?: never;
        };
        /** @description Null takes digests or quiet hours away. The password of a mail server stays while its host and user name do; another host needs it again, and so does another endpoint the routing key */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertChannelPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertChannel"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertChannelId: components["parameters"]["AlertChannelIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertChannelTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAlertRules: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any letter case */
                name?: components["parameters"]["NameParameter"];
                /** @description Only those of this project */
                projectId?: string;
                /** @description true: only those of the installation, which SUPER_ADMIN manages */
                ofInstallation?: components["parameters"]["OfInstallationParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRulePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlertRule"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertRuleId: components["parameters"]["AlertRuleIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertRuleId: components["parameters"]["AlertRuleIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlertRule"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertRuleId: components["parameters"]["AlertRuleIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listAlertIncidents: {
        parameters: {
            query?: {
                /** @description Only what this project's rules reported */
                projectId?: string;
                /** @description Values above 100 are taken as 100 */
                limit?: components["parameters"]["LimitParameter"];
                /** @description `more` of the previous page */
                paginationToken?: components["parameters"]["PaginationTokenParameter"];
                status?: components["schemas"]["AlertIncidentStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertIncidentPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAlertIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertIncidentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertIncident"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAlertDeliveries: {
        parameters: {
            query?: {
                /** @description Only what this project's rules reported */
                projectId?: string;
                /** @description Values above 100 are taken as 100 */
                limit?: components["parameters"]["LimitParameter"];
                /** @description `more` of the previous page */
                paginationToken?: components["parameters"]["PaginationTokenParameter"];
                /** @description Only those to this channel */
                alertChannelId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDeliveryPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAlertDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertDeliveryId: components["parameters"]["AlertDeliveryIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDelivery"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replayAlertDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertDeliveryId: components["parameters"]["AlertDeliveryIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDelivery"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                environmentName?: components["parameters"]["EnvironmentNameQueryParameter"];
                /** @description false: disabled versions too */
                enabledOnly?: components["parameters"]["EnabledOnlyParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    publishArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        /** @description Each part is a file, named by its path */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PublishArtifactBody"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedArtifact"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getArtifactDetails: {
        parameters: {
            query: {
                environmentName: string;
                /** @description The newest enabled one by default */
                versionName?: components["parameters"]["VersionNameParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateArtifact: {
        parameters: {
            query: {
                environmentName: string;
                versionName: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArtifactChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    promoteArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Promotion"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPublishedPipelines: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Without it: of every environment that you may see */
                environmentName?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedPipelinePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description This instant and later */
                from?: components["parameters"]["FromParameter"];
                /** @description Before this instant */
                to?: components["parameters"]["ToParameter"];
                operation?: components["parameters"]["OperationParameter"];
                actorId?: components["parameters"]["ActorIdParameter"];
                projectId?: components["parameters"]["ProjectIdQueryParameter"];
                /** @description UNKNOWN: a server stopped or failed before it knew the outcome */
                outcome?: components["schemas"]["ListEventsOutcome"];
                /** @description Field to sort by, descending with a leading minus; -at by default */
                sort?: components["schemas"]["ListEventsSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description This instant and later */
                from?: components["parameters"]["FromParameter"];
                /** @description Before this instant */
                to?: components["parameters"]["ToParameter"];
                operation?: components["parameters"]["OperationParameter"];
                actorId?: components["parameters"]["ActorIdParameter"];
                projectId?: components["parameters"]["ProjectIdQueryParameter"];
                /** @description UNKNOWN: a server stopped or failed before it knew the outcome */
                outcome?: components["schemas"]["ExportEventsOutcome"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One event per line, as JSON */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    verifyEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEventOperations: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Part of the name or the id, in any case */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventOperationPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEventActors: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Part of the name or the id, in any case */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventActorPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listComponentTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentCatalogue"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listConnectionSchemas: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionSchemaPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getConnectionSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authProvider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionSchema"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listConnectionOverrides: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                environmentName?: string;
                connectionName?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionOverridePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceConnectionOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConnectionOverride"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionOverride"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createOrUpdateConnectionOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConnectionOverride"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionOverride"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteConnectionOverride: {
        parameters: {
            query: {
                environmentName: string;
                connectionName: components["parameters"]["ConnectionNameQueryParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                authProvider?: string;
                /** @description Its purpose: the SQL of environments, components, or a cloud platform */
                platformConnectionType?: components["schemas"]["PlatformConnectionType"];
                /** @description One or more full names, repeated or separated by commas, in any letter case */
                connectionNames?: string[];
                /** @description Field to sort by, descending with a leading minus; name by default */
                sort?: components["schemas"]["ListConnectionsSort"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectConnectionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProjectConnection"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectConnection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteNamedConnection: {
        parameters: {
            query: {
                connectionName: components["parameters"]["ConnectionNameQueryParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    createDataPlatformConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDataPlatformConnection"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectConnection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                connectionName: components["parameters"]["ConnectionNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectConnection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                connectionName: components["parameters"]["ConnectionNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectConnectionChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectConnection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                connectionName: components["parameters"]["ConnectionNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                connectionName: components["parameters"]["ConnectionNameParameter"];
            };
            cookie?: never;
        };
        /** @description The environment whose runner tries the connection. With `connection` that is tried instead of the stored one, and nothing is stored */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionTest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTestResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description Immutable. No slashes, no blanks at either end, neither . nor .. */
                environmentName: string;
            };
            cookie?: never;
        };
        /** @description Settings as they would be saved. What is left out is as it is stored; a new environment needs `defaultAgentId` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnvironmentTest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTestResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCustomConnectors: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Only what this project owns or may use */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createCustomConnector: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConnector"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connector"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listFlexConnectors: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlexConnectorPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getCustomConnector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connector"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateCustomConnector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectorChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connector"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteCustomConnector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    exportCustomConnector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedConnector"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    duplicateCustomConnector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Duplicate"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connector"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    importCustomConnector: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportedConnector"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connector"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getCustomConnectorSharing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sharing"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateCustomConnectorSharing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
            };
            cookie?: never;
        };
        /** @description An absent projectId keeps the owner */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharingChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sharing"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testCustomConnectorEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
                endpointId: string;
            };
            cookie?: never;
        };
        /** @description The values given here are used once and not stored */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testUnsavedEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectorId: components["parameters"]["ConnectorIdParameter"];
            };
            cookie?: never;
        };
        /** @description Neither the endpoint nor the values are stored */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnsavedTest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listConsumption: {
        parameters: {
            query: {
                /**
                 * @description The first day, in UTC
                 * @example 2026-01-01
                 */
                consumedFrom: string;
                /**
                 * @description The day after the last; at most 92 days later
                 * @example 2026-02-01
                 */
                consumedBefore: string;
                /** @description Only this project; without it all that you administer */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsumptionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listConsumptionOfUsers: {
        parameters: {
            query: {
                /** @description Days in UTC that begin then or later */
                consumedFrom: string;
                /** @description Days in UTC that begin before; at most 92 days later */
                consumedBefore: string;
                /** @description Only this project; without it all that you administer */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserConsumption"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listApiCredentials: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any letter case */
                name?: components["parameters"]["NameParameter"];
                /** @description Field to sort by, descending with a leading minus; createdAt by default */
                sort?: components["schemas"]["ListApiCredentialsSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiCredentialPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createApiCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiCredential"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiCredential"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getApiCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: components["parameters"]["ClientIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiCredential"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteApiCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: components["parameters"]["ClientIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateApiCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: components["parameters"]["ClientIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiCredentialPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiCredential"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listScimUsers: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
                /** @description RFC 7644 §3.4.2.2, for instance userName eq "ada@example.com" */
                filter?: components["parameters"]["FilterParameter"];
                /** @description The attribute to sort by */
                sortBy?: components["parameters"]["SortByParameter"];
                sortOrder?: components["schemas"]["ListScimUsersSortOrder"];
                /** @description 1 is the first; less is taken as 1 */
                startIndex?: components["parameters"]["StartIndexParameter"];
                /** @description 100 by default; more than 1,000 is taken as 1,000, less than 0 as 0 */
                count?: components["parameters"]["CountParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListScimUsersResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createScimUser: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A user */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewScimUser"];
                "application/scim+json": components["schemas"]["NewScimUser"];
            };
        };
        responses: {
            /** @description A user */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    searchScimUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
                "application/scim+json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchScimUsersResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getScimUser: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
            };
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceScimUser: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
            };
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        /** @description A user */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimUser"];
                "application/scim+json": components["schemas"]["ScimUser"];
            };
        };
        responses: {
            /** @description A user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateScimUser: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
            };
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchRequest"];
                "application/scim+json": components["schemas"]["PatchRequest"];
            };
        };
        responses: {
            /** @description A user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listScimGroups: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
                /** @description RFC 7644 §3.4.2.2, for instance userName eq "ada@example.com" */
                filter?: components["parameters"]["FilterParameter"];
                /** @description The attribute to sort by */
                sortBy?: components["parameters"]["SortByParameter"];
                sortOrder?: components["schemas"]["ListScimGroupsSortOrder"];
                /** @description 1 is the first; less is taken as 1 */
                startIndex?: components["parameters"]["StartIndexParameter"];
                /** @description 100 by default; more than 1,000 is taken as 1,000, less than 0 as 0 */
                count?: components["parameters"]["CountParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListScimGroupsResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createScimGroup: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Users and groups that are granted roles together */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimGroup"];
                "application/scim+json": components["schemas"]["ScimGroup"];
            };
        };
        responses: {
            /** @description Users and groups that are granted roles together */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimGroup"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    searchScimGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
                "application/scim+json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchScimGroupsResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getScimGroup: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
            };
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users and groups that are granted roles together */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimGroup"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceScimGroup: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
            };
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        /** @description Users and groups that are granted roles together */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimGroup"];
                "application/scim+json": components["schemas"]["ScimGroup"];
            };
        };
        responses: {
            /** @description Users and groups that are granted roles together */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimGroup"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateScimGroup: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: components["parameters"]["AttributesParameter"];
                /** @description Names of attributes to leave out */
                excludedAttributes?: components["parameters"]["ExcludedAttributesParameter"];
            };
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchRequest"];
                "application/scim+json": components["schemas"]["PatchRequest"];
            };
        };
        responses: {
            /** @description Users and groups that are granted roles together */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    bulkScim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
                "application/scim+json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResponse"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getScimServiceProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 7643 §5 to §7 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetScimServiceProviderConfigResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listScimResourceTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListScimResourceTypesResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getScimResourceType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 7643 §5 to §7 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetScimResourceTypeResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listScimSchemas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListScimSchemasResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getScimSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdPathParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 7643 §5 to §7 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetScimSchemaResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDirectorySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorySettings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateDirectorySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectorySettingsPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorySettings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDirectoryReach: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of a user or a group */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryReach"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setDirectoryReach: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of a user or a group */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectoryReach"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryReach"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listDirectoryTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryTokens"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createDirectoryToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDirectoryToken"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedDirectoryToken"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDirectoryToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryToken"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteDirectoryToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listDrafts: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description With slashes as %2F */
                branchName: components["parameters"]["BranchNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description With slashes as %2F */
                branchName: components["parameters"]["BranchNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    putDraftFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description With slashes as %2F */
                branchName: components["parameters"]["BranchNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutDraftFile"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftedFile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteDraftFile: {
        parameters: {
            query: {
                /** @example orders/load-orders.orch.yaml */
                path: components["parameters"]["PathParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description With slashes as %2F */
                branchName: components["parameters"]["BranchNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getDraftFile: {
        parameters: {
            query: {
                /** @example orders/load-orders.orch.yaml */
                path: components["parameters"]["PathParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description With slashes as %2F */
                branchName: components["parameters"]["BranchNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftFile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    commitDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description With slashes as %2F */
                branchName: components["parameters"]["BranchNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDraftCommit"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Commit"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEnvironmentMoves: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentMovePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    moveEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEnvironmentMove"];
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentMove"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getEnvironmentMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
                moveId: components["parameters"]["MoveIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentMove"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancelEnvironmentMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
                moveId: components["parameters"]["MoveIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listEnvironments: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEnvironment"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnvironmentPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createPipelineExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExecution"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updatePipelineExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestExecutionPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getProjectPipelineExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateProjectPipelineExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestExecutionPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPipelineExecutions: {
        parameters: {
            query?: {
                /** @description Values above 100 count as 100 */
                limit?: number;
                /** @description `more` of the previous page */
                paginationToken?: components["parameters"]["PaginationTokenParameter"];
                projectId?: components["parameters"]["ProjectIdQueryParameter"];
                /** @description A part of the name, without regard to case */
                pipelineName?: string;
                environmentName?: components["parameters"]["EnvironmentNameQueryParameter"];
                /** @description One or more, repeated or separated by commas; UNKNOWN matches nothing */
                status?: components["schemas"]["ListPipelineExecutionsStatusItem"][];
                /** @description Also answers `count`, however long the list: counting ends at this number */
                countUpTo?: number;
                scheduleId?: string;
                agentId?: string;
                startedAfter?: string;
                startedBefore?: string;
                queuedAfter?: string;
                queuedBefore?: string;
                /** @description Runs of branches, commits and drafts, or those of published versions */
                unpublished?: boolean;
                /** @description Queued within this ISO 8601 duration before now, for instance PT1H or P7D */
                timeFrame?: string;
                /** @description Field to sort by, descending with a leading minus; -queuedAt by default */
                sort?: components["schemas"]["ListPipelineExecutionsSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineExecutionStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionStatusAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createPipelineExecutionRerun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRerun"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPipelineExecutionSteps: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineExecutionStep: {
        parameters: {
            query?: {
                /** @description Values as far as they were kept, up to 64,000 characters each; otherwise their first 4,000 */
                full?: boolean;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
                /** @description `id` of a step */
                stepId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancelPipelineExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCancellations"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cancellations"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getProjectPipelineExecutionStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionStatusAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineExecutionJournal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON object a line, by `kind`: `journal` (the format), `pipeline` (its flow), `execution` (status and the variables it began with), `step` (key, result, values that it set). `n` numbers what was reported, in order. Secrets are masked as in steps; a value that was masked has `masked: true` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineExecutionLogs: {
        parameters: {
            query?: {
                /** @description Stream as server-sent events until the execution ends */
                follow?: boolean;
            };
            header?: never;
            path: {
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON object per line: at, execution, seq, component, text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSlowerPipelines: {
        parameters: {
            query?: {
                /** @description Values above 100 count as 100 */
                limit?: components["parameters"]["LimitQueryParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlowerPipelineList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listLineageEvents: {
        parameters: {
            query: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Events that were generated then and later */
                generatedFrom: string;
                /** @description Events that were generated before then; at most 31 days later */
                generatedBefore: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListLineageEventsResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description A part of the name or namespace, in any case */
                search?: string;
                kind?: components["schemas"]["AssetKind"];
                /** @description Only what pipelines of this project use */
                projectId?: string;
                /** @description Only what this pipeline uses; needs projectId */
                pipelineName?: string;
                /** @description Only what was last written before then: what is not fresh. Assets never written are left out */
                lastWrittenBefore?: string;
                /** @description Field to sort by, descending with a leading minus; name by default */
                sort?: components["schemas"]["ListAssetsSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAssetsResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAssetWrites: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAssetWritesResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAssetPipelines: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAssetPipelinesResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAssetGraph: {
        parameters: {
            query?: {
                /** @description Steps from the asset, each way */
                depth?: number;
                /** @description Assets at most, nearest first */
                limit?: number;
            };
            header?: never;
            path: {
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetGraph"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getColumnLineage: {
        parameters: {
            query: {
                /** @description A column of the asset */
                column: string;
            };
            header?: never;
            path: {
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTrace"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getArtifactLineage: {
        parameters: {
            query: {
                /** @description Where the version is published */
                environmentName: string;
                /** @description The newest enabled one by default */
                versionName?: components["parameters"]["VersionNameParameter"];
                /** @description Only of this pipeline */
                pipelineName?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionLineage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getExecutionLineage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                pipelineExecutionId: components["parameters"]["PipelineExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionLineage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOAuths: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Only what this project owns or may use */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createOAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description On update absent clientSecret and allowedHosts stay as they are; null is the host of accessTokenUrl. Hosts that were not allowed before drop the token and need clientSecret again */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOAuth"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuth"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                oauthId: components["parameters"]["OauthIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuth"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateOAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                oauthId: components["parameters"]["OauthIdParameter"];
            };
            cookie?: never;
        };
        /** @description On update absent clientSecret and allowedHosts stay as they are; null is the host of accessTokenUrl. Hosts that were not allowed before drop the token and need clientSecret again */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOAuth"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuth"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteOAuth: {
        parameters: {
            query?: {
                /** @description Removes the entry from connectors that use it */
                force?: boolean;
            };
            header?: never;
            path: {
                oauthId: components["parameters"]["OauthIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getOAuthSharing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                oauthId: components["parameters"]["OauthIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sharing"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateOAuthSharing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                oauthId: components["parameters"]["OauthIdParameter"];
            };
            cookie?: never;
        };
        /** @description An absent projectId keeps the owner */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharingChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sharing"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    authorizeOAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                oauthId: components["parameters"]["OauthIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorization"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any letter case */
                name?: components["parameters"]["NameParameter"];
                /** @description Field to sort by, descending with a leading minus; createdAt by default */
                sort?: components["schemas"]["ListUsersSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrincipalPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getUserRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roles"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setUserRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Roles"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roles"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any letter case */
                name?: components["parameters"]["NameParameter"];
                /** @description Field to sort by, descending with a leading minus; createdAt by default */
                sort?: components["schemas"]["ListGroupsSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrincipalPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getGroupRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roles"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setGroupRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Roles"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roles"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getApiCredentialRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: components["parameters"]["ClientIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roles"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setApiCredentialRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: components["parameters"]["ClientIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Roles"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roles"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listProjectMembers: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listMemberCandidates: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description A part of the name, without regard to case */
                name?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getProjectMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setProjectMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMember"];
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    removeProjectMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listEnvironmentMembers: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentMemberPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEnvironmentMemberCandidates: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description A part of the name, without regard to case */
                name?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getEnvironmentMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentMember"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setEnvironmentMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEnvironmentMember"];
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    removeEnvironmentMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getUserPermissions: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permissions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEffectiveProjectMembers: {
        parameters: {
            query?: {
                /** @description Part of the name or user name, in any case */
                name?: string;
                /** @description Values above 100 are taken as 100 */
                limit?: components["parameters"]["LimitParameter"];
                /** @description `more` of the previous page */
                paginationToken?: components["parameters"]["PaginationTokenParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectiveMemberPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEffectiveEnvironmentMembers: {
        parameters: {
            query?: {
                /** @description Part of the name or user name, in any case */
                name?: string;
                /** @description Values above 100 are taken as 100 */
                limit?: components["parameters"]["LimitParameter"];
                /** @description `more` of the previous page */
                paginationToken?: components["parameters"]["PaginationTokenParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectiveEnvironmentMemberPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPersonalAccessTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalTokens"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createPersonalAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPersonalToken"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPersonalToken"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPersonalAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalToken"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deletePersonalAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listPipelines: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Branch, tag or commit of the project's repository. Either this or environmentName */
                ref?: components["parameters"]["RefParameter"];
                /** @description Where the version is published. Either this or ref */
                environmentName?: string;
                /** @description With environmentName; the newest version by default */
                versionName?: components["parameters"]["VersionNameQueryParameter"];
                /** @description The files that this execution ran with, of a version or of something unpublished */
                pipelineExecutionId?: components["parameters"]["PipelineExecutionIdQueryParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelinePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineDetails: {
        parameters: {
            query: {
                /** @description Path in the repository without its ending; with it, that very file */
                name: components["parameters"]["NameQueryParameter"];
                /** @description Branch, tag or commit of the project's repository. Either this or environmentName */
                ref?: components["parameters"]["RefParameter"];
                /** @description Where the version is published. Either this or ref */
                environmentName?: string;
                /** @description With environmentName; the newest version by default */
                versionName?: components["parameters"]["VersionNameQueryParameter"];
                /** @description The files that this execution ran with, of a version or of something unpublished */
                pipelineExecutionId?: components["parameters"]["PipelineExecutionIdQueryParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineCalls: {
        parameters: {
            query: {
                /** @description Path in the repository without its ending; with it, that very file */
                name: components["parameters"]["NameQueryParameter"];
                /** @description Branch, tag or commit of the project's repository. Either this or environmentName */
                ref?: components["parameters"]["RefParameter"];
                /** @description Where the version is published. Either this or ref */
                environmentName?: string;
                /** @description With environmentName; the newest version by default */
                versionName?: components["parameters"]["VersionNameQueryParameter"];
                /** @description The files that this execution ran with, of a version or of something unpublished */
                pipelineExecutionId?: components["parameters"]["PipelineExecutionIdQueryParameter"];
                /** @description Branch of the repository: its newest commit, with the files of the caller's draft in place of its own */
                draft?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineCalls"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    searchPipelines: {
        parameters: {
            query: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Part of the name of the pipeline or of its project, in any case */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineMatchPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPipelineVersions: {
        parameters: {
            query: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Path in the repository without its ending; with it, that very file */
                name: components["parameters"]["NameQueryParameter"];
                environmentName: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineVersionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineVersionDiff: {
        parameters: {
            query: {
                /** @description Path in the repository without its ending; with it, that very file */
                name: components["parameters"]["NameQueryParameter"];
                fromEnvironmentName: string;
                /** @description The newest enabled version by default */
                fromVersionName?: string;
                toEnvironmentName: string;
                /** @description The newest enabled version by default */
                toVersionName?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineDiff"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any letter case */
                name?: components["parameters"]["NameParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProject"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedProject"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Repository"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    associateRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRepository"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Repository"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceRepositoryToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getPullRequestPage: {
        parameters: {
            query: {
                source: string;
                target: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullRequestPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRepositoryEvents: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryEventPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listBranches: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BranchPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBranch"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branch"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCommits: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Branch, tag or commit; the default branch by default */
                ref?: components["parameters"]["RefQueryParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommitPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createCommit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCommit"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Commit"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Branch, tag or commit; the default branch by default */
                ref?: components["parameters"]["RefQueryParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    putFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutFile"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenFile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteFile: {
        parameters: {
            query: {
                /** @example main */
                branch: string;
                /** @example orders/load-orders.orch.yaml */
                path: components["parameters"]["PathParameter"];
                message?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getFileContent: {
        parameters: {
            query: {
                /** @description Branch, tag or commit; the default branch by default */
                ref?: components["parameters"]["RefQueryParameter"];
                path: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileContent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    publishFromGit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishFromGit"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedArtifact"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAutomaticPublications: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    automatePublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPublication"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAutomaticPublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stopAutomaticPublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                environmentName: components["parameters"]["EnvironmentNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getCommit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description Id of a commit */
                commitHash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Commit"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    mergeBranches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMerge"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Merge"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description With slashes as %2F */
                branchName: components["parameters"]["BranchNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branch"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description With slashes as %2F */
                branchName: components["parameters"]["BranchNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getDiff: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /**
                 * @description Branch, tag or commit that is compared with
                 * @example main
                 */
                from?: string;
                /**
                 * @description Instead of from: the branch of the caller's draft that is compared with
                 * @example main
                 */
                fromDraft?: string;
                /**
                 * @description Branch, tag or commit that is compared
                 * @example main
                 */
                to?: string;
                /**
                 * @description Instead of to: the branch of the caller's draft that is compared
                 * @example main
                 */
                toDraft?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryDiff"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRepositoryMigrations: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startRepositoryMigration: {
        parameters: {
            query?: {
                /** @description Only check: nothing changes and the token stays valid */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMigration"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Migration"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getRepositoryMigration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                migrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Migration"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    reviewPipelines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReview"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any letter case */
                name?: components["parameters"]["NameParameter"];
                /** @description Field to sort by, descending with a leading minus; name by default */
                sort?: components["schemas"]["ListAgentsSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentInfo"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentInfo"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAgent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentInfo"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    commandAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentCommand"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentInfo"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAgentCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentCredentials"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    refreshAgentCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialAction"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentCredentials"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAgentAllowList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceAgentAllowList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllowList"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    clearAgentAllowList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    extendAgentAllowList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllowList"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAgentTracks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTracks"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceAgentTracks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentTracks"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTracks"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listDatabaseTables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TablesWanted"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseTables"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    takeSample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSample"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sample"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any case */
                name?: string;
                pipelineName?: components["parameters"]["PipelineNameParameter"];
                environmentName?: components["parameters"]["EnvironmentNameQueryParameter"];
                scheduleEnabled?: boolean;
                /** @description Field to sort by, descending with a leading minus; name by default */
                sort?: components["schemas"]["ListSchedulesSort"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSchedule"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SchedulePatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    runSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listFireTimes: {
        parameters: {
            query?: {
                count?: number;
                after?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FireTimeList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    previewSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FireTimeList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listScheduleHistory: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TickPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listBackfills: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackfillPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBackfill"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackfillPlan"];
                };
            };
            /** @description The backfill and its plan. `total` counts like a dry run all due times of the range; reading the backfill counts those that it runs */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunBackfill"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
                backfillId: components["parameters"]["BackfillIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backfill"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancelBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                scheduleId: components["parameters"]["ScheduleIdParameter"];
                backfillId: components["parameters"]["BackfillIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listUpcomingRuns: {
        parameters: {
            query?: {
                /** @description Values above 100 count as 100 */
                limit?: components["parameters"]["LimitQueryParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpcomingRunList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSecrets: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Field to sort by, descending with a leading minus; name by default */
                sort?: components["schemas"]["ListSecretsSort"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSecret"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description Unique in the project without regard to case */
                secretName: components["parameters"]["SecretNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description Unique in the project without regard to case */
                secretName: components["parameters"]["SecretNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description Unique in the project without regard to case */
                secretName: components["parameters"]["SecretNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listSecretReferences: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretReferencePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSecretReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description Unique among the secrets and references of the project, without regard to case */
                secretReferenceName: components["parameters"]["SecretReferenceNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretReference"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createSecretReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description Unique among the secrets and references of the project, without regard to case */
                secretReferenceName: components["parameters"]["SecretReferenceNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSecretReference"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretReference"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteSecretReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                /** @description Unique among the secrets and references of the project, without regard to case */
                secretReferenceName: components["parameters"]["SecretReferenceNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listSharedPipelineArtifacts: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Only this set */
                sharedPipelineIdPrefix?: components["parameters"]["SharedPipelineIdPrefixQueryParameter"];
                /** @description Only what this project owns or may run */
                projectId?: string;
                /** @description false: disabled versions too */
                enabledOnly?: components["parameters"]["EnabledOnlyParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedArtifactPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    publishSharedPipelines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Each part is a file, named by its path */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PublishSharedPipelinesBody"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedSharedArtifact"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    publishSharedPipelinesFromGit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishSharedFromGit"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedSharedArtifact"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSharedPipelines: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Only this set */
                sharedPipelineIdPrefix?: components["parameters"]["SharedPipelineIdPrefixQueryParameter"];
                /** @description Only what this project owns or may run */
                projectId?: string;
                /** @description Part of the id, the name or the description, in any case */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedPipelinePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSharedPipelineArtifactDetails: {
        parameters: {
            query: {
                /** @description Names the set that shared pipelines are published in together */
                sharedPipelineIdPrefix: components["parameters"]["SharedPipelineIdPrefixParameter"];
                /** @description The newest enabled one by default */
                versionName?: components["parameters"]["VersionNameParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedArtifactDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateSharedPipelineArtifact: {
        parameters: {
            query: {
                /** @description Names the set that shared pipelines are published in together */
                sharedPipelineIdPrefix: components["parameters"]["SharedPipelineIdPrefixParameter"];
                versionName: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedArtifact"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    compareSharedPipeline: {
        parameters: {
            query: {
                /** @description Names the set that shared pipelines are published in together */
                sharedPipelineIdPrefix: components["parameters"]["SharedPipelineIdPrefixParameter"];
                sharedPipelineId: string;
                fromVersionName: string;
                /** @description The newest enabled one by default */
                toVersionName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedPipelineDiff"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSharedPipelineUsers: {
        parameters: {
            query: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Names the set that shared pipelines are published in together */
                sharedPipelineIdPrefix: components["parameters"]["SharedPipelineIdPrefixParameter"];
                sharedPipelineId?: string;
                /** @description Version of the shared pipeline */
                versionName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedPipelineUserPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSharedPipelineSharing: {
        parameters: {
            query: {
                /** @description Names the set that shared pipelines are published in together */
                sharedPipelineIdPrefix: components["parameters"]["SharedPipelineIdPrefixParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sharing"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateSharedPipelineSharing: {
        parameters: {
            query: {
                /** @description Names the set that shared pipelines are published in together */
                sharedPipelineIdPrefix: components["parameters"]["SharedPipelineIdPrefixParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An absent projectId keeps the owner */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharingChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sharing"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorWanted"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sessions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startOpenIdSignIn: {
        parameters: {
            query?: {
                returnTo?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            default: components["responses"]["Problem"];
        };
    };
    finishOpenIdSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            default: components["responses"]["Problem"];
        };
    };
    getIdentityProviderKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientKeys"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endSessionsByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LogoutForm"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listIdentityProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviders"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIdentityProvider"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProviderPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUserIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserIdentities"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    unlinkUserIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    previewInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Acceptance"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorWanted"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    proveSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnyCode"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    confirmRequiredEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCode"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrolledSession"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    beginRequiredEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrolment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    confirmEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCode"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodeList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    beginEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrolment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodeList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getUserSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resetUserSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateUserSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["IdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorDemand"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSignInSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInSettings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateSignInSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInSettings"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInSettings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listExecutionStatistics: {
        parameters: {
            query: {
                /**
                 * @description The first day, in UTC, in which executions ended
                 * @example 2026-01-01
                 */
                endedFrom: components["parameters"]["EndedFromParameter"];
                /**
                 * @description The day after the last; at most 92 days later
                 * @example 2026-02-01
                 */
                endedBefore: components["parameters"]["EndedBeforeParameter"];
                /** @description Only this project; without it all that you may see */
                projectId?: string;
                /** @description Only this environment */
                environmentName?: string;
                /** @description Only the pipeline of this name */
                pipelineName?: components["parameters"]["PipelineNameQueryParameter"];
                /** @description DAY lists each day of the range; of the others those with the most executions come first */
                by?: components["schemas"]["ListExecutionStatisticsBy"];
                /** @description Not for DAY; values above 1,000 count as 1,000 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionStatisticsList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listComponentStatistics: {
        parameters: {
            query: {
                /**
                 * @description The first day, in UTC, in which executions ended
                 * @example 2026-01-01
                 */
                endedFrom: components["parameters"]["EndedFromParameter"];
                /**
                 * @description The day after the last; at most 92 days later
                 * @example 2026-02-01
                 */
                endedBefore: components["parameters"]["EndedBeforeParameter"];
                /** @description Only this project; without it all that you may see */
                projectId?: string;
                /** @description Only this environment */
                environmentName?: string;
                /** @description Only the pipeline of this name */
                pipelineName?: components["parameters"]["PipelineNameQueryParameter"];
                /** @description Values above 100 count as 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentStatisticsList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listStreamingPipelines: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamingPipelinePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createStreamingPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStreamingPipeline"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamingPipeline"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getStreamingPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                streamingPipelineId: components["parameters"]["StreamingPipelineIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamingPipeline"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceStreamingPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                streamingPipelineId: components["parameters"]["StreamingPipelineIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStreamingPipeline"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamingPipeline"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteStreamingPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                streamingPipelineId: components["parameters"]["StreamingPipelineIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getStreamingPipelineStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                streamingPipelineId: components["parameters"]["StreamingPipelineIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamingPipelineState"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    commandStreamingPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                streamingPipelineId: components["parameters"]["StreamingPipelineIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StreamingPipelineCommand"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamingPipelineState"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTestExecutions: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                environmentName?: components["parameters"]["EnvironmentNameQueryParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestExecutionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createTestExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTestExecution"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestExecution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getTestExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                testExecutionId: components["parameters"]["TestExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestExecution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateTestExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                testExecutionId: components["parameters"]["TestExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestExecutionPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestExecution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getTestExecutionReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                testExecutionId: components["parameters"]["TestExecutionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JUnit XML */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTriggers: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any case */
                name?: string;
                pipelineName?: components["parameters"]["PipelineNameParameter"];
                environmentName?: components["parameters"]["EnvironmentNameQueryParameter"];
                conditionType?: components["schemas"]["TriggerConditionType"];
                enabled?: boolean;
                /** @description Field to sort by, descending with a leading minus; name by default */
                sort?: components["schemas"]["ListTriggersSort"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataTriggerPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTrigger"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedTrigger"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                triggerId: components["parameters"]["TriggerIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataTrigger"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                triggerId: components["parameters"]["TriggerIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                triggerId: components["parameters"]["TriggerIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedTrigger"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    runTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                triggerId: components["parameters"]["TriggerIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    sendTriggerEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                triggerId: components["parameters"]["TriggerIdParameter"];
            };
            cookie?: never;
        };
        /** @description Any JSON object. `variablePaths` of the trigger say what becomes of it */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerEvent"];
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedEvent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTriggerHistory: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                outcome?: components["schemas"]["TriggerOutcome"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                triggerId: components["parameters"]["TriggerIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerFirePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    backfillTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                triggerId: components["parameters"]["TriggerIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTriggerBackfill"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerBackfill"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stopTriggerBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                triggerId: components["parameters"]["TriggerIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    previewTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerPreviewRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerPreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listProjectVariables: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Part of the name, in any case */
                nameContains?: string;
                /** @description Each variable comes with the overrides the caller may see */
                include?: "overrides";
                /** @description Field to sort by, descending with a leading minus; name by default */
                sort?: components["schemas"]["ListProjectVariablesSort"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariablePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createProjectVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVariable"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variable"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getProjectVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variable"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteProjectVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateProjectVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariablePatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variable"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resolveProjectVariable: {
        parameters: {
            query: {
                environmentName: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolvedVariable"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getEnvironmentOverrides: {
        parameters: {
            query?: {
                /** @description Narrows to the override of one environment */
                environmentName?: string;
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariableWithOverrides"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createOrUpdateEnvironmentOverrides: {
        parameters: {
            query?: {
                /** @description Returns what would happen and changes nothing */
                dryRun?: components["parameters"]["DryRunParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OverrideRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverrideOutcome"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteEnvironmentOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
                environmentName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listProjectVariableChanges: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariableChangePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restoreProjectVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
                variableName: components["parameters"]["VariableNameParameter"];
                changeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverrideOutcome"];
                };
            };
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    exportProjectVariables: {
        parameters: {
            query?: {
                format?: components["schemas"]["ExportProjectVariablesFormat"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file; its ETag names the state of all variables together, for If-Match of the import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariableFile"];
                    "application/yaml": components["schemas"]["VariableFile"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    importProjectVariables: {
        parameters: {
            query?: {
                /** @description Returns what would happen and changes nothing */
                dryRun?: components["parameters"]["DryRunParameter"];
                /** @description REPLACE also deletes variables that the file does not name, and overrides that are not in a given list */
                mode?: components["schemas"]["ImportProjectVariablesMode"];
            };
            header?: never;
            path: {
                projectId: components["parameters"]["ProjectIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariableFile"];
                "application/yaml": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportOutcome"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSavedViews: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description The list that the view is of: `GET /v1/pipeline-executions`, `…/schedules` or `/v1/events` */
                list?: components["schemas"]["ViewedList"];
                /** @description Also lists the views that are shared in this project */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedView"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                savedViewId: components["parameters"]["SavedViewIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                savedViewId: components["parameters"]["SavedViewIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                savedViewId: components["parameters"]["SavedViewIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewPatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listWebhookTemplates: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: components["parameters"]["PageParameter"];
                /** @description Values above 100 are treated as 100 */
                size?: components["parameters"]["SizeParameter"];
                /** @description Whole name, in any letter case */
                name?: components["parameters"]["NameParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTemplatePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createWebhookTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookTemplate"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTemplate"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getWebhookTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookTemplateId: components["parameters"]["WebhookTemplateIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTemplate"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteWebhookTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookTemplateId: components["parameters"]["WebhookTemplateIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateWebhookTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookTemplateId: components["parameters"]["WebhookTemplateIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTemplatePatch"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTemplate"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
