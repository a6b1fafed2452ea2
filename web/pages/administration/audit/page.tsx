import { Page } from '../../../ui/page.tsx'

/** Audit log. */
export function AuditPage() {
  return <Page title="Audit log" />
}
