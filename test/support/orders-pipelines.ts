import { orchestration, type Piece, start } from './pipelines.ts'

const webhook: Piece = {
  type: 'webhook-post',
  parameters: { url: 'https://chat.test/hook', payload: "{'text': 'failed'}", timeout: '30' },
}
/** Counts orders, and reports what it counted. */
export const load = orchestration(
  {
    Start: start('Count Orders'),
    'Count Orders': {
      type: 'query-to-scalar',
      parameters: {
        mode: 'Advanced',
        query: 'select count(*) as n\n  from range(3) as orders',
        scalarVariableMapping: [['order_count', 'n']],
      },
      links: { success: ['Any Orders?'], failure: ['Tell Chat'] },
    },
    'Any Orders?': {
      type: 'if',
      parameters: {
        mode: 'Simple',
        condition: [['order_count', 'Is', 'Greater than', '0']],
        combineConditions: 'And',
      },
      links: { true: ['Figures'], false: ['Tell Chat Too'] },
    },
    Figures: {
      type: 'run-transformation',
      parameters: { transformationJob: 'Orders/Figures' },
      links: { success: ['Report'] },
    },
    Report: {
      type: 'print-variables',
      parameters: {
        variablesToPrint: [['greeting'], ['order_count'], ['shops']],
        prefixText: 'Said: ',
        includeVariableName: 'Yes',
      },
    },
    'Tell Chat': webhook,
    'Tell Chat Too': { ...webhook, more: { skipped: true } },
  },
  { order_count: { type: 'NUMBER', defaultValue: '0' }, greeting: { type: 'TEXT', defaultValue: 'Hello' } },
)

/** With what the helper for orchestrations does not write: a grid, a variable of its own, and a note. */
export const withGrid = (text: string) => {
  const file = JSON.parse(text)
  const metadata = { type: 'GRID', description: 'Where orders are from', scope: 'SHARED' }
  const columns = { city: { columnType: 'TEXT' }, size: { columnType: 'TEXT' } }
  file.pipeline.variables.shops = {
    metadata: { ...metadata, visibility: 'PUBLIC', columns },
    defaultValue: [['Kassel', '3']],
  }
  file.pipeline.variables.own = {
    metadata: { type: 'TEXT', description: '', scope: 'SHARED', visibility: 'PRIVATE' },
    defaultValue: 'never asked for',
  }
  const note = { position: { x: 0, y: -160 }, size: { width: 240, height: 90 }, content: '## Every morning' }
  const groups = {
    'Looking at Orders': { components: ['Count Orders', 'Any Orders?', 'Missing'] },
    'All Gone': { components: ['Missing'] },
  }
  return JSON.stringify({ ...file, design: { notes: { 1: note }, groups } }, null, 2)
}

/** The transformation that it runs. */
export const figures = JSON.stringify({
  type: 'transformation',
  version: '1.0',
  pipeline: {
    components: {
      Orders: {
        type: 'sql',
        parameters: { componentName: 'Orders', query: 'select range as id from range(3)' },
        sources: [],
      },
      'Large Ones': {
        type: 'filter',
        sources: ['Orders'],
        parameters: {
          componentName: 'Large Ones',
          filterConditions: [['id', 'Is', 'Greater than', '1']],
          combineCondition: 'And',
        },
      },
      Figures: {
        type: 'create-view',
        sources: ['Large Ones'],
        parameters: { componentName: 'Figures', schema: '[Environment Default]', viewName: 'figures' },
      },
    },
  },
})
