import { ShieldCheck } from 'lucide-react'
import type { PageEntry } from './page-entry.ts'
import { view } from './view.ts'

/**
 * The part of the table of pages that is about the installation, in the order of the administration's tabs.
 */
export const administrationPages = {
  administration: {
    path: '/administration',
    label: 'Administration',
    icon: ShieldCheck,
    menu: 'main',
    needs: 'administrator',
    key: 'a',
  },
  users: {
    path: '/administration/users',
    label: 'Users',
    view: view(() => import('./pages/administration/users/page.tsx'), 'UsersPage'),
    keywords: ['roles', 'invitations'],
    menu: 'administration',
    needs: 'administrator',
    search: { page: 'number', sort: 'text' },
  },
  groups: {
    path: '/administration/groups',
    label: 'Groups',
    view: view(() => import('./pages/administration/groups/page.tsx'), 'GroupsPage'),
    menu: 'administration',
    needs: 'administrator',
    search: { page: 'number', group: 'text', sort: 'text' },
  },
  credentials: {
    path: '/administration/credentials',
    label: 'API credentials',
    view: view(() => import('./pages/administration/credentials/page.tsx'), 'CredentialsPage'),
    keywords: ['client ID', 'client secret'],
    menu: 'administration',
    needs: 'administrator',
    search: { page: 'number', sort: 'text' },
  },
  directory: {
    path: '/administration/directory',
    label: 'Directory (SCIM)',
    view: view(() => import('./pages/administration/directory/page.tsx'), 'DirectoryPage'),
    keywords: ['provisioning'],
    menu: 'administration',
    needs: 'administrator',
  },
  identityProviders: {
    path: '/administration/identity-providers',
    label: 'Identity providers',
    view: view(() => import('./pages/administration/identity-providers/page.tsx'), 'IdentityProvidersPage'),
    keywords: ['single sign-on', 'SSO', 'OpenID Connect', 'OIDC'],
    menu: 'administration',
    needs: 'administrator',
  },
  signInSettings: {
    path: '/administration/sign-in',
    label: 'Sign-in',
    view: view(() => import('./pages/administration/sign-in/page.tsx'), 'SignInSettingsPage'),
    keywords: ['second factor', 'two-factor authentication', 'MFA'],
    menu: 'administration',
    needs: 'administrator',
  },
  webhookTemplates: {
    path: '/administration/webhook-templates',
    label: 'Webhook templates',
    view: view(() => import('./pages/administration/webhook-templates/page.tsx'), 'WebhookTemplatesPage'),
    menu: 'administration',
    needs: 'administrator',
    search: { page: 'number' },
  },
  alerts: {
    path: '/administration/alerts',
    label: 'Alerts',
    view: view(() => import('./pages/administration/alerts/page.tsx'), 'AlertsPage'),
    menu: 'administration',
    needs: 'administrator',
    search: { tab: 'text', page: 'text' },
  },
  consumption: {
    path: '/administration/consumption',
    label: 'Consumption',
    view: view(() => import('./pages/administration/consumption/page.tsx'), 'ConsumptionPage'),
    menu: 'administration',
    needs: 'administrator',
    search: { from: 'text', to: 'text', by: 'text' },
  },
  audit: {
    path: '/administration/audit',
    label: 'Audit log',
    view: view(() => import('./pages/administration/audit/page.tsx'), 'AuditPage'),
    menu: 'administration',
    needs: 'administrator',
    search: {
      from: 'text',
      to: 'text',
      operation: 'text',
      actorId: 'text',
      projectId: 'text',
      outcome: 'text',
      sort: 'text',
      page: 'number',
    },
  },
  about: {
    path: '/administration/about',
    label: 'About',
    view: view(() => import('./pages/administration/about/page.tsx'), 'AboutPage'),
    menu: 'administration',
  },
} as const satisfies Readonly<Record<string, PageEntry>>
