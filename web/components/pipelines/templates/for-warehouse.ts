import { prescribedSet } from '../../webhook/properties.ts'

/** The text of a template for projects on this database: the files have what most of them take. */
export function forWarehouse(text: string, warehouse: string): string {
  const adapted =
    prescribedSet(warehouse) === 'B'
      ? text.replace('incomingWebhookUrl:', 'url:').replace(/^ *payloadTemplate:.*\n/m, '')
      : text
  if (warehouse === 'MYSQL') return adapted.replaceAll(' as varchar(', ' as char(')
  return warehouse === 'BIGQUERY' ? adapted.replaceAll(/\bvarchar\(\d+\)/g, 'string') : adapted
}
