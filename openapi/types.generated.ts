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
        /** Get an access token (OAuth 2.0 client credentials) */
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
        /** Get the metadata of the authorization server (RFC 8414) */
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
        /** Get the public keys that verify access tokens */
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
        /** Product version, API version, time-zone data and region */
        get: operations["getAbout"];
        put?: never;
        post?: never;
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
        /** List published versions, newest first */
        get: operations["listArtifacts"];
        put?: never;
        /**
         * Publish a version of the pipelines in an environment
         * @description multipart/form-data: each part is a file, named by its path. Versions never change.
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
        /** Get the files and pipelines of a version */
        get: operations["getArtifactDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
        /** Promote a published version to another environment, with the same files */
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
        /** List the pipelines of the newest version in an environment */
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
         * @description For SUPER_ADMIN; with projectId for administrators of that project too.
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
        /** Export all events as NDJSON, oldest first */
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
        /** Verify the hash chain of the audit trail */
        get: operations["verifyEvents"];
        put?: never;
        post?: never;
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
        /** List the custom connectors of your projects in alphabetical order */
        get: operations["listCustomConnectors"];
        put?: never;
        /** Create a custom connector, owned by a project or the installation */
        post: operations["createCustomConnector"];
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
        /** Get a custom connector with its endpoints */
        get: operations["getCustomConnector"];
        /** Replace the name and endpoints of a custom connector */
        put: operations["updateCustomConnector"];
        post?: never;
        /** Delete a custom connector; pipelines that use it fail from then on */
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
        /** Export a custom connector without its secrets */
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
        /** Duplicate a custom connector; without a name the copy is numbered */
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
        /** Import an exported connector; unknown OAuth entries are created pending setup */
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
        /** Get who owns a custom connector, and which other projects may use it */
        get: operations["getCustomConnectorSharing"];
        /** Share a custom connector with other projects, or hand it to another owner */
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
        /** Test an endpoint: sends its request and returns the response; the given values are not stored */
        post: operations["testCustomConnectorEndpoint"];
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
        /** List API credentials, oldest first */
        get: operations["listApiCredentials"];
        put?: never;
        /** Create an API credential; its secret is shown only once */
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
        get?: never;
        put?: never;
        post?: never;
        /** Delete an API credential; its tokens stop working within 5 seconds */
        delete: operations["deleteApiCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory-integration/scim/v2/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users: filter, sort, page */
        get: operations["listScimUsers"];
        put?: never;
        /**
         * Create a user
         * @description `meta` is required unless the directory settings make it optional. A new user has no role.
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
        /** List users, with the query in the body */
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
        /** Get a user */
        get: operations["getScimUser"];
        /**
         * Replace a user
         * @description Attributes that are left out are unassigned, except `active` and the password.
         */
        put: operations["replaceScimUser"];
        post?: never;
        /**
         * Delete a user
         * @description The user's sessions and tokens stop working within 5 seconds.
         */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /** Change attributes of a user (RFC 7644 §3.5.2) */
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
        /** List groups: filter, sort, page */
        get: operations["listScimGroups"];
        put?: never;
        /** Create a group */
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
        /** List groups, with the query in the body */
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
        /** Get a group */
        get: operations["getScimGroup"];
        /** Replace a group with its members */
        put: operations["replaceScimGroup"];
        post?: never;
        /**
         * Delete a group
         * @description Roles that its members had through it stop applying within 5 seconds.
         */
        delete: operations["deleteScimGroup"];
        options?: never;
        head?: never;
        /**
         * Change attributes and members of a group (RFC 7644 §3.5.2)
         * @description Returns an empty body unless the query names the attributes to return.
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
        /** Make many changes in one request (RFC 7644 §3.7) */
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
        /** Get the capabilities of the directory */
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
        /** Kinds of resources */
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
        /** Kinds of resources: one of them */
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
        /** Attributes of users and groups */
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
        /** Attributes of users and groups: one of them */
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
        /** Get the settings of the directory */
        get: operations["getDirectorySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update the settings of the directory */
        patch: operations["updateDirectorySettings"];
        trace?: never;
    };
    "/v1/directory-integration/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List directory tokens, oldest first */
        get: operations["listDirectoryTokens"];
        put?: never;
        /** Create a bearer token for an identity provider; it is shown only once */
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
        get?: never;
        put?: never;
        post?: never;
        /** Delete a directory token; it stops working within 5 seconds */
        delete: operations["deleteDirectoryToken"];
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
        /** List the environments of a project, by name */
        get: operations["listEnvironments"];
        put?: never;
        /** Create an environment */
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
        /** Get an environment */
        get: operations["getEnvironment"];
        put?: never;
        post?: never;
        /** Delete an environment with its published versions and overrides */
        delete: operations["deleteEnvironment"];
        options?: never;
        head?: never;
        /** Update an environment; omitted fields keep their values */
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
        /** Run a published pipeline */
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
        /** Get a pipeline execution */
        get: operations["getPipelineExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Cancel a pipeline execution */
        patch: operations["updatePipelineExecution"];
        trace?: never;
    };
    "/v1/pipeline-executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List pipeline executions, newest first */
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
        /** Get the status of a pipeline execution */
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
        /** Rerun a pipeline execution, from its start or from its failed step */
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
        /** List the steps of a pipeline execution, in the order they started */
        get: operations["listPipelineExecutionSteps"];
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
        /** Cancel the matching live executions of a project, up to a limit */
        post: operations["cancelPipelineExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a pipeline execution of a project */
        get: operations["getProjectPipelineExecution"];
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
        /** The journal of a pipeline execution and its children: NDJSON, what `headrace replay` reads */
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
        /** Get the log of a pipeline execution: NDJSON, or server-sent events with follow=true */
        get: operations["getPipelineExecutionLogs"];
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
        /** List the OAuth entries of your projects, oldest first */
        get: operations["listOAuths"];
        put?: never;
        /** Create an OAuth entry; it is pending setup until it is authorized */
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
        /** Get an OAuth entry without its secrets */
        get: operations["getOAuth"];
        /** Update an OAuth entry; it needs authorization again when something its token depends on changes */
        put: operations["updateOAuth"];
        post?: never;
        /** Delete an OAuth entry; one that connectors use needs `force` */
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
        /** Get who owns an OAuth entry, and which other projects may use it */
        get: operations["getOAuthSharing"];
        /** Share an OAuth entry with other projects, or hand it to another owner */
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
        /** Fetch a token, or return the URL where a user grants access */
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
        /** List users of the directory, oldest first */
        get: operations["listUsers"];
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
        /** Get the roles granted directly to a user */
        get: operations["getUserRoles"];
        /** Replace the roles granted directly to a user; effective within 5 seconds */
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
        /** List groups of the directory, oldest first */
        get: operations["listGroups"];
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
        /** Get the roles granted directly to a group */
        get: operations["getGroupRoles"];
        /** Replace the roles granted directly to a group; effective within 5 seconds */
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
        /** Get the roles of an API credential */
        get: operations["getApiCredentialRoles"];
        /** Replace the roles of an API credential; effective within 5 seconds, also for its tokens */
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
        /** List the members of a project */
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
        /** Find users, groups and credentials that can become members, by part of the name */
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
        get?: never;
        /** Grant a user, group or credential a role in a project */
        put: operations["setProjectMember"];
        post?: never;
        /** Remove a member from a project */
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
        /** List direct grants of access to an environment */
        get: operations["listEnvironmentMembers"];
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
        get?: never;
        /** Grant a user, group or credential access to an environment, or deny it (NO_ACCESS) */
        put: operations["setEnvironmentMember"];
        post?: never;
        /** Remove a direct grant; groups and the default of the environment apply again */
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
        /** Get the permissions of a user and the roles they come from */
        get: operations["getUserPermissions"];
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
        /** List your own tokens, oldest first */
        get: operations["listPersonalAccessTokens"];
        put?: never;
        /** Create a token with your own roles, narrowed by scopes; it is shown only once */
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
        get?: never;
        put?: never;
        post?: never;
        /** Delete a token; it stops working within 5 seconds */
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
         * @description Give either ref, or environmentName with or without versionName.
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
         * @description Give either ref, or environmentName with or without versionName. A file that cannot be read has no components; `faults` says why.
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
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects, by name */
        get: operations["listProjects"];
        put?: never;
        /** Create a project; the caller becomes its administrator */
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
        /** Get a project */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /** Delete a project with everything in it */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /** Update a project; omitted fields keep their values */
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
        /** Get the repository of a project */
        get: operations["getRepository"];
        put?: never;
        /**
         * Associate a repository with a project
         * @description `hosted` creates an empty repository inside Headrace; with other providers the repository must exist.
         */
        post: operations["associateRepository"];
        /** Remove the association; the repository itself stays where it is */
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
        /** Replace the access token of the repository when the stored one is no longer valid */
        put: operations["replaceRepositoryToken"];
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
        /** List the events of a repository, newest first */
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
        /** List the branches, by name */
        get: operations["listBranches"];
        put?: never;
        post?: never;
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
        /** List the commits of a branch, newest first */
        get: operations["listCommits"];
        put?: never;
        post?: never;
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
        /** List the files of a commit, by path */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Read a file of a commit */
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
        /** Publish a commit of the project's repository as a version in an environment */
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
        /** List the branches that are published automatically */
        get: operations["listAutomaticPublications"];
        put?: never;
        /** Publish every new commit of a branch to an environment automatically */
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
        get?: never;
        put?: never;
        post?: never;
        /** Stop publishing a branch to this environment automatically */
        delete: operations["stopAutomaticPublication"];
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
        /** List the migrations of a project, newest first */
        get: operations["listRepositoryMigrations"];
        put?: never;
        /**
         * Move a project's repository to another repository or provider
         * @description MIRROR_PUSH copies every ref to the target, compares, and points the project at it; RECONFIGURE only points the project at a target that has the published commits already. Poll the status until it is no longer IN_PROGRESS. The access token is rotated immediately and cannot be used again.
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
        /** Check the status of a migration */
        get: operations["getRepositoryMigration"];
        put?: never;
        post?: never;
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
        /** List runners, by name */
        get: operations["listAgents"];
        put?: never;
        /** Create a runner; its credential is read from /credentials */
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
        /** Get the details of a runner */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /** Delete a runner that is stopped, pending or unknown */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /** Update a runner; omitted fields keep their values */
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
        /** Pause, resume, restart or stop a runner */
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
        /** Get the credential of a runner */
        get: operations["getAgentCredentials"];
        put?: never;
        /** Rotate the secret of a runner; the old secret stays valid for 24 hours */
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
        /** Get the projects and environments that a restricted runner may serve */
        get: operations["getAgentAllowList"];
        /** Replace the allow list */
        put: operations["replaceAgentAllowList"];
        post?: never;
        /** Clear the allow list */
        delete: operations["clearAgentAllowList"];
        options?: never;
        head?: never;
        /** Add or replace entries of the allow list */
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
        /** List the version tracks of this installation */
        get: operations["listAgentTracks"];
        /** Replace the version tracks; outdated runners with automatic updates drain and restart */
        put: operations["replaceAgentTracks"];
        post?: never;
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
        /** List the schedules of a project, by name */
        get: operations["listSchedules"];
        put?: never;
        /** Create a schedule */
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
        /** Get a schedule */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /** Delete a schedule; its executions stay */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /** Change a schedule; absent fields stay, a kind of recurrence that is given replaces the other */
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
        /** Run a schedule now; its due times stay as they are */
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
        /** The next times a schedule starts a run, jitter included */
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
        /** Fire times of a schedule that is not saved */
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
        /** What became of each due time, the latest first */
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
        /** List the backfills of a schedule, the newest first */
        get: operations["listBackfills"];
        put?: never;
        /** Run the due times of a past range that did not run; a dry run unless dryRun is false */
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
        get?: never;
        put?: never;
        post?: never;
        /** Stop a backfill; what it queued stays */
        delete: operations["cancelBackfill"];
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
        /** List the secrets of a project, by name; values are never returned */
        get: operations["listSecrets"];
        put?: never;
        /** Create a secret for connectors, components and scripts */
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
        /** Get a secret without its value */
        get: operations["getSecret"];
        /** Replace the value of a secret; steps that read it later get the new value */
        put: operations["updateSecret"];
        post?: never;
        /** Delete a secret */
        delete: operations["deleteSecret"];
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
        /** Get the caller, and the CSRF token of its browser session */
        get: operations["getSession"];
        put?: never;
        /** Sign in with a password; the session is a cookie */
        post: operations["signIn"];
        /** Sign out */
        delete: operations["signOut"];
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
        /** List the ways to sign in */
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
        /** Start a sign-in: redirects the browser to an identity provider */
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
        /** Finish a sign-in: identity providers redirect browsers here */
        get: operations["finishOpenIdSignIn"];
        put?: never;
        post?: never;
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
        /** List identity providers, oldest first */
        get: operations["listIdentityProviders"];
        put?: never;
        /** Create an identity provider (OpenID Connect) */
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
        get?: never;
        put?: never;
        post?: never;
        /** Delete an identity provider; sessions started through it end */
        delete: operations["deleteIdentityProvider"];
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
        /** Get the invitation of a user that was not accepted yet */
        get: operations["getInvitation"];
        put?: never;
        /** Create a link with which a user sets a password; a link given before stops working */
        post: operations["createInvitation"];
        /** Withdraw the invitation of a user */
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
        /** Get the user whom an invitation is for */
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
        /** Accept an invitation: sets your password and signs you in */
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
        /** Finish a sign-in with a code of your authenticator app, or a recovery code */
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
        /** Confirm that enrolment with a code of the app, and finish the sign-in */
        put: operations["confirmRequiredEnrolment"];
        /** Begin to enrol the second factor that the installation demands */
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
        /** Get whether you have a second factor */
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
        /** Confirm the enrolment with a code of the app */
        put: operations["confirmEnrolment"];
        /** Begin to enrol an authenticator app; one that you have stays until you confirm */
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
        /** Create new recovery codes; earlier ones stop working */
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
        /** Remove your second factor */
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
        /** Get whether a user has a second factor */
        get: operations["getUserSecondFactor"];
        put?: never;
        post?: never;
        /** Remove the second factor of a user who lost it; the sessions of the user end */
        delete: operations["resetUserSecondFactor"];
        options?: never;
        head?: never;
        /** Demand a second factor of a user, from the next sign-in with a password on */
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
        /** Get the settings of signing in */
        get: operations["getSignInSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update the settings of signing in; they apply to the next sign-in of each user */
        patch: operations["updateSignInSettings"];
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your browser sessions */
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
        /** Sign a user out everywhere: yourself, or any user as an administrator */
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
        /** Change your password; all your other sessions end */
        put: operations["changePassword"];
        post?: never;
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
        /** List project variables, by name */
        get: operations["listProjectVariables"];
        put?: never;
        /** Create a project variable */
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
        /** Get a project variable */
        get: operations["getProjectVariable"];
        put?: never;
        post?: never;
        /** Delete a project variable with all its environment overrides */
        delete: operations["deleteProjectVariable"];
        options?: never;
        head?: never;
        /** Change a project variable; type and behaviour are required, other absent fields stay */
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
        /** What an execution in one environment would see, and where that value comes from */
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
        /** Get a project variable with its environment overrides */
        get: operations["getEnvironmentOverrides"];
        put?: never;
        /** Create or update environment overrides; each succeeds or fails alone */
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
        /** Delete the override of one environment */
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
        /** Who changed a variable or its overrides, when, and what; the newest first */
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
         * Put a variable or an override back to what it was before a change (or after it)
         * @description 204 when there was nothing at that time: it is deleted now.
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
        /** All variables of a project with their overrides, as a JSON, YAML or CSV file */
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
        /** Bring the variables of a project to what a file says; with dryRun=true only the difference */
        post: operations["importProjectVariables"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            type: string;
            title: string;
            detail: string;
            instance: string;
            status: number;
            violations: string[];
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
    parameters: never;
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
                "application/x-www-form-urlencoded": {
                    /** @description client_credentials */
                    grant_type?: string;
                    client_id?: string;
                    client_secret?: string;
                    /** @description Accepted and not needed */
                    audience?: string;
                    scope?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @enum {string} */
                        token_type: "Bearer";
                        /** @description Seconds */
                        expires_in: number;
                        scope: string;
                    };
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
                    "application/json": {
                        issuer: string;
                        token_endpoint: string;
                        jwks_uri: string;
                        response_types_supported: string[];
                        grant_types_supported: string[];
                        token_endpoint_auth_methods_supported: string[];
                        scopes_supported: string[];
                        service_documentation: string;
                    };
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
                    "application/json": {
                        keys: {
                            [key: string]: unknown;
                        }[];
                    };
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
                    "application/json": {
                        /** @description Version of the product */
                        version: string;
                        /** @enum {string} */
                        apiVersion: "1.0";
                        /** @description Release of the IANA time-zone data that schedules go by, as in 2026c */
                        timeZoneData: string;
                        /** @description EU1, US1, AU1 or the name of this installation */
                        region: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                environmentName?: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
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
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
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
                    "application/json": {
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
                        pipelineCount: number;
                        /** @description What validation says of the files; a component with an error fails when run */
                        faults: {
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                            file: string;
                            line: number;
                            component?: string;
                            rule: string;
                            message: string;
                            hint?: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getArtifactDetails: {
        parameters: {
            query: {
                environmentName: string;
                versionName: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
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
                        files: {
                            path: string;
                            bytes: number;
                        }[];
                        pipelines: string[];
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    versionName: string;
                    sourceEnvironmentName: string;
                    targetEnvironmentName: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPublishedPipelines: {
        parameters: {
            query: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                environmentName: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            name: string;
                            /** Format: date-time */
                            publishedTime: string;
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                /** @description This instant and later */
                from?: string;
                /** @description Before this instant */
                to?: string;
                operation?: string;
                actorId?: string;
                projectId?: string;
                /** @description UNKNOWN: a server stopped or failed before it knew the outcome */
                outcome?: "SUCCEEDED" | "REFUSED" | "UNKNOWN";
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
                    "application/json": {
                        page: number;
                        results: {
                            /** @description Position in the chain, without gaps */
                            seq: number;
                            /** @description Over this entry and the hash before */
                            hash: string;
                            /** Format: date-time */
                            at: string;
                            /** @description Its id in the OpenAPI document; of Git, pushToRepository and fetchFromRepository; of runners, openRunnerSession */
                            operation: string;
                            /**
                             * @description UNKNOWN: a server stopped or failed before it knew the outcome
                             * @enum {unknown}
                             */
                            outcome: "SUCCEEDED" | "REFUSED" | "UNKNOWN";
                            method: string;
                            path: string;
                            status?: number;
                            actor?: {
                                /** @enum {unknown} */
                                kind: "CREDENTIAL" | "USER" | "RUNNER" | "DIRECTORY";
                                id: string;
                                name: string;
                            };
                            from: {
                                address: string;
                                userAgent?: string;
                            };
                            requestId: string;
                            projectId?: string;
                            /** @description The body, secrets masked */
                            request?: unknown;
                            /** @description The resource before the change, secrets masked */
                            before?: unknown;
                            /** @description The response, secrets masked */
                            after?: unknown;
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description This instant and later */
                from?: string;
                /** @description Before this instant */
                to?: string;
                operation?: string;
                actorId?: string;
                projectId?: string;
                /** @description UNKNOWN: a server stopped or failed before it knew the outcome */
                outcome?: "SUCCEEDED" | "REFUSED" | "UNKNOWN";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description application/x-ndjson */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
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
                    "application/json": {
                        intact: boolean;
                        /** @description Entries that were verified */
                        entries: number;
                        /** @description Of the last one: stored elsewhere, it proves that no entries were cut off */
                        hash: string;
                        fault?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCustomConnectors: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            connectorId: string;
                            /**
                             * Format: uuid
                             * @description The project that owns it; absent for the installation
                             */
                            projectId?: string;
                            name: string;
                            endpoints: {
                                name: string;
                                /** @enum {unknown} */
                                method: "GET" | "POST";
                                url: string;
                                authentication: {
                                    /** @enum {unknown} */
                                    type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                                    /** @description API_KEY: name of the key */
                                    keyName?: string;
                                    /** @enum {unknown} */
                                    addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                                    /** @description OAUTH: the entries this endpoint may use */
                                    oauthIds?: string[];
                                };
                                uriParameters: {
                                    name: string;
                                    value?: string;
                                    configurable?: boolean;
                                }[];
                                queryParameters: {
                                    name: string;
                                    value?: string;
                                    configurable?: boolean;
                                }[];
                                headerParameters: {
                                    name: string;
                                    value?: string;
                                    configurable?: boolean;
                                }[];
                                body?: string;
                                response: {
                                    structure?: {
                                        /** @description A place in the response, e.g. $.data.items */
                                        path: string;
                                        /** @enum {unknown} */
                                        type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                                    }[];
                                    /** @description A place in the response, e.g. $.data.items */
                                    repeatingElement?: string;
                                };
                                pagination: {
                                    /** @enum {unknown} */
                                    type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                                    /** @enum {unknown} */
                                    addTo?: "QUERY_PARAMETER" | "BODY";
                                    rel?: string;
                                    baseUri?: string;
                                    /** @description A place in the response, e.g. $.data.items */
                                    nextPage?: string;
                                };
                                /** Format: uuid */
                                endpointId: string;
                            }[];
                        }[];
                        size: number;
                        total: number;
                    };
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
                     */
                    projectId?: string;
                    name: string;
                    endpoints: {
                        /** Format: uuid */
                        endpointId?: string;
                        name: string;
                        /** @enum {unknown} */
                        method: "GET" | "POST";
                        url: string;
                        authentication?: {
                            /** @enum {unknown} */
                            type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                            /** @description API_KEY: name of the key */
                            keyName?: string;
                            /** @enum {unknown} */
                            addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                            /** @description OAUTH: the entries this endpoint may use */
                            oauthIds?: string[];
                        };
                        uriParameters?: {
                            name: string;
                            value?: string;
                            configurable?: boolean;
                        }[];
                        queryParameters?: {
                            name: string;
                            value?: string;
                            configurable?: boolean;
                        }[];
                        headerParameters?: {
                            name: string;
                            value?: string;
                            configurable?: boolean;
                        }[];
                        body?: string;
                        response?: {
                            structure?: {
                                /** @description A place in the response, e.g. $.data.items */
                                path: string;
                                /** @enum {unknown} */
                                type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                            }[];
                            /** @description A place in the response, e.g. $.data.items */
                            repeatingElement?: string;
                        };
                        pagination?: {
                            /** @enum {unknown} */
                            type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                            /** @enum {unknown} */
                            addTo?: "QUERY_PARAMETER" | "BODY";
                            rel?: string;
                            baseUri?: string;
                            /** @description A place in the response, e.g. $.data.items */
                            nextPage?: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        connectorId: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        endpoints: {
                            name: string;
                            /** @enum {unknown} */
                            method: "GET" | "POST";
                            url: string;
                            authentication: {
                                /** @enum {unknown} */
                                type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                                /** @description API_KEY: name of the key */
                                keyName?: string;
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                                /** @description OAUTH: the entries this endpoint may use */
                                oauthIds?: string[];
                            };
                            uriParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            queryParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            headerParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            body?: string;
                            response: {
                                structure?: {
                                    /** @description A place in the response, e.g. $.data.items */
                                    path: string;
                                    /** @enum {unknown} */
                                    type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                                }[];
                                /** @description A place in the response, e.g. $.data.items */
                                repeatingElement?: string;
                            };
                            pagination: {
                                /** @enum {unknown} */
                                type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "BODY";
                                rel?: string;
                                baseUri?: string;
                                /** @description A place in the response, e.g. $.data.items */
                                nextPage?: string;
                            };
                            /** Format: uuid */
                            endpointId: string;
                        }[];
                    };
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
                connectorId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        connectorId: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        endpoints: {
                            name: string;
                            /** @enum {unknown} */
                            method: "GET" | "POST";
                            url: string;
                            authentication: {
                                /** @enum {unknown} */
                                type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                                /** @description API_KEY: name of the key */
                                keyName?: string;
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                                /** @description OAUTH: the entries this endpoint may use */
                                oauthIds?: string[];
                            };
                            uriParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            queryParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            headerParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            body?: string;
                            response: {
                                structure?: {
                                    /** @description A place in the response, e.g. $.data.items */
                                    path: string;
                                    /** @enum {unknown} */
                                    type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                                }[];
                                /** @description A place in the response, e.g. $.data.items */
                                repeatingElement?: string;
                            };
                            pagination: {
                                /** @enum {unknown} */
                                type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "BODY";
                                rel?: string;
                                baseUri?: string;
                                /** @description A place in the response, e.g. $.data.items */
                                nextPage?: string;
                            };
                            /** Format: uuid */
                            endpointId: string;
                        }[];
                    };
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
                connectorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    connectorId?: string;
                    /**
                     * Format: uuid
                     * @description The project that owns it; absent for the installation
                     */
                    projectId?: string;
                    name: string;
                    endpoints: {
                        /** Format: uuid */
                        endpointId?: string;
                        name: string;
                        /** @enum {unknown} */
                        method: "GET" | "POST";
                        url: string;
                        authentication?: {
                            /** @enum {unknown} */
                            type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                            /** @description API_KEY: name of the key */
                            keyName?: string;
                            /** @enum {unknown} */
                            addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                            /** @description OAUTH: the entries this endpoint may use */
                            oauthIds?: string[];
                        };
                        uriParameters?: {
                            name: string;
                            value?: string;
                            configurable?: boolean;
                        }[];
                        queryParameters?: {
                            name: string;
                            value?: string;
                            configurable?: boolean;
                        }[];
                        headerParameters?: {
                            name: string;
                            value?: string;
                            configurable?: boolean;
                        }[];
                        body?: string;
                        response?: {
                            structure?: {
                                /** @description A place in the response, e.g. $.data.items */
                                path: string;
                                /** @enum {unknown} */
                                type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                            }[];
                            /** @description A place in the response, e.g. $.data.items */
                            repeatingElement?: string;
                        };
                        pagination?: {
                            /** @enum {unknown} */
                            type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                            /** @enum {unknown} */
                            addTo?: "QUERY_PARAMETER" | "BODY";
                            rel?: string;
                            baseUri?: string;
                            /** @description A place in the response, e.g. $.data.items */
                            nextPage?: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        connectorId: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        endpoints: {
                            name: string;
                            /** @enum {unknown} */
                            method: "GET" | "POST";
                            url: string;
                            authentication: {
                                /** @enum {unknown} */
                                type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                                /** @description API_KEY: name of the key */
                                keyName?: string;
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                                /** @description OAUTH: the entries this endpoint may use */
                                oauthIds?: string[];
                            };
                            uriParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            queryParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            headerParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            body?: string;
                            response: {
                                structure?: {
                                    /** @description A place in the response, e.g. $.data.items */
                                    path: string;
                                    /** @enum {unknown} */
                                    type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                                }[];
                                /** @description A place in the response, e.g. $.data.items */
                                repeatingElement?: string;
                            };
                            pagination: {
                                /** @enum {unknown} */
                                type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "BODY";
                                rel?: string;
                                baseUri?: string;
                                /** @description A place in the response, e.g. $.data.items */
                                nextPage?: string;
                            };
                            /** Format: uuid */
                            endpointId: string;
                        }[];
                    };
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
                connectorId: string;
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
                connectorId: string;
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
                    "application/json": {
                        /** @enum {unknown} */
                        format: "headrace-connector";
                        version: number;
                        connector: {
                            /** Format: uuid */
                            connectorId?: string;
                            /**
                             * Format: uuid
                             * @description The project that owns it; absent for the installation
                             */
                            projectId?: string;
                            name: string;
                            endpoints: {
                                /** Format: uuid */
                                endpointId?: string;
                                name: string;
                                /** @enum {unknown} */
                                method: "GET" | "POST";
                                url: string;
                                authentication?: {
                                    /** @enum {unknown} */
                                    type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                                    /** @description API_KEY: name of the key */
                                    keyName?: string;
                                    /** @enum {unknown} */
                                    addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                                    /** @description OAUTH: the entries this endpoint may use */
                                    oauthIds?: string[];
                                };
                                uriParameters?: {
                                    name: string;
                                    value?: string;
                                    configurable?: boolean;
                                }[];
                                queryParameters?: {
                                    name: string;
                                    value?: string;
                                    configurable?: boolean;
                                }[];
                                headerParameters?: {
                                    name: string;
                                    value?: string;
                                    configurable?: boolean;
                                }[];
                                body?: string;
                                response?: {
                                    structure?: {
                                        /** @description A place in the response, e.g. $.data.items */
                                        path: string;
                                        /** @enum {unknown} */
                                        type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                                    }[];
                                    /** @description A place in the response, e.g. $.data.items */
                                    repeatingElement?: string;
                                };
                                pagination?: {
                                    /** @enum {unknown} */
                                    type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                                    /** @enum {unknown} */
                                    addTo?: "QUERY_PARAMETER" | "BODY";
                                    rel?: string;
                                    baseUri?: string;
                                    /** @description A place in the response, e.g. $.data.items */
                                    nextPage?: string;
                                };
                            }[];
                        };
                        oauths: {
                            /** Format: uuid */
                            oauthId: string;
                            name: string;
                            /** @enum {unknown} */
                            grantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
                            clientId: string;
                            accessTokenUrl: string;
                            authorizeUrl?: string;
                            /** @enum {unknown} */
                            credentialsIn: "BODY" | "HEADER";
                            tokenParameters?: {
                                name: string;
                                value: string;
                                /** @enum {unknown} */
                                addTo?: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
                            }[];
                            authParameters?: {
                                name: string;
                                value: string;
                            }[];
                            /** @description Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl */
                            allowedHosts?: string[];
                        }[];
                    };
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
                connectorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /**
                     * Format: uuid
                     * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
                     */
                    projectId?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        connectorId: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        endpoints: {
                            name: string;
                            /** @enum {unknown} */
                            method: "GET" | "POST";
                            url: string;
                            authentication: {
                                /** @enum {unknown} */
                                type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                                /** @description API_KEY: name of the key */
                                keyName?: string;
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                                /** @description OAUTH: the entries this endpoint may use */
                                oauthIds?: string[];
                            };
                            uriParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            queryParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            headerParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            body?: string;
                            response: {
                                structure?: {
                                    /** @description A place in the response, e.g. $.data.items */
                                    path: string;
                                    /** @enum {unknown} */
                                    type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                                }[];
                                /** @description A place in the response, e.g. $.data.items */
                                repeatingElement?: string;
                            };
                            pagination: {
                                /** @enum {unknown} */
                                type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "BODY";
                                rel?: string;
                                baseUri?: string;
                                /** @description A place in the response, e.g. $.data.items */
                                nextPage?: string;
                            };
                            /** Format: uuid */
                            endpointId: string;
                        }[];
                    };
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
                "application/json": {
                    /** @enum {unknown} */
                    format: "headrace-connector";
                    version: number;
                    connector: {
                        /** Format: uuid */
                        connectorId?: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        endpoints: {
                            /** Format: uuid */
                            endpointId?: string;
                            name: string;
                            /** @enum {unknown} */
                            method: "GET" | "POST";
                            url: string;
                            authentication?: {
                                /** @enum {unknown} */
                                type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                                /** @description API_KEY: name of the key */
                                keyName?: string;
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                                /** @description OAUTH: the entries this endpoint may use */
                                oauthIds?: string[];
                            };
                            uriParameters?: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            queryParameters?: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            headerParameters?: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            body?: string;
                            response?: {
                                structure?: {
                                    /** @description A place in the response, e.g. $.data.items */
                                    path: string;
                                    /** @enum {unknown} */
                                    type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                                }[];
                                /** @description A place in the response, e.g. $.data.items */
                                repeatingElement?: string;
                            };
                            pagination?: {
                                /** @enum {unknown} */
                                type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "BODY";
                                rel?: string;
                                baseUri?: string;
                                /** @description A place in the response, e.g. $.data.items */
                                nextPage?: string;
                            };
                        }[];
                    };
                    oauths: {
                        /** Format: uuid */
                        oauthId: string;
                        name: string;
                        /** @enum {unknown} */
                        grantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
                        clientId: string;
                        accessTokenUrl: string;
                        authorizeUrl?: string;
                        /** @enum {unknown} */
                        credentialsIn: "BODY" | "HEADER";
                        tokenParameters?: {
                            name: string;
                            value: string;
                            /** @enum {unknown} */
                            addTo?: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
                        }[];
                        authParameters?: {
                            name: string;
                            value: string;
                        }[];
                        /** @description Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl */
                        allowedHosts?: string[];
                    }[];
                    /**
                     * Format: uuid
                     * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
                     */
                    projectId?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        connectorId: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        endpoints: {
                            name: string;
                            /** @enum {unknown} */
                            method: "GET" | "POST";
                            url: string;
                            authentication: {
                                /** @enum {unknown} */
                                type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                                /** @description API_KEY: name of the key */
                                keyName?: string;
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                                /** @description OAUTH: the entries this endpoint may use */
                                oauthIds?: string[];
                            };
                            uriParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            queryParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            headerParameters: {
                                name: string;
                                value?: string;
                                configurable?: boolean;
                            }[];
                            body?: string;
                            response: {
                                structure?: {
                                    /** @description A place in the response, e.g. $.data.items */
                                    path: string;
                                    /** @enum {unknown} */
                                    type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                                }[];
                                /** @description A place in the response, e.g. $.data.items */
                                repeatingElement?: string;
                            };
                            pagination: {
                                /** @enum {unknown} */
                                type: "NONE" | "PAGE" | "OFFSET" | "CURSOR" | "LINK_HEADER" | "RELATIVE_PATH" | "FULL_PATH";
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
                                /** @enum {unknown} */
                                addTo?: "QUERY_PARAMETER" | "BODY";
                                rel?: string;
                                baseUri?: string;
                                /** @description A place in the response, e.g. $.data.items */
                                nextPage?: string;
                            };
                            /** Format: uuid */
                            endpointId: string;
                        }[];
                    };
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
                connectorId: string;
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
                    "application/json": {
                        /** @description The project that owns it; null is the installation */
                        projectId: string | null;
                        /** @description Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it */
                        allProjects: boolean;
                        /** @description Other projects that may use it; adding one needs the same permission in that project */
                        projectIds: string[];
                    };
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
                connectorId: string;
            };
            cookie?: never;
        };
        /** @description An absent projectId keeps the owner */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The project that owns it; null is the installation */
                    projectId?: string | null;
                    /** @description Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it */
                    allProjects: boolean;
                    /** @description Other projects that may use it; adding one needs the same permission in that project */
                    projectIds: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The project that owns it; null is the installation */
                        projectId: string | null;
                        /** @description Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it */
                        allProjects: boolean;
                        /** @description Other projects that may use it; adding one needs the same permission in that project */
                        projectIds: string[];
                    };
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
                connectorId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        /** @description The values given here are used once and not stored */
        requestBody: {
            content: {
                "application/json": {
                    authentication: {
                        /** @enum {unknown} */
                        type: "NONE" | "BASIC" | "BEARER_TOKEN" | "API_KEY" | "OAUTH";
                        username?: string;
                        password?: string;
                        token?: string;
                        keyName?: string;
                        keyValue?: string;
                        /** @enum {unknown} */
                        addTo?: "QUERY_PARAMETER" | "HEADER_PARAMETER";
                        /** Format: uuid */
                        oauthId?: string;
                    };
                    uriParameters?: {
                        name: string;
                        value: string;
                    }[];
                    queryParameters?: {
                        name: string;
                        value: string;
                    }[];
                    headerParameters?: {
                        name: string;
                        value: string;
                    }[];
                    body?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Absent when there was no response; `error` says why */
                        status?: number;
                        statusText?: string;
                        error?: string;
                        /** @description The request, credentials masked */
                        url: string;
                        headers: {
                            name: string;
                            value: string;
                        }[];
                        /** @description Up to 1 MiB */
                        body: string;
                        bodyTruncated: boolean;
                        durationMs: number;
                        structure: {
                            /** @description A place in the response, e.g. $.data.items */
                            path: string;
                            /** @enum {unknown} */
                            type: "OBJECT" | "ARRAY" | "STRING" | "INTEGER" | "NUMBER" | "BOOLEAN" | "ANY";
                        }[];
                        /** @description Lists found in the body */
                        repeatingElements: string[];
                        /** @description Elements of the repeating element */
                        elementCount?: number;
                        /** @description The next page, or why paging ends */
                        nextPage?: string;
                        warnings: string[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listApiCredentials: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
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
                    "application/json": {
                        page: number;
                        results: {
                            clientId: string;
                            name: string;
                            /** @enum {unknown} */
                            accountRole: "SUPER_ADMIN" | "USER";
                            /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                            accountPermissions: "PROJECT_CREATOR"[];
                            projectRoles: {
                                /** Format: uuid */
                                projectId: string;
                                /** @enum {unknown} */
                                role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                            }[];
                            environmentAccess: {
                                /** Format: uuid */
                                projectId: string;
                                environmentName: string;
                                /** @enum {unknown} */
                                access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                            }[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                        }[];
                        size: number;
                        total: number;
                    };
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
                "application/json": {
                    name: string;
                    /** @enum {unknown} */
                    accountRole: "SUPER_ADMIN" | "USER";
                    /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                    accountPermissions?: "PROJECT_CREATOR"[];
                    projectRoles?: {
                        /** Format: uuid */
                        projectId: string;
                        /** @enum {unknown} */
                        role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                    }[];
                    environmentAccess?: {
                        /** Format: uuid */
                        projectId: string;
                        environmentName: string;
                        /** @enum {unknown} */
                        access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                    }[];
                    /** Format: date-time */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        clientId: string;
                        name: string;
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions: "PROJECT_CREATOR"[];
                        projectRoles: {
                            /** Format: uuid */
                            projectId: string;
                            /** @enum {unknown} */
                            role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                        }[];
                        environmentAccess: {
                            /** Format: uuid */
                            projectId: string;
                            environmentName: string;
                            /** @enum {unknown} */
                            access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** Format: date-time */
                        lastUsedAt?: string;
                        /** @description Shown only once */
                        clientSecret: string;
                    };
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
                clientId: string;
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
    listScimUsers: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
                /** @description RFC 7644 §3.4.2.2, for instance userName eq "ada@example.com" */
                filter?: string;
                /** @description The attribute to sort by */
                sortBy?: string;
                sortOrder?: "ascending" | "descending";
                /** @description 1 is the first; less is taken as 1 */
                startIndex?: number;
                /** @description 100 by default; more than 1,000 is taken as 1,000, less than 0 as 0 */
                count?: number;
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
                    "application/json": {
                        schemas: string[];
                        totalResults: number;
                        startIndex: number;
                        itemsPerPage: number;
                        Resources: {
                            schemas?: string[];
                            /** @description Assigned by the directory */
                            id?: string;
                            /** @description The identifier in the identity provider */
                            externalId?: string;
                            /** @description Creation, last change and location */
                            meta?: {
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
                            /** @description Whether the user may sign in; false ends every session and token */
                            active?: boolean;
                            addresses?: {
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
                            }[];
                            /** @description The name that is shown */
                            displayName?: string;
                            emails?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            entitlements?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            groups?: {
                                /** @description The group's name */
                                display?: string;
                                /** @description The group's address */
                                ref?: string;
                                /** @description The group's id */
                                value?: string;
                            }[];
                            ims?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            /** @description Language and country, for instance en-GB */
                            locale?: string;
                            /** @description The parts of the name */
                            name?: {
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
                            /** @description A casual name */
                            nickName?: string;
                            /** @description Stored as a slow hash, never returned */
                            password?: string;
                            phoneNumbers?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            photos?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            /** @description Languages in the form of Accept-Language */
                            preferredLanguage?: string;
                            /** @description A page about the user */
                            profileUrl?: string;
                            roles?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            /** @description IANA time zone */
                            timezone?: string;
                            /** @description Job title */
                            title?: string;
                            /** @description Unique without regard to case; what the user signs in with */
                            userName?: string;
                            /** @description Relation to the organization */
                            userType?: string;
                            x509Certificates?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                                /** @description Who manages the user */
                                manager?: {
                                    /** @description The manager's id */
                                    value?: string;
                                    /** @description The manager's address */
                                    ref?: string;
                                    /** @description The manager's name */
                                    displayName?: string;
                                };
                            };
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createScimUser: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A user */
        requestBody: {
            content: {
                "application/json": {
                    schemas?: string[];
                    /** @description Assigned by the directory */
                    id?: string;
                    /** @description The identifier in the identity provider */
                    externalId?: string;
                    /** @description Creation, last change and location */
                    meta: {
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
                    /** @description Whether the user may sign in; false ends every session and token */
                    active?: boolean;
                    addresses?: {
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
                    }[];
                    /** @description The name that is shown */
                    displayName?: string;
                    emails?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    entitlements?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    groups?: {
                        /** @description The group's name */
                        display?: string;
                        /** @description The group's address */
                        ref?: string;
                        /** @description The group's id */
                        value?: string;
                    }[];
                    ims?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description Language and country, for instance en-GB */
                    locale?: string;
                    /** @description The parts of the name */
                    name?: {
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
                    /** @description A casual name */
                    nickName?: string;
                    /** @description Stored as a slow hash, never returned */
                    password?: string;
                    phoneNumbers?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    photos?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description Languages in the form of Accept-Language */
                    preferredLanguage?: string;
                    /** @description A page about the user */
                    profileUrl?: string;
                    roles?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description IANA time zone */
                    timezone?: string;
                    /** @description Job title */
                    title?: string;
                    /** @description Unique without regard to case; what the user signs in with */
                    userName?: string;
                    /** @description Relation to the organization */
                    userType?: string;
                    x509Certificates?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                        /** @description Who manages the user */
                        manager?: {
                            /** @description The manager's id */
                            value?: string;
                            /** @description The manager's address */
                            ref?: string;
                            /** @description The manager's name */
                            displayName?: string;
                        };
                    };
                };
                "application/scim+json": {
                    schemas?: string[];
                    /** @description Assigned by the directory */
                    id?: string;
                    /** @description The identifier in the identity provider */
                    externalId?: string;
                    /** @description Creation, last change and location */
                    meta: {
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
                    /** @description Whether the user may sign in; false ends every session and token */
                    active?: boolean;
                    addresses?: {
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
                    }[];
                    /** @description The name that is shown */
                    displayName?: string;
                    emails?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    entitlements?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    groups?: {
                        /** @description The group's name */
                        display?: string;
                        /** @description The group's address */
                        ref?: string;
                        /** @description The group's id */
                        value?: string;
                    }[];
                    ims?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description Language and country, for instance en-GB */
                    locale?: string;
                    /** @description The parts of the name */
                    name?: {
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
                    /** @description A casual name */
                    nickName?: string;
                    /** @description Stored as a slow hash, never returned */
                    password?: string;
                    phoneNumbers?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    photos?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description Languages in the form of Accept-Language */
                    preferredLanguage?: string;
                    /** @description A page about the user */
                    profileUrl?: string;
                    roles?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description IANA time zone */
                    timezone?: string;
                    /** @description Job title */
                    title?: string;
                    /** @description Unique without regard to case; what the user signs in with */
                    userName?: string;
                    /** @description Relation to the organization */
                    userType?: string;
                    x509Certificates?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                        /** @description Who manages the user */
                        manager?: {
                            /** @description The manager's id */
                            value?: string;
                            /** @description The manager's address */
                            ref?: string;
                            /** @description The manager's name */
                            displayName?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description A user */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas?: string[];
                        /** @description Assigned by the directory */
                        id?: string;
                        /** @description The identifier in the identity provider */
                        externalId?: string;
                        /** @description Creation, last change and location */
                        meta?: {
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
                        /** @description Whether the user may sign in; false ends every session and token */
                        active?: boolean;
                        addresses?: {
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
                        }[];
                        /** @description The name that is shown */
                        displayName?: string;
                        emails?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        entitlements?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        groups?: {
                            /** @description The group's name */
                            display?: string;
                            /** @description The group's address */
                            ref?: string;
                            /** @description The group's id */
                            value?: string;
                        }[];
                        ims?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description Language and country, for instance en-GB */
                        locale?: string;
                        /** @description The parts of the name */
                        name?: {
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
                        /** @description A casual name */
                        nickName?: string;
                        /** @description Stored as a slow hash, never returned */
                        password?: string;
                        phoneNumbers?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        photos?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description Languages in the form of Accept-Language */
                        preferredLanguage?: string;
                        /** @description A page about the user */
                        profileUrl?: string;
                        roles?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description IANA time zone */
                        timezone?: string;
                        /** @description Job title */
                        title?: string;
                        /** @description Unique without regard to case; what the user signs in with */
                        userName?: string;
                        /** @description Relation to the organization */
                        userType?: string;
                        x509Certificates?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                            /** @description Who manages the user */
                            manager?: {
                                /** @description The manager's id */
                                value?: string;
                                /** @description The manager's address */
                                ref?: string;
                                /** @description The manager's name */
                                displayName?: string;
                            };
                        };
                    };
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
                "application/json": {
                    schemas?: string[];
                    attributes?: string[];
                    excludedAttributes?: string[];
                    /** @description RFC 7644 §3.4.2.2 */
                    filter?: string;
                    /** @description The attribute to sort by */
                    sortBy?: string;
                    /** @enum {unknown} */
                    sortOrder?: "ascending" | "descending";
                    /** @description 1 is the first */
                    startIndex?: number;
                    /** @description 100 by default */
                    count?: number;
                };
                "application/scim+json": {
                    schemas?: string[];
                    attributes?: string[];
                    excludedAttributes?: string[];
                    /** @description RFC 7644 §3.4.2.2 */
                    filter?: string;
                    /** @description The attribute to sort by */
                    sortBy?: string;
                    /** @enum {unknown} */
                    sortOrder?: "ascending" | "descending";
                    /** @description 1 is the first */
                    startIndex?: number;
                    /** @description 100 by default */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas: string[];
                        totalResults: number;
                        startIndex: number;
                        itemsPerPage: number;
                        Resources: {
                            schemas?: string[];
                            /** @description Assigned by the directory */
                            id?: string;
                            /** @description The identifier in the identity provider */
                            externalId?: string;
                            /** @description Creation, last change and location */
                            meta?: {
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
                            /** @description Whether the user may sign in; false ends every session and token */
                            active?: boolean;
                            addresses?: {
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
                            }[];
                            /** @description The name that is shown */
                            displayName?: string;
                            emails?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            entitlements?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            groups?: {
                                /** @description The group's name */
                                display?: string;
                                /** @description The group's address */
                                ref?: string;
                                /** @description The group's id */
                                value?: string;
                            }[];
                            ims?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            /** @description Language and country, for instance en-GB */
                            locale?: string;
                            /** @description The parts of the name */
                            name?: {
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
                            /** @description A casual name */
                            nickName?: string;
                            /** @description Stored as a slow hash, never returned */
                            password?: string;
                            phoneNumbers?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            photos?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            /** @description Languages in the form of Accept-Language */
                            preferredLanguage?: string;
                            /** @description A page about the user */
                            profileUrl?: string;
                            roles?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            /** @description IANA time zone */
                            timezone?: string;
                            /** @description Job title */
                            title?: string;
                            /** @description Unique without regard to case; what the user signs in with */
                            userName?: string;
                            /** @description Relation to the organization */
                            userType?: string;
                            x509Certificates?: {
                                /** @description A human-readable name */
                                display?: string;
                                /** @description Whether this is the preferred one; at most one is */
                                primary?: boolean;
                                /** @description Its purpose, for instance work or home */
                                type?: string;
                                /** @description The value itself */
                                value?: string;
                            }[];
                            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                                /** @description Who manages the user */
                                manager?: {
                                    /** @description The manager's id */
                                    value?: string;
                                    /** @description The manager's address */
                                    ref?: string;
                                    /** @description The manager's name */
                                    displayName?: string;
                                };
                            };
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getScimUser: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": {
                        schemas?: string[];
                        /** @description Assigned by the directory */
                        id?: string;
                        /** @description The identifier in the identity provider */
                        externalId?: string;
                        /** @description Creation, last change and location */
                        meta?: {
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
                        /** @description Whether the user may sign in; false ends every session and token */
                        active?: boolean;
                        addresses?: {
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
                        }[];
                        /** @description The name that is shown */
                        displayName?: string;
                        emails?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        entitlements?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        groups?: {
                            /** @description The group's name */
                            display?: string;
                            /** @description The group's address */
                            ref?: string;
                            /** @description The group's id */
                            value?: string;
                        }[];
                        ims?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description Language and country, for instance en-GB */
                        locale?: string;
                        /** @description The parts of the name */
                        name?: {
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
                        /** @description A casual name */
                        nickName?: string;
                        /** @description Stored as a slow hash, never returned */
                        password?: string;
                        phoneNumbers?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        photos?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description Languages in the form of Accept-Language */
                        preferredLanguage?: string;
                        /** @description A page about the user */
                        profileUrl?: string;
                        roles?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description IANA time zone */
                        timezone?: string;
                        /** @description Job title */
                        title?: string;
                        /** @description Unique without regard to case; what the user signs in with */
                        userName?: string;
                        /** @description Relation to the organization */
                        userType?: string;
                        x509Certificates?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                            /** @description Who manages the user */
                            manager?: {
                                /** @description The manager's id */
                                value?: string;
                                /** @description The manager's address */
                                ref?: string;
                                /** @description The manager's name */
                                displayName?: string;
                            };
                        };
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceScimUser: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description A user */
        requestBody: {
            content: {
                "application/json": {
                    schemas?: string[];
                    /** @description Assigned by the directory */
                    id?: string;
                    /** @description The identifier in the identity provider */
                    externalId?: string;
                    /** @description Creation, last change and location */
                    meta?: {
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
                    /** @description Whether the user may sign in; false ends every session and token */
                    active?: boolean;
                    addresses?: {
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
                    }[];
                    /** @description The name that is shown */
                    displayName?: string;
                    emails?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    entitlements?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    groups?: {
                        /** @description The group's name */
                        display?: string;
                        /** @description The group's address */
                        ref?: string;
                        /** @description The group's id */
                        value?: string;
                    }[];
                    ims?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description Language and country, for instance en-GB */
                    locale?: string;
                    /** @description The parts of the name */
                    name?: {
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
                    /** @description A casual name */
                    nickName?: string;
                    /** @description Stored as a slow hash, never returned */
                    password?: string;
                    phoneNumbers?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    photos?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description Languages in the form of Accept-Language */
                    preferredLanguage?: string;
                    /** @description A page about the user */
                    profileUrl?: string;
                    roles?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description IANA time zone */
                    timezone?: string;
                    /** @description Job title */
                    title?: string;
                    /** @description Unique without regard to case; what the user signs in with */
                    userName?: string;
                    /** @description Relation to the organization */
                    userType?: string;
                    x509Certificates?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                        /** @description Who manages the user */
                        manager?: {
                            /** @description The manager's id */
                            value?: string;
                            /** @description The manager's address */
                            ref?: string;
                            /** @description The manager's name */
                            displayName?: string;
                        };
                    };
                };
                "application/scim+json": {
                    schemas?: string[];
                    /** @description Assigned by the directory */
                    id?: string;
                    /** @description The identifier in the identity provider */
                    externalId?: string;
                    /** @description Creation, last change and location */
                    meta?: {
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
                    /** @description Whether the user may sign in; false ends every session and token */
                    active?: boolean;
                    addresses?: {
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
                    }[];
                    /** @description The name that is shown */
                    displayName?: string;
                    emails?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    entitlements?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    groups?: {
                        /** @description The group's name */
                        display?: string;
                        /** @description The group's address */
                        ref?: string;
                        /** @description The group's id */
                        value?: string;
                    }[];
                    ims?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description Language and country, for instance en-GB */
                    locale?: string;
                    /** @description The parts of the name */
                    name?: {
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
                    /** @description A casual name */
                    nickName?: string;
                    /** @description Stored as a slow hash, never returned */
                    password?: string;
                    phoneNumbers?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    photos?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description Languages in the form of Accept-Language */
                    preferredLanguage?: string;
                    /** @description A page about the user */
                    profileUrl?: string;
                    roles?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    /** @description IANA time zone */
                    timezone?: string;
                    /** @description Job title */
                    title?: string;
                    /** @description Unique without regard to case; what the user signs in with */
                    userName?: string;
                    /** @description Relation to the organization */
                    userType?: string;
                    x509Certificates?: {
                        /** @description A human-readable name */
                        display?: string;
                        /** @description Whether this is the preferred one; at most one is */
                        primary?: boolean;
                        /** @description Its purpose, for instance work or home */
                        type?: string;
                        /** @description The value itself */
                        value?: string;
                    }[];
                    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                        /** @description Who manages the user */
                        manager?: {
                            /** @description The manager's id */
                            value?: string;
                            /** @description The manager's address */
                            ref?: string;
                            /** @description The manager's name */
                            displayName?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description A user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas?: string[];
                        /** @description Assigned by the directory */
                        id?: string;
                        /** @description The identifier in the identity provider */
                        externalId?: string;
                        /** @description Creation, last change and location */
                        meta?: {
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
                        /** @description Whether the user may sign in; false ends every session and token */
                        active?: boolean;
                        addresses?: {
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
                        }[];
                        /** @description The name that is shown */
                        displayName?: string;
                        emails?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        entitlements?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        groups?: {
                            /** @description The group's name */
                            display?: string;
                            /** @description The group's address */
                            ref?: string;
                            /** @description The group's id */
                            value?: string;
                        }[];
                        ims?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description Language and country, for instance en-GB */
                        locale?: string;
                        /** @description The parts of the name */
                        name?: {
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
                        /** @description A casual name */
                        nickName?: string;
                        /** @description Stored as a slow hash, never returned */
                        password?: string;
                        phoneNumbers?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        photos?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description Languages in the form of Accept-Language */
                        preferredLanguage?: string;
                        /** @description A page about the user */
                        profileUrl?: string;
                        roles?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description IANA time zone */
                        timezone?: string;
                        /** @description Job title */
                        title?: string;
                        /** @description Unique without regard to case; what the user signs in with */
                        userName?: string;
                        /** @description Relation to the organization */
                        userType?: string;
                        x509Certificates?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                            /** @description Who manages the user */
                            manager?: {
                                /** @description The manager's id */
                                value?: string;
                                /** @description The manager's address */
                                ref?: string;
                                /** @description The manager's name */
                                displayName?: string;
                            };
                        };
                    };
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
                id: string;
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
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    schemas?: string[];
                    Operations: {
                        /** @description add, replace or remove, in any case */
                        op: string;
                        path?: string;
                        value?: unknown;
                    }[];
                };
                "application/scim+json": {
                    schemas?: string[];
                    Operations: {
                        /** @description add, replace or remove, in any case */
                        op: string;
                        path?: string;
                        value?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description A user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas?: string[];
                        /** @description Assigned by the directory */
                        id?: string;
                        /** @description The identifier in the identity provider */
                        externalId?: string;
                        /** @description Creation, last change and location */
                        meta?: {
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
                        /** @description Whether the user may sign in; false ends every session and token */
                        active?: boolean;
                        addresses?: {
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
                        }[];
                        /** @description The name that is shown */
                        displayName?: string;
                        emails?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        entitlements?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        groups?: {
                            /** @description The group's name */
                            display?: string;
                            /** @description The group's address */
                            ref?: string;
                            /** @description The group's id */
                            value?: string;
                        }[];
                        ims?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description Language and country, for instance en-GB */
                        locale?: string;
                        /** @description The parts of the name */
                        name?: {
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
                        /** @description A casual name */
                        nickName?: string;
                        /** @description Stored as a slow hash, never returned */
                        password?: string;
                        phoneNumbers?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        photos?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description Languages in the form of Accept-Language */
                        preferredLanguage?: string;
                        /** @description A page about the user */
                        profileUrl?: string;
                        roles?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        /** @description IANA time zone */
                        timezone?: string;
                        /** @description Job title */
                        title?: string;
                        /** @description Unique without regard to case; what the user signs in with */
                        userName?: string;
                        /** @description Relation to the organization */
                        userType?: string;
                        x509Certificates?: {
                            /** @description A human-readable name */
                            display?: string;
                            /** @description Whether this is the preferred one; at most one is */
                            primary?: boolean;
                            /** @description Its purpose, for instance work or home */
                            type?: string;
                            /** @description The value itself */
                            value?: string;
                        }[];
                        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
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
                            /** @description Who manages the user */
                            manager?: {
                                /** @description The manager's id */
                                value?: string;
                                /** @description The manager's address */
                                ref?: string;
                                /** @description The manager's name */
                                displayName?: string;
                            };
                        };
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listScimGroups: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
                /** @description RFC 7644 §3.4.2.2, for instance userName eq "ada@example.com" */
                filter?: string;
                /** @description The attribute to sort by */
                sortBy?: string;
                sortOrder?: "ascending" | "descending";
                /** @description 1 is the first; less is taken as 1 */
                startIndex?: number;
                /** @description 100 by default; more than 1,000 is taken as 1,000, less than 0 as 0 */
                count?: number;
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
                    "application/json": {
                        schemas: string[];
                        totalResults: number;
                        startIndex: number;
                        itemsPerPage: number;
                        Resources: {
                            schemas?: string[];
                            /** @description Assigned by the directory */
                            id?: string;
                            /** @description The identifier in the identity provider */
                            externalId?: string;
                            /** @description Creation, last change and location */
                            meta?: {
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
                            /** @description Unique without regard to case */
                            displayName: string;
                            members?: {
                                /** @description The member's name */
                                display?: string;
                                /** @description The member's address */
                                ref?: string;
                                /** @description User or Group */
                                type?: string;
                                /** @description The member's id */
                                value?: string;
                            }[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createScimGroup: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Users and groups that are granted roles together */
        requestBody: {
            content: {
                "application/json": {
                    schemas?: string[];
                    /** @description Assigned by the directory */
                    id?: string;
                    /** @description The identifier in the identity provider */
                    externalId?: string;
                    /** @description Creation, last change and location */
                    meta?: {
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
                    /** @description Unique without regard to case */
                    displayName: string;
                    members?: {
                        /** @description The member's name */
                        display?: string;
                        /** @description The member's address */
                        ref?: string;
                        /** @description User or Group */
                        type?: string;
                        /** @description The member's id */
                        value?: string;
                    }[];
                };
                "application/scim+json": {
                    schemas?: string[];
                    /** @description Assigned by the directory */
                    id?: string;
                    /** @description The identifier in the identity provider */
                    externalId?: string;
                    /** @description Creation, last change and location */
                    meta?: {
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
                    /** @description Unique without regard to case */
                    displayName: string;
                    members?: {
                        /** @description The member's name */
                        display?: string;
                        /** @description The member's address */
                        ref?: string;
                        /** @description User or Group */
                        type?: string;
                        /** @description The member's id */
                        value?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Users and groups that are granted roles together */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas?: string[];
                        /** @description Assigned by the directory */
                        id?: string;
                        /** @description The identifier in the identity provider */
                        externalId?: string;
                        /** @description Creation, last change and location */
                        meta?: {
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
                        /** @description Unique without regard to case */
                        displayName: string;
                        members?: {
                            /** @description The member's name */
                            display?: string;
                            /** @description The member's address */
                            ref?: string;
                            /** @description User or Group */
                            type?: string;
                            /** @description The member's id */
                            value?: string;
                        }[];
                    };
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
                "application/json": {
                    schemas?: string[];
                    attributes?: string[];
                    excludedAttributes?: string[];
                    /** @description RFC 7644 §3.4.2.2 */
                    filter?: string;
                    /** @description The attribute to sort by */
                    sortBy?: string;
                    /** @enum {unknown} */
                    sortOrder?: "ascending" | "descending";
                    /** @description 1 is the first */
                    startIndex?: number;
                    /** @description 100 by default */
                    count?: number;
                };
                "application/scim+json": {
                    schemas?: string[];
                    attributes?: string[];
                    excludedAttributes?: string[];
                    /** @description RFC 7644 §3.4.2.2 */
                    filter?: string;
                    /** @description The attribute to sort by */
                    sortBy?: string;
                    /** @enum {unknown} */
                    sortOrder?: "ascending" | "descending";
                    /** @description 1 is the first */
                    startIndex?: number;
                    /** @description 100 by default */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas: string[];
                        totalResults: number;
                        startIndex: number;
                        itemsPerPage: number;
                        Resources: {
                            schemas?: string[];
                            /** @description Assigned by the directory */
                            id?: string;
                            /** @description The identifier in the identity provider */
                            externalId?: string;
                            /** @description Creation, last change and location */
                            meta?: {
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
                            /** @description Unique without regard to case */
                            displayName: string;
                            members?: {
                                /** @description The member's name */
                                display?: string;
                                /** @description The member's address */
                                ref?: string;
                                /** @description User or Group */
                                type?: string;
                                /** @description The member's id */
                                value?: string;
                            }[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getScimGroup: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": {
                        schemas?: string[];
                        /** @description Assigned by the directory */
                        id?: string;
                        /** @description The identifier in the identity provider */
                        externalId?: string;
                        /** @description Creation, last change and location */
                        meta?: {
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
                        /** @description Unique without regard to case */
                        displayName: string;
                        members?: {
                            /** @description The member's name */
                            display?: string;
                            /** @description The member's address */
                            ref?: string;
                            /** @description User or Group */
                            type?: string;
                            /** @description The member's id */
                            value?: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceScimGroup: {
        parameters: {
            query?: {
                /** @description Names of attributes to return, separated by commas */
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description Users and groups that are granted roles together */
        requestBody: {
            content: {
                "application/json": {
                    schemas?: string[];
                    /** @description Assigned by the directory */
                    id?: string;
                    /** @description The identifier in the identity provider */
                    externalId?: string;
                    /** @description Creation, last change and location */
                    meta?: {
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
                    /** @description Unique without regard to case */
                    displayName: string;
                    members?: {
                        /** @description The member's name */
                        display?: string;
                        /** @description The member's address */
                        ref?: string;
                        /** @description User or Group */
                        type?: string;
                        /** @description The member's id */
                        value?: string;
                    }[];
                };
                "application/scim+json": {
                    schemas?: string[];
                    /** @description Assigned by the directory */
                    id?: string;
                    /** @description The identifier in the identity provider */
                    externalId?: string;
                    /** @description Creation, last change and location */
                    meta?: {
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
                    /** @description Unique without regard to case */
                    displayName: string;
                    members?: {
                        /** @description The member's name */
                        display?: string;
                        /** @description The member's address */
                        ref?: string;
                        /** @description User or Group */
                        type?: string;
                        /** @description The member's id */
                        value?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Users and groups that are granted roles together */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas?: string[];
                        /** @description Assigned by the directory */
                        id?: string;
                        /** @description The identifier in the identity provider */
                        externalId?: string;
                        /** @description Creation, last change and location */
                        meta?: {
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
                        /** @description Unique without regard to case */
                        displayName: string;
                        members?: {
                            /** @description The member's name */
                            display?: string;
                            /** @description The member's address */
                            ref?: string;
                            /** @description User or Group */
                            type?: string;
                            /** @description The member's id */
                            value?: string;
                        }[];
                    };
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
                id: string;
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
                attributes?: string;
                /** @description Names of attributes to leave out */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    schemas?: string[];
                    Operations: {
                        /** @description add, replace or remove, in any case */
                        op: string;
                        path?: string;
                        value?: unknown;
                    }[];
                };
                "application/scim+json": {
                    schemas?: string[];
                    Operations: {
                        /** @description add, replace or remove, in any case */
                        op: string;
                        path?: string;
                        value?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Users and groups that are granted roles together */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas?: string[];
                        /** @description Assigned by the directory */
                        id?: string;
                        /** @description The identifier in the identity provider */
                        externalId?: string;
                        /** @description Creation, last change and location */
                        meta?: {
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
                        /** @description Unique without regard to case */
                        displayName: string;
                        members?: {
                            /** @description The member's name */
                            display?: string;
                            /** @description The member's address */
                            ref?: string;
                            /** @description User or Group */
                            type?: string;
                            /** @description The member's id */
                            value?: string;
                        }[];
                    };
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
                "application/json": {
                    schemas?: string[];
                    /** @description Stop after this many errors */
                    failOnErrors?: number;
                    Operations: {
                        /** @description POST, PUT, PATCH or DELETE */
                        method: string;
                        /** @description /Users, /Groups/{id}, …; bulkId:… refers to a new resource */
                        path: string;
                        bulkId?: string;
                        version?: string;
                        data?: unknown;
                    }[];
                };
                "application/scim+json": {
                    schemas?: string[];
                    /** @description Stop after this many errors */
                    failOnErrors?: number;
                    Operations: {
                        /** @description POST, PUT, PATCH or DELETE */
                        method: string;
                        /** @description /Users, /Groups/{id}, …; bulkId:… refers to a new resource */
                        path: string;
                        bulkId?: string;
                        version?: string;
                        data?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schemas: string[];
                        Operations: {
                            method: string;
                            bulkId?: string;
                            version?: string;
                            location?: string;
                            status: string;
                            response?: unknown;
                        }[];
                    };
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
                    "application/json": Record<string, never>;
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
                    "application/json": {
                        schemas: string[];
                        totalResults: number;
                        startIndex: number;
                        itemsPerPage: number;
                        Resources: Record<string, never>[];
                    };
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
                id: string;
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
                    "application/json": Record<string, never>;
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
                    "application/json": {
                        schemas: string[];
                        totalResults: number;
                        startIndex: number;
                        itemsPerPage: number;
                        Resources: Record<string, never>[];
                    };
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
                id: string;
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
                    "application/json": Record<string, never>;
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
                    "application/json": {
                        /** @description false: the SCIM interface refuses every request */
                        enabled: boolean;
                        /** @description Whether a create must contain `meta` */
                        requireMeta: boolean;
                        /** @description Whether directory tokens may set passwords; otherwise a password that they send is ignored */
                        acceptPasswords: boolean;
                    };
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
                "application/json": {
                    /** @description false: the SCIM interface refuses every request */
                    enabled?: boolean;
                    /** @description Whether a create must contain `meta` */
                    requireMeta?: boolean;
                    /** @description Whether directory tokens may set passwords; otherwise a password that they send is ignored */
                    acceptPasswords?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description false: the SCIM interface refuses every request */
                        enabled: boolean;
                        /** @description Whether a create must contain `meta` */
                        requireMeta: boolean;
                        /** @description Whether directory tokens may set passwords; otherwise a password that they send is ignored */
                        acceptPasswords: boolean;
                    };
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
                    "application/json": {
                        results: {
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
                        }[];
                    };
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
                "application/json": {
                    name: string;
                    /**
                     * Format: date-time
                     * @description A year ahead by default, two years at most
                     */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                id: string;
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
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            name: string;
                            displayName: string;
                            description: string;
                            /** Format: uuid */
                            defaultAgentId: string;
                            defaultAgentName: string;
                            /** @enum {unknown} */
                            defaultUserAccessLevel: "admin" | "runner" | "readOnly" | "noAccess";
                            /** @description The database that the SQL of this environment runs on */
                            connection: {
                                /** @enum {string} */
                                type: "DUCKDB";
                                /** @description main by default */
                                schema?: string;
                            } | {
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
                            /**
                             * @description When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution
                             * @enum {unknown}
                             */
                            onRunnerLoss: "RESUME" | "FAIL";
                            /** @description How many executions the environment runs at once; the others wait. Absent: as many as there is room for */
                            maxConcurrentExecutions?: number;
                            defaultConnections?: {
                                [key: string]: unknown;
                            };
                            connectionOverrides?: {
                                [key: string]: unknown;
                            };
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Immutable. No slashes, no blanks at either end, neither . nor .. */
                    name: string;
                    /** Format: uuid */
                    defaultAgentId: string;
                    displayName?: string;
                    description?: string;
                    /** @enum {unknown} */
                    defaultUserAccessLevel?: "admin" | "runner" | "readOnly" | "noAccess";
                    /** @description The database that the SQL of this environment runs on */
                    connection?: {
                        /** @enum {string} */
                        type: "DUCKDB";
                        /** @description main by default */
                        schema?: string;
                    } | {
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
                    /**
                     * @description When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution
                     * @enum {unknown}
                     */
                    onRunnerLoss?: "RESUME" | "FAIL";
                    /** @description How many executions the environment runs at once; the others wait. Absent: as many as there is room for */
                    maxConcurrentExecutions?: number;
                    defaultConnections?: {
                        [key: string]: unknown;
                    };
                    connectionOverrides?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        displayName: string;
                        description: string;
                        /** Format: uuid */
                        defaultAgentId: string;
                        defaultAgentName: string;
                        /** @enum {unknown} */
                        defaultUserAccessLevel: "admin" | "runner" | "readOnly" | "noAccess";
                        /** @description The database that the SQL of this environment runs on */
                        connection: {
                            /** @enum {string} */
                            type: "DUCKDB";
                            /** @description main by default */
                            schema?: string;
                        } | {
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
                        /**
                         * @description When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution
                         * @enum {unknown}
                         */
                        onRunnerLoss: "RESUME" | "FAIL";
                        /** @description How many executions the environment runs at once; the others wait. Absent: as many as there is room for */
                        maxConcurrentExecutions?: number;
                        defaultConnections?: {
                            [key: string]: unknown;
                        };
                        connectionOverrides?: {
                            [key: string]: unknown;
                        };
                    };
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
                projectId: string;
                environmentName: string;
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
                    "application/json": {
                        name: string;
                        displayName: string;
                        description: string;
                        /** Format: uuid */
                        defaultAgentId: string;
                        defaultAgentName: string;
                        /** @enum {unknown} */
                        defaultUserAccessLevel: "admin" | "runner" | "readOnly" | "noAccess";
                        /** @description The database that the SQL of this environment runs on */
                        connection: {
                            /** @enum {string} */
                            type: "DUCKDB";
                            /** @description main by default */
                            schema?: string;
                        } | {
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
                        /**
                         * @description When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution
                         * @enum {unknown}
                         */
                        onRunnerLoss: "RESUME" | "FAIL";
                        /** @description How many executions the environment runs at once; the others wait. Absent: as many as there is room for */
                        maxConcurrentExecutions?: number;
                        defaultConnections?: {
                            [key: string]: unknown;
                        };
                        connectionOverrides?: {
                            [key: string]: unknown;
                        };
                    };
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
                projectId: string;
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
    updateEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                environmentName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    defaultAgentId?: string;
                    displayName?: string;
                    description?: string;
                    /** @enum {unknown} */
                    defaultUserAccessLevel?: "admin" | "runner" | "readOnly" | "noAccess";
                    /** @description The database that the SQL of this environment runs on */
                    connection?: {
                        /** @enum {string} */
                        type: "DUCKDB";
                        /** @description main by default */
                        schema?: string;
                    } | {
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
                    /**
                     * @description When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution
                     * @enum {unknown}
                     */
                    onRunnerLoss?: "RESUME" | "FAIL";
                    maxConcurrentExecutions?: number | null;
                    defaultConnections?: {
                        [key: string]: unknown;
                    };
                    connectionOverrides?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        displayName: string;
                        description: string;
                        /** Format: uuid */
                        defaultAgentId: string;
                        defaultAgentName: string;
                        /** @enum {unknown} */
                        defaultUserAccessLevel: "admin" | "runner" | "readOnly" | "noAccess";
                        /** @description The database that the SQL of this environment runs on */
                        connection: {
                            /** @enum {string} */
                            type: "DUCKDB";
                            /** @description main by default */
                            schema?: string;
                        } | {
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
                        /**
                         * @description When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution
                         * @enum {unknown}
                         */
                        onRunnerLoss: "RESUME" | "FAIL";
                        /** @description How many executions the environment runs at once; the others wait. Absent: as many as there is room for */
                        maxConcurrentExecutions?: number;
                        defaultConnections?: {
                            [key: string]: unknown;
                        };
                        connectionOverrides?: {
                            [key: string]: unknown;
                        };
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pipelineName: string;
                    environmentName: string;
                    /** @description The newest by default */
                    versionName?: string;
                    /**
                     * Format: uuid
                     * @description The environment's default by default
                     */
                    agentId?: string;
                    /** @description At most one live execution per tag and environment */
                    executionTag?: string;
                    scalarVariables?: {
                        [key: string]: string | number;
                    };
                    /** @description Rows of cells, in the order of the columns */
                    gridVariables?: {
                        [key: string]: string[][];
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        pipelineExecutionId: string;
                    };
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
                pipelineExecutionId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        pipelineExecutionId: string;
                        /** Format: uuid */
                        projectId: string;
                        environmentName: string;
                        pipelineName: string;
                        /** @enum {unknown} */
                        pipelineType: "orchestration" | "transformation";
                        versionName: string;
                        /** @enum {unknown} */
                        status: "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLING" | "CANCELLED" | "SKIPPED";
                        /** @enum {unknown} */
                        trigger: "API" | "SCHEDULE" | "SCHEDULE_RUN_NOW" | "DESIGNER";
                        user: string;
                        message?: string;
                        executionTag?: string;
                        /** Format: uuid */
                        scheduleId?: string;
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
                        /** @description What it started with, once it has started; not in lists. Secrets are masked */
                        variables?: {
                            name: string;
                            /** @enum {unknown} */
                            type: "TEXT" | "NUMBER" | "GRID";
                            /** @enum {unknown} */
                            behaviour: "SHARED" | "COPIED";
                            value: string | number | string[][];
                            columns?: string[];
                            /**
                             * @description Where the value comes from
                             * @enum {unknown}
                             */
                            source: "PROJECT_VARIABLE" | "ENVIRONMENT_OVERRIDE" | "PIPELINE_VARIABLE" | "CALLER";
                        }[];
                    };
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
                pipelineExecutionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "CANCELLED";
                    /** @description Do not wait for running components */
                    forceUpdate?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        pipelineExecutionId: string;
                        /** Format: uuid */
                        projectId: string;
                        environmentName: string;
                        pipelineName: string;
                        /** @enum {unknown} */
                        pipelineType: "orchestration" | "transformation";
                        versionName: string;
                        /** @enum {unknown} */
                        status: "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLING" | "CANCELLED" | "SKIPPED";
                        /** @enum {unknown} */
                        trigger: "API" | "SCHEDULE" | "SCHEDULE_RUN_NOW" | "DESIGNER";
                        user: string;
                        message?: string;
                        executionTag?: string;
                        /** Format: uuid */
                        scheduleId?: string;
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
                        /** @description What it started with, once it has started; not in lists. Secrets are masked */
                        variables?: {
                            name: string;
                            /** @enum {unknown} */
                            type: "TEXT" | "NUMBER" | "GRID";
                            /** @enum {unknown} */
                            behaviour: "SHARED" | "COPIED";
                            value: string | number | string[][];
                            columns?: string[];
                            /**
                             * @description Where the value comes from
                             * @enum {unknown}
                             */
                            source: "PROJECT_VARIABLE" | "ENVIRONMENT_OVERRIDE" | "PIPELINE_VARIABLE" | "CALLER";
                        }[];
                    };
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
                /** @description `more.paginationToken` of the previous page */
                paginationToken?: string;
                projectId?: string;
                pipelineName?: string;
                environmentName?: string;
                status?: "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLING" | "CANCELLED" | "SKIPPED";
                scheduleId?: string;
                agentId?: string;
                startedAfter?: string;
                startedBefore?: string;
                queuedAfter?: string;
                queuedBefore?: string;
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
                    "application/json": {
                        results: {
                            /** Format: uuid */
                            pipelineExecutionId: string;
                            /** Format: uuid */
                            projectId: string;
                            environmentName: string;
                            pipelineName: string;
                            /** @enum {unknown} */
                            pipelineType: "orchestration" | "transformation";
                            versionName: string;
                            /** @enum {unknown} */
                            status: "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLING" | "CANCELLED" | "SKIPPED";
                            /** @enum {unknown} */
                            trigger: "API" | "SCHEDULE" | "SCHEDULE_RUN_NOW" | "DESIGNER";
                            user: string;
                            message?: string;
                            executionTag?: string;
                            /** Format: uuid */
                            scheduleId?: string;
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
                            /** @description What it started with, once it has started; not in lists. Secrets are masked */
                            variables?: {
                                name: string;
                                /** @enum {unknown} */
                                type: "TEXT" | "NUMBER" | "GRID";
                                /** @enum {unknown} */
                                behaviour: "SHARED" | "COPIED";
                                value: string | number | string[][];
                                columns?: string[];
                                /**
                                 * @description Where the value comes from
                                 * @enum {unknown}
                                 */
                                source: "PROJECT_VARIABLE" | "ENVIRONMENT_OVERRIDE" | "PIPELINE_VARIABLE" | "CALLER";
                            }[];
                        }[];
                        more?: {
                            paginationToken: string;
                            limit: number;
                        };
                    };
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
                pipelineExecutionId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        pipelineExecutionId: string;
                        /** @enum {unknown} */
                        status: "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLING" | "CANCELLED" | "SKIPPED";
                    };
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
                projectId: string;
                pipelineExecutionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description START: run everything again, with the current project variables. FAILED_STEP: keep what succeeded with the variables of that time, and run what failed or never ran
                     * @enum {unknown}
                     */
                    from: "START" | "FAILED_STEP";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        pipelineExecutionId: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPipelineExecutionSteps: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
                pipelineExecutionId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            id: string;
                            /** @description Unique in the execution and the same in its reruns: the component's name, then what is around it from the outside in, `[3]` for an iteration and `#2` for an attempt (a first one may be left out); `\`, `#`, `[` and `]` of the name are escaped with `\` */
                            key: string;
                            name: string;
                            /** @enum {unknown} */
                            result: "SUCCESS" | "FAILED" | "SKIPPED" | "CANCELLED" | "RUNNING";
                            /** @description Only of a step that ran another pipeline; `id` is itself a pipelineExecutionId */
                            childPipeline?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                            type: string;
                            /** Format: date-time */
                            startedAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            message?: string;
                            rowCount?: number;
                            attempt: number;
                            iteration?: number;
                            /** @description true: it ran in the execution that this one runs again, at the times it says */
                            reused?: boolean;
                            /** @description Variables that it changed, in order. Secrets are masked, long lists and values cut short */
                            variableChanges?: {
                                name: string;
                                value: string | number | string[][];
                                /** @description Of an iterator: the iteration that starts with this value */
                                iteration?: number;
                                /** @description true: only the beginning of a long value is shown */
                                shortened?: boolean;
                            }[];
                            /** @description true: there were more changes */
                            moreVariableChanges?: boolean;
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pipelineName?: string;
                    environmentName?: string;
                    /** @enum {unknown} */
                    status?: "QUEUED" | "RUNNING";
                    /** Format: uuid */
                    scheduleId?: string;
                    /** Format: uuid */
                    agentId?: string;
                    /** Format: date-time */
                    queuedBefore?: string;
                    /** @description Do not wait for running components */
                    forceUpdate?: boolean;
                    /** @description 1,000 by default, the oldest first */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Executions that ended at once */
                        cancelled: number;
                        /** @description Executions that end when their runners have stopped them */
                        cancelling: number;
                        /** @description Whether more may match: repeat the request */
                        more: boolean;
                    };
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
                projectId: string;
                pipelineExecutionId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        pipelineExecutionId: string;
                        /** Format: uuid */
                        projectId: string;
                        environmentName: string;
                        pipelineName: string;
                        /** @enum {unknown} */
                        pipelineType: "orchestration" | "transformation";
                        versionName: string;
                        /** @enum {unknown} */
                        status: "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLING" | "CANCELLED" | "SKIPPED";
                        /** @enum {unknown} */
                        trigger: "API" | "SCHEDULE" | "SCHEDULE_RUN_NOW" | "DESIGNER";
                        user: string;
                        message?: string;
                        executionTag?: string;
                        /** Format: uuid */
                        scheduleId?: string;
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
                        /** @description What it started with, once it has started; not in lists. Secrets are masked */
                        variables?: {
                            name: string;
                            /** @enum {unknown} */
                            type: "TEXT" | "NUMBER" | "GRID";
                            /** @enum {unknown} */
                            behaviour: "SHARED" | "COPIED";
                            value: string | number | string[][];
                            columns?: string[];
                            /**
                             * @description Where the value comes from
                             * @enum {unknown}
                             */
                            source: "PROJECT_VARIABLE" | "ENVIRONMENT_OVERRIDE" | "PIPELINE_VARIABLE" | "CALLER";
                        }[];
                    };
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
                projectId: string;
                pipelineExecutionId: string;
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
                pipelineExecutionId: string;
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
    listOAuths: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            oauthId: string;
                            /**
                             * Format: uuid
                             * @description The project that owns it; absent for the installation
                             */
                            projectId?: string;
                            name: string;
                            /** @enum {unknown} */
                            grantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
                            clientId: string;
                            accessTokenUrl: string;
                            authorizeUrl?: string;
                            /** @enum {unknown} */
                            credentialsIn: "BODY" | "HEADER";
                            tokenParameters: {
                                name: string;
                                value: string;
                                /** @enum {unknown} */
                                addTo?: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
                            }[];
                            authParameters: {
                                name: string;
                                value: string;
                            }[];
                            /** @description Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl */
                            allowedHosts?: string[];
                            hasClientSecret: boolean;
                            /** @enum {unknown} */
                            status: "PENDING_SETUP" | "AUTHORIZED";
                            /** @description To be registered at the authorization server */
                            redirectUri: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            /** @description Why the last attempt to fetch a token failed */
                            fault?: string;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                        size: number;
                        total: number;
                    };
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
                "application/json": {
                    name: string;
                    /** @enum {unknown} */
                    grantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
                    clientId: string;
                    accessTokenUrl: string;
                    authorizeUrl?: string;
                    /** @enum {unknown} */
                    credentialsIn?: "BODY" | "HEADER";
                    tokenParameters?: {
                        name: string;
                        value: string;
                        /** @enum {unknown} */
                        addTo?: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
                    }[];
                    authParameters?: {
                        name: string;
                        value: string;
                    }[];
                    allowedHosts?: string[] | null;
                    /**
                     * Format: uuid
                     * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
                     */
                    projectId?: string;
                    clientSecret?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        oauthId: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        /** @enum {unknown} */
                        grantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
                        clientId: string;
                        accessTokenUrl: string;
                        authorizeUrl?: string;
                        /** @enum {unknown} */
                        credentialsIn: "BODY" | "HEADER";
                        tokenParameters: {
                            name: string;
                            value: string;
                            /** @enum {unknown} */
                            addTo?: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
                        }[];
                        authParameters: {
                            name: string;
                            value: string;
                        }[];
                        /** @description Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl */
                        allowedHosts?: string[];
                        hasClientSecret: boolean;
                        /** @enum {unknown} */
                        status: "PENDING_SETUP" | "AUTHORIZED";
                        /** @description To be registered at the authorization server */
                        redirectUri: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** @description Why the last attempt to fetch a token failed */
                        fault?: string;
                        /** Format: date-time */
                        createdAt: string;
                    };
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
                oauthId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        oauthId: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        /** @enum {unknown} */
                        grantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
                        clientId: string;
                        accessTokenUrl: string;
                        authorizeUrl?: string;
                        /** @enum {unknown} */
                        credentialsIn: "BODY" | "HEADER";
                        tokenParameters: {
                            name: string;
                            value: string;
                            /** @enum {unknown} */
                            addTo?: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
                        }[];
                        authParameters: {
                            name: string;
                            value: string;
                        }[];
                        /** @description Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl */
                        allowedHosts?: string[];
                        hasClientSecret: boolean;
                        /** @enum {unknown} */
                        status: "PENDING_SETUP" | "AUTHORIZED";
                        /** @description To be registered at the authorization server */
                        redirectUri: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** @description Why the last attempt to fetch a token failed */
                        fault?: string;
                        /** Format: date-time */
                        createdAt: string;
                    };
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
                oauthId: string;
            };
            cookie?: never;
        };
        /** @description On update absent clientSecret and allowedHosts stay as they are; null is the host of accessTokenUrl. Hosts that were not allowed before drop the token and need clientSecret again */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {unknown} */
                    grantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
                    clientId: string;
                    accessTokenUrl: string;
                    authorizeUrl?: string;
                    /** @enum {unknown} */
                    credentialsIn?: "BODY" | "HEADER";
                    tokenParameters?: {
                        name: string;
                        value: string;
                        /** @enum {unknown} */
                        addTo?: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
                    }[];
                    authParameters?: {
                        name: string;
                        value: string;
                    }[];
                    allowedHosts?: string[] | null;
                    /**
                     * Format: uuid
                     * @description The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it
                     */
                    projectId?: string;
                    clientSecret?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        oauthId: string;
                        /**
                         * Format: uuid
                         * @description The project that owns it; absent for the installation
                         */
                        projectId?: string;
                        name: string;
                        /** @enum {unknown} */
                        grantType: "CLIENT_CREDENTIALS" | "AUTHORIZATION_CODE";
                        clientId: string;
                        accessTokenUrl: string;
                        authorizeUrl?: string;
                        /** @enum {unknown} */
                        credentialsIn: "BODY" | "HEADER";
                        tokenParameters: {
                            name: string;
                            value: string;
                            /** @enum {unknown} */
                            addTo?: "BODY" | "QUERY_PARAMETER" | "HEADER_PARAMETER";
                        }[];
                        authParameters: {
                            name: string;
                            value: string;
                        }[];
                        /** @description Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl */
                        allowedHosts?: string[];
                        hasClientSecret: boolean;
                        /** @enum {unknown} */
                        status: "PENDING_SETUP" | "AUTHORIZED";
                        /** @description To be registered at the authorization server */
                        redirectUri: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** @description Why the last attempt to fetch a token failed */
                        fault?: string;
                        /** Format: date-time */
                        createdAt: string;
                    };
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
                oauthId: string;
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
                oauthId: string;
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
                    "application/json": {
                        /** @description The project that owns it; null is the installation */
                        projectId: string | null;
                        /** @description Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it */
                        allProjects: boolean;
                        /** @description Other projects that may use it; adding one needs the same permission in that project */
                        projectIds: string[];
                    };
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
                oauthId: string;
            };
            cookie?: never;
        };
        /** @description An absent projectId keeps the owner */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The project that owns it; null is the installation */
                    projectId?: string | null;
                    /** @description Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it */
                    allProjects: boolean;
                    /** @description Other projects that may use it; adding one needs the same permission in that project */
                    projectIds: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The project that owns it; null is the installation */
                        projectId: string | null;
                        /** @description Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it */
                        allProjects: boolean;
                        /** @description Other projects that may use it; adding one needs the same permission in that project */
                        projectIds: string[];
                    };
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
                oauthId: string;
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
                    "application/json": {
                        /** @enum {unknown} */
                        status: "PENDING_SETUP" | "AUTHORIZED";
                        authorizationUrl?: string;
                        /** Format: date-time */
                        expiresAt?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "USER" | "GROUP";
                            name: string;
                            /** @description Always true for groups */
                            active: boolean;
                            /** @enum {unknown} */
                            accountRole: "SUPER_ADMIN" | "USER";
                        }[];
                        size: number;
                        total: number;
                    };
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
                    "application/json": {
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions?: "PROJECT_CREATOR"[];
                        projectRoles: {
                            /** Format: uuid */
                            projectId: string;
                            /** @enum {unknown} */
                            role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                        }[];
                        environmentAccess: {
                            /** Format: uuid */
                            projectId: string;
                            environmentName: string;
                            /** @enum {unknown} */
                            access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                        }[];
                    };
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    accountRole: "SUPER_ADMIN" | "USER";
                    /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                    accountPermissions?: "PROJECT_CREATOR"[];
                    projectRoles: {
                        /** Format: uuid */
                        projectId: string;
                        /** @enum {unknown} */
                        role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                    }[];
                    environmentAccess: {
                        /** Format: uuid */
                        projectId: string;
                        environmentName: string;
                        /** @enum {unknown} */
                        access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions?: "PROJECT_CREATOR"[];
                        projectRoles: {
                            /** Format: uuid */
                            projectId: string;
                            /** @enum {unknown} */
                            role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                        }[];
                        environmentAccess: {
                            /** Format: uuid */
                            projectId: string;
                            environmentName: string;
                            /** @enum {unknown} */
                            access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "USER" | "GROUP";
                            name: string;
                            /** @description Always true for groups */
                            active: boolean;
                            /** @enum {unknown} */
                            accountRole: "SUPER_ADMIN" | "USER";
                        }[];
                        size: number;
                        total: number;
                    };
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
                    "application/json": {
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions?: "PROJECT_CREATOR"[];
                        projectRoles: {
                            /** Format: uuid */
                            projectId: string;
                            /** @enum {unknown} */
                            role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                        }[];
                        environmentAccess: {
                            /** Format: uuid */
                            projectId: string;
                            environmentName: string;
                            /** @enum {unknown} */
                            access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                        }[];
                    };
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    accountRole: "SUPER_ADMIN" | "USER";
                    /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                    accountPermissions?: "PROJECT_CREATOR"[];
                    projectRoles: {
                        /** Format: uuid */
                        projectId: string;
                        /** @enum {unknown} */
                        role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                    }[];
                    environmentAccess: {
                        /** Format: uuid */
                        projectId: string;
                        environmentName: string;
                        /** @enum {unknown} */
                        access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions?: "PROJECT_CREATOR"[];
                        projectRoles: {
                            /** Format: uuid */
                            projectId: string;
                            /** @enum {unknown} */
                            role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                        }[];
                        environmentAccess: {
                            /** Format: uuid */
                            projectId: string;
                            environmentName: string;
                            /** @enum {unknown} */
                            access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                        }[];
                    };
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
                clientId: string;
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
                    "application/json": {
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions?: "PROJECT_CREATOR"[];
                        projectRoles: {
                            /** Format: uuid */
                            projectId: string;
                            /** @enum {unknown} */
                            role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                        }[];
                        environmentAccess: {
                            /** Format: uuid */
                            projectId: string;
                            environmentName: string;
                            /** @enum {unknown} */
                            access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                        }[];
                    };
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
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    accountRole: "SUPER_ADMIN" | "USER";
                    /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                    accountPermissions?: "PROJECT_CREATOR"[];
                    projectRoles: {
                        /** Format: uuid */
                        projectId: string;
                        /** @enum {unknown} */
                        role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                    }[];
                    environmentAccess: {
                        /** Format: uuid */
                        projectId: string;
                        environmentName: string;
                        /** @enum {unknown} */
                        access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions?: "PROJECT_CREATOR"[];
                        projectRoles: {
                            /** Format: uuid */
                            projectId: string;
                            /** @enum {unknown} */
                            role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                        }[];
                        environmentAccess: {
                            /** Format: uuid */
                            projectId: string;
                            environmentName: string;
                            /** @enum {unknown} */
                            access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listProjectMembers: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "USER" | "GROUP" | "CREDENTIAL";
                            name: string;
                            /** @enum {unknown} */
                            role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listMemberCandidates: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                /** @description A part of the name, without regard to case */
                name?: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "USER" | "GROUP" | "CREDENTIAL";
                            name: string;
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                };
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
                projectId: string;
                id: string;
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
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
                environmentName: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "USER" | "GROUP" | "CREDENTIAL";
                            name: string;
                            /** @enum {unknown} */
                            access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
                environmentName: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                };
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
                projectId: string;
                environmentName: string;
                id: string;
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
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
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
                    "application/json": {
                        /** Format: uuid */
                        userId: string;
                        /** @description An inactive user has no permissions, whatever its roles */
                        active: boolean;
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description The user or its groups that were granted this */
                        accountRoleFrom: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "USER" | "GROUP";
                            name: string;
                        }[];
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions: "PROJECT_CREATOR"[];
                        projects: {
                            page: number;
                            results: {
                                /** Format: uuid */
                                projectId: string;
                                name: string;
                                /** @enum {unknown} */
                                role: "ADMIN" | "CONTRIBUTOR" | "READ_ONLY";
                                /** @description The user or its groups that were granted this */
                                roleFrom: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "USER" | "GROUP";
                                    name: string;
                                }[];
                                permissions: string[];
                                environments: {
                                    environmentName: string;
                                    /** @enum {unknown} */
                                    access: "ADMIN" | "RUNNER" | "READ_ONLY" | "NO_ACCESS";
                                    /**
                                     * @description An administrator of the project; given by name; or the default of the environment
                                     * @enum {unknown}
                                     */
                                    because: "PROJECT_ADMIN" | "GIVEN" | "DEFAULT";
                                    /** @description The user or its groups that were granted this */
                                    accessFrom: {
                                        /** Format: uuid */
                                        id: string;
                                        /** @enum {unknown} */
                                        kind: "USER" | "GROUP";
                                        name: string;
                                    }[];
                                    permissions: string[];
                                }[];
                            }[];
                            size: number;
                            total: number;
                        };
                    };
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
                    "application/json": {
                        results: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description read: operations that change nothing; write: all others. Never more than the roles of the user */
                            scopes: ("read" | "write")[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                        }[];
                    };
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
                "application/json": {
                    name: string;
                    /** @description read: operations that change nothing; write: all others. Never more than the roles of the user */
                    scopes: ("read" | "write")[];
                    /**
                     * Format: date-time
                     * @description 90 days ahead by default, a year at most
                     */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @description read: operations that change nothing; write: all others. Never more than the roles of the user */
                        scopes: ("read" | "write")[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** Format: date-time */
                        lastUsedAt?: string;
                        /** @description Shown only once */
                        token: string;
                    };
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
                id: string;
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
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                /** @description Branch, tag or commit of the project's repository. Either this or environmentName */
                ref?: string;
                /** @description Where the version is published. Either this or ref */
                environmentName?: string;
                /** @description With environmentName; the newest version by default */
                versionName?: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** @description Path in the repository without its ending */
                            name: string;
                            path: string;
                            /** @enum {unknown} */
                            pipelineType: "orchestration" | "transformation";
                            faultCount: {
                                errors: number;
                                warnings: number;
                            };
                            /** @description Absent when the file cannot be read */
                            componentCount?: number;
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPipelineDetails: {
        parameters: {
            query: {
                /** @description Path in the repository without its ending; with it, that very file */
                name: string;
                /** @description Branch, tag or commit of the project's repository. Either this or environmentName */
                ref?: string;
                /** @description Where the version is published. Either this or ref */
                environmentName?: string;
                /** @description With environmentName; the newest version by default */
                versionName?: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        /** @description Path in the repository without its ending */
                        name: string;
                        path: string;
                        /** @enum {unknown} */
                        pipelineType: "orchestration" | "transformation";
                        /** @description The commit read, when a ref was asked for */
                        commitHash?: string;
                        /** @description The version read, when an environment was asked for */
                        versionName?: string;
                        description: string;
                        /** @description In the order of the file; empty when unreadable */
                        components: {
                            name: string;
                            type: string;
                            /** @description Of the name in the file */
                            line: number;
                            skipped: boolean;
                            /** @description As the file states them */
                            parameters: {
                                [key: string]: unknown;
                            };
                            /** @description Of an orchestration: which components follow. They need not exist */
                            transitions: {
                                unconditional?: string[];
                                success?: string[];
                                failure?: string[];
                                true?: string[];
                                false?: string[];
                            };
                            /** @description Of a transformation: which components give it rows. They need not exist */
                            sources: string[];
                            /** @description The component an iterator or retry repeats */
                            iterationTarget?: string;
                            postProcessing?: {
                                /** @description Rows of [variable, expression] */
                                updateScalarVariables: string[][];
                                updateGridVariables: {
                                    variable: string;
                                    values: unknown;
                                }[];
                                updateOutputMessage?: string;
                            };
                            /** @description Absent when the file has none */
                            position?: {
                                /** @description In pixels of the drawing */
                                x: number;
                                /** @description In pixels of the drawing */
                                y: number;
                            };
                        }[];
                        variables: {
                            name: string;
                            /** @enum {unknown} */
                            type: "TEXT" | "NUMBER" | "GRID";
                            /** @enum {unknown} */
                            scope: "COPIED" | "SHARED";
                            /** @enum {unknown} */
                            visibility: "PUBLIC" | "PRIVATE";
                            description: string;
                            /** @description Of a GRID, in order; empty for scalars */
                            columns: string[];
                            defaultValue: string | number | string[][];
                        }[];
                        notes: {
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
                        }[];
                        /** @description What validation says of this file, at most 200 */
                        faults: {
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                            file: string;
                            line: number;
                            component?: string;
                            rule: string;
                            message: string;
                            hint?: string;
                        }[];
                        /** @description The file, at most its first 1048576 characters */
                        text: string;
                        textTruncated: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            description: string;
                            /** @enum {unknown} */
                            warehouse: "SNOWFLAKE" | "DATABRICKS" | "REDSHIFT" | "BIGQUERY" | "DUCKDB" | "POSTGRES";
                            /** @enum {unknown} */
                            agentDeploymentType: "HYBRID" | "FULL_SAAS";
                        }[];
                        size: number;
                        total: number;
                    };
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
                "application/json": {
                    name: string;
                    description?: string;
                    /** @enum {unknown} */
                    warehouse?: "SNOWFLAKE" | "DATABRICKS" | "REDSHIFT" | "BIGQUERY" | "DUCKDB" | "POSTGRES";
                    /** @enum {unknown} */
                    agentDeploymentType?: "HYBRID" | "FULL_SAAS";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        projectId: string;
                    };
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
                projectId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        description: string;
                        /** @enum {unknown} */
                        warehouse: "SNOWFLAKE" | "DATABRICKS" | "REDSHIFT" | "BIGQUERY" | "DUCKDB" | "POSTGRES";
                        /** @enum {unknown} */
                        agentDeploymentType: "HYBRID" | "FULL_SAAS";
                    };
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
                projectId: string;
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        description: string;
                        /** @enum {unknown} */
                        warehouse: "SNOWFLAKE" | "DATABRICKS" | "REDSHIFT" | "BIGQUERY" | "DUCKDB" | "POSTGRES";
                        /** @enum {unknown} */
                        agentDeploymentType: "HYBRID" | "FULL_SAAS";
                    };
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
                projectId: string;
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
                    "application/json": {
                        /** @enum {unknown} */
                        provider: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
                        repositoryName: string;
                        providerParameters: {
                            [key: string]: string;
                        };
                        /** @description Of a hosted repository: for git clone and git push */
                        cloneUrl?: string;
                        /** Format: date-time */
                        tokenExpiresAt?: string;
                        /** @description Why the stored token could not be rotated; give a new one */
                        tokenFault?: string;
                        migrationInProgress: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    provider: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
                    /** @description The last part of the address by default */
                    repositoryName?: string;
                    /** @description hosted: none. git: url, username? (http(s) or ssh). github: ownerName. gitlab: repositoryId, baseUrl?. azure-devops: organization, repositoryId, tenantId */
                    providerParameters?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        provider: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
                        repositoryName: string;
                        providerParameters: {
                            [key: string]: string;
                        };
                        /** @description Of a hosted repository: for git clone and git push */
                        cloneUrl?: string;
                        /** Format: date-time */
                        tokenExpiresAt?: string;
                        /** @description Why the stored token could not be rotated; give a new one */
                        tokenFault?: string;
                        migrationInProgress: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                    };
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
                projectId: string;
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
                projectId: string;
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
    listRepositoryEvents: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            action: string;
                            madeBy: string;
                            /** Format: date-time */
                            madeAt: string;
                            detail: string;
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listBranches: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            name: string;
                            /** @description Full id of a commit */
                            commitHash: string;
                            /** Format: date-time */
                            committedAt: string;
                            subject: string;
                            isDefault: boolean;
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCommits: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                /** @description Branch, tag or commit; the default branch by default */
                ref?: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** @description Full id of a commit */
                            commitHash: string;
                            parents: string[];
                            authorName: string;
                            authorEmail: string;
                            /** Format: date-time */
                            authoredAt: string;
                            subject: string;
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                /** @description Branch, tag or commit; the default branch by default */
                ref?: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            path: string;
                            bytes: number;
                            /** @enum {unknown} */
                            kind: "file" | "link" | "submodule";
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getFileContent: {
        parameters: {
            query: {
                /** @description Branch, tag or commit; the default branch by default */
                ref?: string;
                path: string;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        path: string;
                        /** @description Full id of a commit */
                        commitHash: string;
                        bytes: number;
                        /** @enum {unknown} */
                        encoding: "utf-8" | "base64";
                        content: string;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    environmentName: string;
                    versionName: string;
                    /** @description Branch, tag or commit */
                    ref: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                        pipelineCount: number;
                        /** @description What validation says of the files; a component with an error fails when run */
                        faults: {
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                            file: string;
                            line: number;
                            component?: string;
                            rule: string;
                            message: string;
                            hint?: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAutomaticPublications: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            environmentName: string;
                            branch: string;
                            /** @description Full id of a commit */
                            lastCommit?: string;
                            lastResult?: string;
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    environmentName: string;
                    branch: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        environmentName: string;
                        branch: string;
                        /** @description Full id of a commit */
                        lastCommit?: string;
                        lastResult?: string;
                    };
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
                projectId: string;
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
    listRepositoryMigrations: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            migrationId: string;
                            /** @enum {unknown} */
                            status: "IN_PROGRESS" | "SUCCEEDED" | "FAILED";
                            /** @description Phase and counts, or the cause of a failure */
                            detail?: string;
                            /** @enum {unknown} */
                            mode: "MIRROR_PUSH" | "RECONFIGURE";
                            source: {
                                /** @enum {unknown} */
                                provider: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
                                repositoryName: string;
                            };
                            target: {
                                /** @enum {unknown} */
                                provider: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
                                repositoryName: string;
                            };
                            startedBy: string;
                            /** Format: date-time */
                            startedAt: string;
                            /** Format: date-time */
                            finishedAt?: string;
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    mode: "MIRROR_PUSH" | "RECONFIGURE";
                    /** @enum {unknown} */
                    provider: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
                    repositoryName?: string;
                    /** @description hosted: none. git: url, username? (http(s) or ssh). github: ownerName. gitlab: repositoryId, baseUrl?. azure-devops: organization, repositoryId, tenantId */
                    providerParameters?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description No check failed */
                        ready: boolean;
                        checks: {
                            name: string;
                            /** @enum {unknown} */
                            result: "PASSED" | "FAILED" | "UNKNOWN";
                            /** @description What was found, and what to do about it */
                            detail: string;
                        }[];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        migrationId: string;
                        /** @enum {unknown} */
                        status: "IN_PROGRESS" | "SUCCEEDED" | "FAILED";
                    };
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
                projectId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        migrationId: string;
                        /** @enum {unknown} */
                        status: "IN_PROGRESS" | "SUCCEEDED" | "FAILED";
                        /** @description Phase and counts, or the cause of a failure */
                        detail?: string;
                        /** @enum {unknown} */
                        mode: "MIRROR_PUSH" | "RECONFIGURE";
                        source: {
                            /** @enum {unknown} */
                            provider: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
                            repositoryName: string;
                        };
                        target: {
                            /** @enum {unknown} */
                            provider: "hosted" | "git" | "github" | "gitlab" | "azure-devops";
                            repositoryName: string;
                        };
                        startedBy: string;
                        /** Format: date-time */
                        startedAt: string;
                        /** Format: date-time */
                        finishedAt?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            agentId: string;
                            /** @enum {unknown} */
                            agentStatus: "pending" | "running" | "unknown" | "stopping" | "stopped" | "pausing" | "paused";
                            /** @enum {unknown} */
                            agentType: "pipeline" | "streaming" | "data_productivity_cloud";
                            /** @enum {unknown} */
                            cloudProvider: "aws" | "azure" | "gcp" | "google_cloud" | "snowflake" | "self_hosted";
                            /** @description A live session with a heartbeat in the last 15 seconds */
                            connected: boolean;
                            /** @enum {unknown} */
                            deployment: "fargate" | "eks" | "container app" | "aci" | "aks" | "gke" | "gce" | "native app" | "process" | "container" | "kubernetes";
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
                            versionDetails: {
                                agentUpdateAvailable: boolean;
                                /** @description Omitted until the first connection */
                                agentVersion?: string;
                                /** @enum {unknown} */
                                support: "SUPPORTED" | "UNSUPPORTED";
                                trackName: string;
                                /** Format: date-time */
                                trackReleaseDate: string;
                                trackVersion: string;
                            };
                        }[];
                        size: number;
                        total: number;
                    };
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
                "application/json": {
                    name: string;
                    /** @enum {unknown} */
                    agentType: "pipeline" | "streaming" | "data_productivity_cloud";
                    /** @enum {unknown} */
                    cloudProvider: "aws" | "azure" | "gcp" | "google_cloud" | "snowflake" | "self_hosted";
                    /** @enum {unknown} */
                    deployment: "fargate" | "eks" | "container app" | "aci" | "aks" | "gke" | "gce" | "native app" | "process" | "container" | "kubernetes";
                    description?: string;
                    enableAutoUpdates?: boolean;
                    /** @description How many processes with its credential may be connected at once; 1 by default */
                    maxInstances?: number;
                    restrictedAccess?: boolean;
                    /** @description current or stable */
                    trackName?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        agentId: string;
                        /** @enum {unknown} */
                        agentStatus: "pending" | "running" | "unknown" | "stopping" | "stopped" | "pausing" | "paused";
                        /** @enum {unknown} */
                        agentType: "pipeline" | "streaming" | "data_productivity_cloud";
                        /** @enum {unknown} */
                        cloudProvider: "aws" | "azure" | "gcp" | "google_cloud" | "snowflake" | "self_hosted";
                        /** @description A live session with a heartbeat in the last 15 seconds */
                        connected: boolean;
                        /** @enum {unknown} */
                        deployment: "fargate" | "eks" | "container app" | "aci" | "aks" | "gke" | "gce" | "native app" | "process" | "container" | "kubernetes";
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
                        versionDetails: {
                            agentUpdateAvailable: boolean;
                            /** @description Omitted until the first connection */
                            agentVersion?: string;
                            /** @enum {unknown} */
                            support: "SUPPORTED" | "UNSUPPORTED";
                            trackName: string;
                            /** Format: date-time */
                            trackReleaseDate: string;
                            trackVersion: string;
                        };
                    };
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
                agentId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        agentId: string;
                        /** @enum {unknown} */
                        agentStatus: "pending" | "running" | "unknown" | "stopping" | "stopped" | "pausing" | "paused";
                        /** @enum {unknown} */
                        agentType: "pipeline" | "streaming" | "data_productivity_cloud";
                        /** @enum {unknown} */
                        cloudProvider: "aws" | "azure" | "gcp" | "google_cloud" | "snowflake" | "self_hosted";
                        /** @description A live session with a heartbeat in the last 15 seconds */
                        connected: boolean;
                        /** @enum {unknown} */
                        deployment: "fargate" | "eks" | "container app" | "aci" | "aks" | "gke" | "gce" | "native app" | "process" | "container" | "kubernetes";
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
                        versionDetails: {
                            agentUpdateAvailable: boolean;
                            /** @description Omitted until the first connection */
                            agentVersion?: string;
                            /** @enum {unknown} */
                            support: "SUPPORTED" | "UNSUPPORTED";
                            trackName: string;
                            /** Format: date-time */
                            trackReleaseDate: string;
                            trackVersion: string;
                        };
                    };
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
                agentId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        agentId: string;
                    };
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
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string;
                    enableAutoUpdates?: boolean;
                    /** @description How many processes with its credential may be connected at once; 1 by default */
                    maxInstances?: number;
                    restrictedAccess?: boolean;
                    /** @description current or stable */
                    trackName?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        agentId: string;
                        /** @enum {unknown} */
                        agentStatus: "pending" | "running" | "unknown" | "stopping" | "stopped" | "pausing" | "paused";
                        /** @enum {unknown} */
                        agentType: "pipeline" | "streaming" | "data_productivity_cloud";
                        /** @enum {unknown} */
                        cloudProvider: "aws" | "azure" | "gcp" | "google_cloud" | "snowflake" | "self_hosted";
                        /** @description A live session with a heartbeat in the last 15 seconds */
                        connected: boolean;
                        /** @enum {unknown} */
                        deployment: "fargate" | "eks" | "container app" | "aci" | "aks" | "gke" | "gce" | "native app" | "process" | "container" | "kubernetes";
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
                        versionDetails: {
                            agentUpdateAvailable: boolean;
                            /** @description Omitted until the first connection */
                            agentVersion?: string;
                            /** @enum {unknown} */
                            support: "SUPPORTED" | "UNSUPPORTED";
                            trackName: string;
                            /** Format: date-time */
                            trackReleaseDate: string;
                            trackVersion: string;
                        };
                    };
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
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    command: "PAUSE" | "RESUME" | "RESTART" | "STOP";
                    /**
                     * Format: date-time
                     * @description For PAUSE: 24 hours ahead by default, at most 30 days
                     */
                    pausedUntil?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        agentId: string;
                        /** @enum {unknown} */
                        agentStatus: "pending" | "running" | "unknown" | "stopping" | "stopped" | "pausing" | "paused";
                        /** @enum {unknown} */
                        agentType: "pipeline" | "streaming" | "data_productivity_cloud";
                        /** @enum {unknown} */
                        cloudProvider: "aws" | "azure" | "gcp" | "google_cloud" | "snowflake" | "self_hosted";
                        /** @description A live session with a heartbeat in the last 15 seconds */
                        connected: boolean;
                        /** @enum {unknown} */
                        deployment: "fargate" | "eks" | "container app" | "aci" | "aks" | "gke" | "gce" | "native app" | "process" | "container" | "kubernetes";
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
                        versionDetails: {
                            agentUpdateAvailable: boolean;
                            /** @description Omitted until the first connection */
                            agentVersion?: string;
                            /** @enum {unknown} */
                            support: "SUPPORTED" | "UNSUPPORTED";
                            trackName: string;
                            /** Format: date-time */
                            trackReleaseDate: string;
                            trackVersion: string;
                        };
                    };
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
                agentId: string;
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
                    "application/json": {
                        clientId: string;
                        clientSecret: string;
                    };
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
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "SECRET_REFRESH";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        clientId: string;
                        clientSecret: string;
                    };
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
                agentId: string;
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
                    "application/json": {
                        projects: {
                            [key: string]: {
                                environments?: string[];
                            };
                        };
                    };
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
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    projects: {
                        [key: string]: {
                            environments?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: {
                            [key: string]: {
                                environments?: string[];
                            };
                        };
                    };
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
                agentId: string;
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
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    projects: {
                        [key: string]: {
                            environments?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: {
                            [key: string]: {
                                environments?: string[];
                            };
                        };
                    };
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
                    "application/json": {
                        /** @description Must contain `current`, the default track of runners */
                        tracks: {
                            trackName: string;
                            trackVersion: string;
                            /** Format: date-time */
                            trackReleaseDate: string;
                        }[];
                        /** @description Older runners are UNSUPPORTED. Omitted, the present minimum stays; null takes it away */
                        minimumVersion?: string | null;
                    };
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
                "application/json": {
                    /** @description Must contain `current`, the default track of runners */
                    tracks: {
                        trackName: string;
                        trackVersion: string;
                        /** Format: date-time */
                        trackReleaseDate: string;
                    }[];
                    /** @description Older runners are UNSUPPORTED. Omitted, the present minimum stays; null takes it away */
                    minimumVersion?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Must contain `current`, the default track of runners */
                        tracks: {
                            trackName: string;
                            trackVersion: string;
                            /** Format: date-time */
                            trackReleaseDate: string;
                        }[];
                        /** @description Older runners are UNSUPPORTED. Omitted, the present minimum stays; null takes it away */
                        minimumVersion?: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                /** @description Whole name, in any case */
                name?: string;
                pipelineName?: string;
                environmentName?: string;
                scheduleEnabled?: boolean;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
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
                            intervalExpression?: {
                                interval: number;
                                /** @enum {unknown} */
                                unit: "MINUTES" | "HOURS" | "DAYS" | "WEEKS";
                            };
                            /** Format: date-time */
                            effectiveFrom: string;
                            /** Format: date-time */
                            lastRunAt?: string;
                            /**
                             * Format: date-time
                             * @description Absent while disabled
                             */
                            nextRunAt?: string;
                            scalarVariables: {
                                [key: string]: string;
                            };
                            /** @description Rows of cells, in the order of the columns */
                            gridVariables: {
                                [key: string]: string[][];
                            };
                            /**
                             * @description After a time without a server: one run, none, or each of the last 100 due times
                             * @enum {unknown}
                             */
                            missedRunPolicy: "RUN_ONCE" | "SKIP" | "RUN_ALL";
                            jitterSeconds: number;
                            /** @description The scalar variable that is given the due time of each run, as ISO 8601 in UTC */
                            dueTimeVariable?: string;
                            /** @description Why the platform disabled it; absent when a person did */
                            disabledReason?: string;
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pipeline: {
                        pipelineName: string;
                        environmentName: string;
                        versionName?: string;
                        /** Format: uuid */
                        agentId?: string;
                        scalarVariables?: {
                            [key: string]: string | number;
                        };
                        /** @description Rows of cells, in the order of the columns */
                        gridVariables?: {
                            [key: string]: string[][];
                        };
                        /** @description The scalar variable that is given the due time of each run, as ISO 8601 in UTC */
                        dueTimeVariable?: string;
                    };
                    schedule: {
                        name: string;
                        /** @description Quartz with 6 or 7 fields (seconds first), or Unix cron with 5 */
                        cronExpression?: string;
                        /** @description Counted from effectiveFrom; days and weeks keep the time on the wall of cronTimezone */
                        intervalExpression?: {
                            interval: number;
                            /** @enum {unknown} */
                            unit: "MINUTES" | "HOURS" | "DAYS" | "WEEKS";
                        };
                        /** @description IANA name, UTC by default */
                        cronTimezone?: string;
                        /** Format: date-time */
                        effectiveFrom?: string;
                        scheduleEnabled?: boolean;
                        allowConcurrentExecutions?: boolean;
                        /**
                         * @description After a time without a server: one run, none, or each of the last 100 due times
                         * @enum {unknown}
                         */
                        missedRunPolicy?: "RUN_ONCE" | "SKIP" | "RUN_ALL";
                        /** @description Each run is later by a share of this that is fixed for the schedule */
                        jitterSeconds?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        scheduleId: string;
                    };
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
                projectId: string;
                scheduleId: string;
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
                    "application/json": {
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
                        intervalExpression?: {
                            interval: number;
                            /** @enum {unknown} */
                            unit: "MINUTES" | "HOURS" | "DAYS" | "WEEKS";
                        };
                        /** Format: date-time */
                        effectiveFrom: string;
                        /** Format: date-time */
                        lastRunAt?: string;
                        /**
                         * Format: date-time
                         * @description Absent while disabled
                         */
                        nextRunAt?: string;
                        scalarVariables: {
                            [key: string]: string;
                        };
                        /** @description Rows of cells, in the order of the columns */
                        gridVariables: {
                            [key: string]: string[][];
                        };
                        /**
                         * @description After a time without a server: one run, none, or each of the last 100 due times
                         * @enum {unknown}
                         */
                        missedRunPolicy: "RUN_ONCE" | "SKIP" | "RUN_ALL";
                        jitterSeconds: number;
                        /** @description The scalar variable that is given the due time of each run, as ISO 8601 in UTC */
                        dueTimeVariable?: string;
                        /** @description Why the platform disabled it; absent when a person did */
                        disabledReason?: string;
                    };
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
                projectId: string;
                scheduleId: string;
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
                projectId: string;
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    pipelineName?: string;
                    environmentName?: string;
                    versionName?: string | null;
                    runnerId?: string | null;
                    cronExpression?: string | null;
                    intervalExpression?: {
                        interval: number;
                        /** @enum {unknown} */
                        unit: "MINUTES" | "HOURS" | "DAYS" | "WEEKS";
                    } | null;
                    /** @description IANA name, UTC by default */
                    cronTimezone?: string;
                    /** Format: date-time */
                    effectiveFrom?: string;
                    scheduleEnabled?: boolean;
                    allowConcurrentExecutions?: boolean;
                    /**
                     * @description After a time without a server: one run, none, or each of the last 100 due times
                     * @enum {unknown}
                     */
                    missedRunPolicy?: "RUN_ONCE" | "SKIP" | "RUN_ALL";
                    /** @description Each run is later by a share of this that is fixed for the schedule */
                    jitterSeconds?: number;
                    scalarVariables?: {
                        [key: string]: string | number;
                    };
                    /** @description Rows of cells, in the order of the columns */
                    gridVariables?: {
                        [key: string]: string[][];
                    };
                    dueTimeVariable?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                        intervalExpression?: {
                            interval: number;
                            /** @enum {unknown} */
                            unit: "MINUTES" | "HOURS" | "DAYS" | "WEEKS";
                        };
                        /** Format: date-time */
                        effectiveFrom: string;
                        /** Format: date-time */
                        lastRunAt?: string;
                        /**
                         * Format: date-time
                         * @description Absent while disabled
                         */
                        nextRunAt?: string;
                        scalarVariables: {
                            [key: string]: string;
                        };
                        /** @description Rows of cells, in the order of the columns */
                        gridVariables: {
                            [key: string]: string[][];
                        };
                        /**
                         * @description After a time without a server: one run, none, or each of the last 100 due times
                         * @enum {unknown}
                         */
                        missedRunPolicy: "RUN_ONCE" | "SKIP" | "RUN_ALL";
                        jitterSeconds: number;
                        /** @description The scalar variable that is given the due time of each run, as ISO 8601 in UTC */
                        dueTimeVariable?: string;
                        /** @description Why the platform disabled it; absent when a person did */
                        disabledReason?: string;
                    };
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
                projectId: string;
                scheduleId: string;
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
                    "application/json": {
                        /** Format: uuid */
                        pipelineExecutionId: string;
                    };
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
                projectId: string;
                scheduleId: string;
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
                    "application/json": {
                        fireTimes: string[];
                    };
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
                "application/json": {
                    /** @description Quartz with 6 or 7 fields (seconds first), or Unix cron with 5 */
                    cronExpression?: string;
                    /** @description Counted from effectiveFrom; days and weeks keep the time on the wall of cronTimezone */
                    intervalExpression?: {
                        interval: number;
                        /** @enum {unknown} */
                        unit: "MINUTES" | "HOURS" | "DAYS" | "WEEKS";
                    };
                    /** @description IANA name, UTC by default */
                    cronTimezone?: string;
                    /** Format: date-time */
                    effectiveFrom?: string;
                    /** Format: date-time */
                    after?: string;
                    /** @default 10 */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fireTimes: string[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listScheduleHistory: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
                scheduleId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: date-time */
                            dueAt: string;
                            /** @enum {unknown} */
                            outcome: "FIRED" | "SKIPPED" | "FAILED" | "MISSED";
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
                        }[];
                        size: number;
                        total: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listBackfills: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
                scheduleId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            backfillId: string;
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                            total: number;
                            /** @description Executions made so far */
                            queued: number;
                            /** @enum {unknown} */
                            status: "RUNNING" | "DONE" | "CANCELLED";
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            finishedAt?: string;
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dryRun: boolean;
                        /** @description Due times in the range */
                        total: number;
                        /** @description Of these, started before: they are not started again */
                        alreadyRun: number;
                        /** @description The first 100 that will run */
                        fireTimes: string[];
                        /** Format: uuid */
                        backfillId?: string;
                    };
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dryRun: boolean;
                        /** @description Due times in the range */
                        total: number;
                        /** @description Of these, started before: they are not started again */
                        alreadyRun: number;
                        /** @description The first 100 that will run */
                        fireTimes: string[];
                        /** Format: uuid */
                        backfillId?: string;
                    };
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
                projectId: string;
                scheduleId: string;
                backfillId: string;
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
    listSecrets: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            name: string;
                            description: string;
                            /** Format: date-time */
                            updatedAt: string;
                            updatedBy: string;
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the project without regard to case */
                    name: string;
                    value: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        description: string;
                        /** Format: date-time */
                        updatedAt: string;
                        updatedBy: string;
                    };
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
                projectId: string;
                /** @description Unique in the project without regard to case */
                secretName: string;
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
                    "application/json": {
                        name: string;
                        description: string;
                        /** Format: date-time */
                        updatedAt: string;
                        updatedBy: string;
                    };
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
                projectId: string;
                /** @description Unique in the project without regard to case */
                secretName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        description: string;
                        /** Format: date-time */
                        updatedAt: string;
                        updatedBy: string;
                    };
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
                projectId: string;
                /** @description Unique in the project without regard to case */
                secretName: string;
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
                    "application/json": {
                        /** @enum {unknown} */
                        kind: "CREDENTIAL" | "USER";
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions: "PROJECT_CREATOR"[];
                        /** @description For the header X-CSRF-Token of every request that changes something */
                        csrfToken?: string;
                        /** Format: date-time */
                        expiresAt?: string;
                    };
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
                "application/json": {
                    userName: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        kind: "CREDENTIAL" | "USER";
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions: "PROJECT_CREATOR"[];
                        /** @description For the header X-CSRF-Token of every request that changes something */
                        csrfToken?: string;
                        /** Format: date-time */
                        expiresAt?: string;
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description CODE: POST /v1/session/second-factor. ENROLMENT: POST /v1/session/second-factor/enrolment first
                         * @enum {unknown}
                         */
                        secondFactor: "CODE" | "ENROLMENT";
                    };
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
                    "application/json": {
                        password: boolean;
                        providers: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            url: string;
                        }[];
                    };
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
            /** @description Default Response */
            302: {
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
                    "application/json": {
                        results: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description https, or http on loopback */
                            issuer: string;
                            clientId: string;
                            scopes: string;
                            /**
                             * @description Compared with userName on the first sign-in; later the subject counts
                             * @enum {unknown}
                             */
                            userNameClaim: "email" | "preferred_username" | "upn";
                            /** @description Users with a verified address in these domains are created on their first sign-in */
                            justInTimeDomains: string[];
                            redirectUri: string;
                        }[];
                    };
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
                "application/json": {
                    name: string;
                    /** @description https, or http on loopback */
                    issuer: string;
                    clientId: string;
                    clientSecret?: string;
                    scopes?: string;
                    /**
                     * @description Compared with userName on the first sign-in; later the subject counts
                     * @enum {unknown}
                     */
                    userNameClaim?: "email" | "preferred_username" | "upn";
                    /** @description Users with a verified address in these domains are created on their first sign-in */
                    justInTimeDomains?: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @description https, or http on loopback */
                        issuer: string;
                        clientId: string;
                        scopes: string;
                        /**
                         * @description Compared with userName on the first sign-in; later the subject counts
                         * @enum {unknown}
                         */
                        userNameClaim: "email" | "preferred_username" | "upn";
                        /** @description Users with a verified address in these domains are created on their first sign-in */
                        justInTimeDomains: string[];
                        redirectUri: string;
                    };
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
                id: string;
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
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description An expired one cannot be accepted; create another */
                        expired: boolean;
                    };
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
                id: string;
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
                    "application/json": {
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
                id: string;
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
                "application/json": {
                    /** @description What follows # in the link */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        userName: string;
                        /** @description Display name */
                        name: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
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
                "application/json": {
                    /** @description What follows # in the link */
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        kind: "CREDENTIAL" | "USER";
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions: "PROJECT_CREATOR"[];
                        /** @description For the header X-CSRF-Token of every request that changes something */
                        csrfToken?: string;
                        /** Format: date-time */
                        expiresAt?: string;
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description CODE: POST /v1/session/second-factor. ENROLMENT: POST /v1/session/second-factor/enrolment first
                         * @enum {unknown}
                         */
                        secondFactor: "CODE" | "ENROLMENT";
                    };
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
                "application/json": {
                    /** @description Of the app, or a recovery code */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        kind: "CREDENTIAL" | "USER";
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions: "PROJECT_CREATOR"[];
                        /** @description For the header X-CSRF-Token of every request that changes something */
                        csrfToken?: string;
                        /** Format: date-time */
                        expiresAt?: string;
                    };
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
                "application/json": {
                    /** @description Of the authenticator app: six digits */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        kind: "CREDENTIAL" | "USER";
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @enum {unknown} */
                        accountRole: "SUPER_ADMIN" | "USER";
                        /** @description PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission */
                        accountPermissions: "PROJECT_CREATOR"[];
                        /** @description For the header X-CSRF-Token of every request that changes something */
                        csrfToken?: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** @description Each works once. Shown only once */
                        recoveryCodes: string[];
                    };
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
                    "application/json": {
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
                    "application/json": {
                        enrolled: boolean;
                        /** Format: date-time */
                        enrolledAt?: string;
                        recoveryCodesLeft: number;
                        /** @description Whether one is demanded, of this user or by the installation */
                        required: boolean;
                        /** @description Whether one is demanded of this user in particular */
                        requiredOfUser: boolean;
                    };
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
                "application/json": {
                    /** @description Of the authenticator app: six digits */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each works once. Shown only once */
                        recoveryCodes: string[];
                    };
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
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each works once. Shown only once */
                        recoveryCodes: string[];
                    };
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
                "application/json": {
                    currentPassword: string;
                };
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
                    "application/json": {
                        enrolled: boolean;
                        /** Format: date-time */
                        enrolledAt?: string;
                        recoveryCodesLeft: number;
                        /** @description Whether one is demanded, of this user or by the installation */
                        required: boolean;
                        /** @description Whether one is demanded of this user in particular */
                        requiredOfUser: boolean;
                    };
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
                id: string;
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
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Demand one of this user, whatever the installation demands */
                    required: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        enrolled: boolean;
                        /** Format: date-time */
                        enrolledAt?: string;
                        recoveryCodesLeft: number;
                        /** @description Whether one is demanded, of this user or by the installation */
                        required: boolean;
                        /** @description Whether one is demanded of this user in particular */
                        requiredOfUser: boolean;
                    };
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
                    "application/json": {
                        /**
                         * @description Who must have a second factor to sign in with a password
                         * @enum {unknown}
                         */
                        secondFactor: "OPTIONAL" | "ADMINISTRATORS" | "EVERYBODY";
                    };
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
                "application/json": {
                    /**
                     * @description Who must have a second factor to sign in with a password
                     * @enum {unknown}
                     */
                    secondFactor: "OPTIONAL" | "ADMINISTRATORS" | "EVERYBODY";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Who must have a second factor to sign in with a password
                         * @enum {unknown}
                         */
                        secondFactor: "OPTIONAL" | "ADMINISTRATORS" | "EVERYBODY";
                    };
                };
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
                    "application/json": {
                        results: {
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
                        }[];
                    };
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
                id: string;
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
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                };
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
    listProjectVariables: {
        parameters: {
            query?: {
                /** @description 0-indexed */
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
                /** @description Part of the name, in any case */
                nameContains?: string;
                /** @description Each variable comes with the overrides the caller may see */
                include?: "overrides";
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /**
                             * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                             * @enum {unknown}
                             */
                            type: "TEXT" | "NUMBER" | "GRID";
                            /**
                             * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                             * @enum {unknown}
                             */
                            behaviour: "SHARED" | "COPIED";
                            description: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value: string | number | string[][];
                            /** @description Column names of a GRID, in order */
                            columns?: string[];
                            supportsDoubleResolution: boolean;
                            overrides?: {
                                environmentName: string;
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value: string | number | string[][];
                            }[];
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                     * @enum {unknown}
                     */
                    type: "TEXT" | "NUMBER" | "GRID";
                    /**
                     * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                     * @enum {unknown}
                     */
                    behaviour: "SHARED" | "COPIED";
                    description?: string;
                    /** @description Text, a number, or rows of text, as the type of the variable says */
                    value?: string | number | string[][];
                    /** @description Column names of a GRID, in order */
                    columns?: string[];
                    supportsDoubleResolution?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution: boolean;
                    };
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
                projectId: string;
                variableName: string;
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
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution: boolean;
                    };
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
                projectId: string;
                variableName: string;
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
                projectId: string;
                variableName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                     * @enum {unknown}
                     */
                    type: "TEXT" | "NUMBER" | "GRID";
                    /**
                     * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                     * @enum {unknown}
                     */
                    behaviour: "SHARED" | "COPIED";
                    description?: string;
                    /** @description Text, a number, or rows of text, as the type of the variable says */
                    value?: string | number | string[][];
                    /** @description Column names of a GRID, in order */
                    columns?: string[];
                    supportsDoubleResolution?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution: boolean;
                    };
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
                projectId: string;
                variableName: string;
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
                    "application/json": {
                        name: string;
                        environmentName: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        /**
                         * @description Where the value comes from
                         * @enum {unknown}
                         */
                        source: "PROJECT_VARIABLE" | "ENVIRONMENT_OVERRIDE";
                    };
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
                projectId: string;
                variableName: string;
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
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution: boolean;
                        overrides: {
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value: string | number | string[][];
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createOrUpdateEnvironmentOverrides: {
        parameters: {
            query?: {
                /** @description Says what would happen and changes nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                projectId: string;
                variableName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    overrides: {
                        environmentName: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says; any other value fails alone */
                        value: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution: boolean;
                        overrides: {
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value: string | number | string[][];
                        }[];
                        failedOverride: {
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says; any other value fails alone */
                            value: unknown;
                            /** @enum {unknown} */
                            reason: "ENVIRONMENT_NOT_FOUND" | "FORBIDDEN" | "INCOMPATIBLE_TYPE";
                            detail: string;
                        }[];
                    };
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
                projectId: string;
                variableName: string;
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
                page?: number;
                /** @description Values above 100 are taken as 100 */
                size?: number;
            };
            header?: never;
            path: {
                projectId: string;
                variableName: string;
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
                    "application/json": {
                        page: number;
                        results: {
                            changeId: number;
                            variableName: string;
                            /** @description The change was made to the override of this environment */
                            environmentName?: string;
                            /** @enum {unknown} */
                            action: "CREATED" | "UPDATED" | "DELETED";
                            changedBy: string;
                            /** Format: date-time */
                            changedAt: string;
                            before?: {
                                name: string;
                                /**
                                 * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                                 * @enum {unknown}
                                 */
                                type: "TEXT" | "NUMBER" | "GRID";
                                /**
                                 * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                                 * @enum {unknown}
                                 */
                                behaviour: "SHARED" | "COPIED";
                                description?: string;
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value?: string | number | string[][];
                                /** @description Column names of a GRID, in order */
                                columns?: string[];
                                supportsDoubleResolution?: boolean;
                                overrides?: {
                                    environmentName: string;
                                    /** @description Text, a number, or rows of text, as the type of the variable says */
                                    value: string | number | string[][];
                                }[];
                                id?: string;
                            } | {
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value: string | number | string[][];
                            };
                            after?: {
                                name: string;
                                /**
                                 * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                                 * @enum {unknown}
                                 */
                                type: "TEXT" | "NUMBER" | "GRID";
                                /**
                                 * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                                 * @enum {unknown}
                                 */
                                behaviour: "SHARED" | "COPIED";
                                description?: string;
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value?: string | number | string[][];
                                /** @description Column names of a GRID, in order */
                                columns?: string[];
                                supportsDoubleResolution?: boolean;
                                overrides?: {
                                    environmentName: string;
                                    /** @description Text, a number, or rows of text, as the type of the variable says */
                                    value: string | number | string[][];
                                }[];
                                id?: string;
                            } | {
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value: string | number | string[][];
                            };
                        }[];
                        size: number;
                        total: number;
                    };
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
                projectId: string;
                variableName: string;
                changeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description BEFORE (default) undoes the change; AFTER goes back to what it made
                     * @enum {unknown}
                     */
                    to?: "BEFORE" | "AFTER";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution: boolean;
                        overrides: {
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value: string | number | string[][];
                        }[];
                        failedOverride: {
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says; any other value fails alone */
                            value: unknown;
                            /** @enum {unknown} */
                            reason: "ENVIRONMENT_NOT_FOUND" | "FORBIDDEN" | "INCOMPATIBLE_TYPE";
                            detail: string;
                        }[];
                    };
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
                format?: "json" | "yaml" | "csv";
            };
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        /** @enum {number} */
                        formatVersion?: 1;
                        variables: {
                            name: string;
                            /**
                             * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                             * @enum {unknown}
                             */
                            type: "TEXT" | "NUMBER" | "GRID";
                            /**
                             * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                             * @enum {unknown}
                             */
                            behaviour: "SHARED" | "COPIED";
                            description?: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value?: string | number | string[][];
                            /** @description Column names of a GRID, in order */
                            columns?: string[];
                            supportsDoubleResolution?: boolean;
                            overrides?: {
                                environmentName: string;
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value: string | number | string[][];
                            }[];
                        }[];
                    };
                    "application/yaml": {
                        /** @enum {number} */
                        formatVersion?: 1;
                        variables: {
                            name: string;
                            /**
                             * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                             * @enum {unknown}
                             */
                            type: "TEXT" | "NUMBER" | "GRID";
                            /**
                             * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                             * @enum {unknown}
                             */
                            behaviour: "SHARED" | "COPIED";
                            description?: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value?: string | number | string[][];
                            /** @description Column names of a GRID, in order */
                            columns?: string[];
                            supportsDoubleResolution?: boolean;
                            overrides?: {
                                environmentName: string;
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value: string | number | string[][];
                            }[];
                        }[];
                    };
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    importProjectVariables: {
        parameters: {
            query?: {
                /** @description Says what would happen and changes nothing */
                dryRun?: boolean;
                /** @description REPLACE also deletes variables that the file does not name, and overrides that are not in a given list */
                mode?: "MERGE" | "REPLACE";
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {number} */
                    formatVersion?: 1;
                    variables: {
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description?: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value?: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution?: boolean;
                        overrides?: {
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value: string | number | string[][];
                        }[];
                    }[];
                };
                "application/yaml": {
                    /** @enum {number} */
                    formatVersion?: 1;
                    variables: {
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description?: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value?: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution?: boolean;
                        overrides?: {
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value: string | number | string[][];
                        }[];
                    }[];
                };
                "text/csv": {
                    /** @enum {number} */
                    formatVersion?: 1;
                    variables: {
                        name: string;
                        /**
                         * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                         * @enum {unknown}
                         */
                        type: "TEXT" | "NUMBER" | "GRID";
                        /**
                         * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                         * @enum {unknown}
                         */
                        behaviour: "SHARED" | "COPIED";
                        description?: string;
                        /** @description Text, a number, or rows of text, as the type of the variable says */
                        value?: string | number | string[][];
                        /** @description Column names of a GRID, in order */
                        columns?: string[];
                        supportsDoubleResolution?: boolean;
                        overrides?: {
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says */
                            value: string | number | string[][];
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dryRun: boolean;
                        changes: {
                            variableName: string;
                            environmentName?: string;
                            /** @enum {unknown} */
                            action: "CREATED" | "UPDATED" | "DELETED";
                            before?: {
                                name: string;
                                /**
                                 * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                                 * @enum {unknown}
                                 */
                                type: "TEXT" | "NUMBER" | "GRID";
                                /**
                                 * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                                 * @enum {unknown}
                                 */
                                behaviour: "SHARED" | "COPIED";
                                description?: string;
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value?: string | number | string[][];
                                /** @description Column names of a GRID, in order */
                                columns?: string[];
                                supportsDoubleResolution?: boolean;
                                overrides?: {
                                    environmentName: string;
                                    /** @description Text, a number, or rows of text, as the type of the variable says */
                                    value: string | number | string[][];
                                }[];
                                id?: string;
                            } | {
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value: string | number | string[][];
                            };
                            after?: {
                                name: string;
                                /**
                                 * @description TEXT is a JSON string, NUMBER a JSON number, GRID rows of text
                                 * @enum {unknown}
                                 */
                                type: "TEXT" | "NUMBER" | "GRID";
                                /**
                                 * @description COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run
                                 * @enum {unknown}
                                 */
                                behaviour: "SHARED" | "COPIED";
                                description?: string;
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value?: string | number | string[][];
                                /** @description Column names of a GRID, in order */
                                columns?: string[];
                                supportsDoubleResolution?: boolean;
                                overrides?: {
                                    environmentName: string;
                                    /** @description Text, a number, or rows of text, as the type of the variable says */
                                    value: string | number | string[][];
                                }[];
                                id?: string;
                            } | {
                                /** @description Text, a number, or rows of text, as the type of the variable says */
                                value: string | number | string[][];
                            };
                        }[];
                        /** @description Variables of the file that are as it says, overrides included */
                        unchanged: number;
                        failedOverride: {
                            variableName: string;
                            environmentName: string;
                            /** @description Text, a number, or rows of text, as the type of the variable says; any other value fails alone */
                            value: unknown;
                            /** @enum {unknown} */
                            reason: "ENVIRONMENT_NOT_FOUND" | "FORBIDDEN" | "INCOMPATIBLE_TYPE";
                            detail: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
