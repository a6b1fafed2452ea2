import { ShieldCheck } from 'lucide-react'
import type { PageEntry } from './page-entry.ts'

/**
 * The part of the table of pages that is about the installation, in the order of the administration's tabs.
 */
export const administrationPages = {
  administration: {
    path: '/administration',
    label: 'Administration',
    redirects: true,
    icon: ShieldCheck,
    menu: 'main',
    needs: 'administrator',
    key: 'a',
  },
  users: {
    path: '/administration/users',
    label: 'Users',
    keywords: ['roles', 'invitations'],
    menu: 'administration',
    needs: 'administrator',
    search: { page: 'number', sort: 'text' },
  },
  groups: {
    path: '/administration/groups',
    label: 'Groups',
    menu: 'administration',
    needs: 'administrator',
    search: { page: 'number', group: 'text', sort: 'text' },
  },
  credentials: {
    path: '/administration/credentials',
    label: 'API credentials',
    keywords: ['client ID', 'client secret'],
    menu: 'administration',
    needs: 'administrator',
    search: { page: 'number', sort: 'text' },
  },
  directory: {
    path: '/administration/directory',
    label: 'Directory (SCIM)',
    keywords: ['provisioning'],
    menu: 'administration',
    needs: 'administrator',
  },
  identityProviders: {
    path: '/administration/identity-providers',
    label: 'Identity providers',
    keywords: ['single sign-on', 'SSO', 'OpenID Connect', 'OIDC'],
    menu: 'administration',
    needs: 'administrator',
  },
  signInSettings: {
    path: '/administration/sign-in',
    label: 'Sign-in',
    keywords: ['second factor', 'two-factor authentication', 'MFA'],
    menu: 'administration',
    needs: 'administrator',
  },
  webhookTemplates: {
    path: '/administration/webhook-templates',
    label: 'Webhook templates',
    menu: 'administration',
    needs: 'administrator',
    search: { page: 'number' },
  },
  alerts: {
    path: '/administration/alerts',
    label: 'Alerts',
    menu: 'administration',
    needs: 'administrator',
    search: { tab: 'text', page: 'text' },
  },
  consumption: {
    path: '/administration/consumption',
    label: 'Consumption',
    menu: 'administration',
    needs: 'administrator',
    search: { from: 'text', to: 'text', by: 'text' },
  },
  audit: {
    path: '/administration/audit',
    label: 'Audit log',
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
    menu: 'administration',
  },
} as const satisfies Readonly<Record<string, PageEntry>>
