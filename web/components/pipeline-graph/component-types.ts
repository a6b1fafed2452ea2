import {
  Ampersand,
  ArrowLeftRight,
  Box,
  Boxes,
  Calculator,
  CirclePlay,
  CircleSlash,
  Combine,
  Database,
  DatabaseZap,
  Eye,
  Filter,
  Flag,
  FlagOff,
  FunctionSquare,
  GitCompare,
  GitFork,
  Grid3x3,
  Hash,
  ListEnd,
  ListX,
  type LucideIcon,
  Mail,
  Merge,
  Network,
  PencilLine,
  Plug,
  Printer,
  Repeat,
  RotateCcw,
  Sigma,
  Split,
  SquareTerminal,
  Table,
  TableProperties,
  Trash2,
  Type,
  Variable,
  Webhook,
  Workflow,
} from 'lucide-react'

interface Look {
  readonly title: string
  readonly icon: LucideIcon
}

const look = (title: string, icon: LucideIcon): Look => ({ title, icon })

const looks: Readonly<Record<string, Look>> = {
  start: look('Start', CirclePlay),
  'end-success': look('End Success', Flag),
  'end-failure': look('End Failure', FlagOff),
  and: look('And', Ampersand),
  or: look('Or', Merge),
  if: look('If', GitFork),
  retry: look('Retry', RotateCcw),
  'fixed-iterator': look('Fixed Iterator', Repeat),
  'loop-iterator': look('Loop Iterator', Repeat),
  'grid-iterator': look('Grid Iterator', Repeat),
  'table-iterator': look('Table Iterator', Repeat),
  'run-orchestration': look('Run Orchestration', Workflow),
  'run-transformation': look('Run Transformation', Network),
  'print-variables': look('Print Variables', Printer),
  'update-scalar': look('Update Scalar', Variable),
  'append-to-grid': look('Append To Grid', ListEnd),
  'remove-from-grid': look('Remove From Grid', ListX),
  'python-script': look('Python Script', SquareTerminal),
  'bash-script': look('Bash Script', SquareTerminal),
  'query-to-scalar': look('Query To Scalar', DatabaseZap),
  'query-to-grid': look('Query To Grid', Grid3x3),
  'sql-executor': look('SQL Executor', Database),
  'sql-script': look('SQL Script', Database),
  'create-table': look('Create Table', Table),
  'create-table-v2': look('Create Table', Table),
  'delete-tables': look('Delete Tables', Trash2),
  'truncate-table': look('Truncate Table', CircleSlash),
  'assert-table': look('Assert Table', TableProperties),
  'table-metadata-to-grid': look('Table Metadata To Grid', TableProperties),
  'webhook-post': look('Webhook Post', Webhook),
  'send-email': look('Send Email', Mail),
  'send-email-v2': look('Send Email', Mail),
  'data-transfer-object': look('Data Transfer', ArrowLeftRight),
  'api-extract': look('API Extract', Plug),
  'modular-api-extract-input-v2': look('API Extract', Plug),
  'table-input': look('Table Input', Table),
  'table-input-1': look('Table Input', Table),
  'multi-table-input': look('Multi Table Input', Boxes),
  'fixed-flow': look('Fixed Flow', Grid3x3),
  'generate-sequence': look('Generate Sequence', Hash),
  filter: look('Filter', Filter),
  join: look('Join', Combine),
  calculator: look('Calculator', Calculator),
  rename: look('Rename', PencilLine),
  aggregate: look('Aggregate', Sigma),
  unite: look('Unite', Merge),
  'convert-type': look('Convert Type', Type),
  'split-field': look('Split Field', Split),
  sql: look('SQL', FunctionSquare),
  'detect-changes': look('Detect Changes', GitCompare),
  'rewrite-table': look('Rewrite Table', Table),
  'rewrite-table-dl': look('Rewrite Table', Table),
  'table-output': look('Table Output', Table),
  'table-update': look('Table Update', TableProperties),
  'create-view': look('Create View', Eye),
}

/** Icon and title of a type of component. Any other type is named after its id. */
export const lookOfType = (type: string): Look =>
  Object.hasOwn(looks, type) ? looks[type]! : look(inWords(type), Box)

const inWords = (type: string): string =>
  type
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ') || 'Unknown component'
