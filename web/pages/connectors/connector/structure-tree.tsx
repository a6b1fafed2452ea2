import { ActionIcon, Badge, Button, NativeSelect, Tooltip } from '@mantine/core'
import { ChevronDown, ChevronRight, Plus, Repeat, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { StructureField } from '../wire.ts'
import { AddField } from './add-field.tsx'
import classes from './editor.module.css'
import { type StructureNode, treeOf, withField, without, withType } from './structure.ts'

interface StructureTreeProps {
  readonly structure: readonly StructureField[]
  readonly repeatingElement: string
  readonly onChange: (structure: StructureField[]) => void
  readonly onRepeat: (path: string) => void
}

export const fieldTypes = ['OBJECT', 'ARRAY', 'STRING', 'INTEGER', 'NUMBER', 'BOOLEAN', 'ANY'] as const

/** The structure of a response as a tree that the user can edit. */
export function StructureTree(props: StructureTreeProps) {
  const nodes = treeOf(props.structure)
  if (nodes.length === 0)
    return (
      <Button
        w="fit-content"
        size="compact-sm"
        variant="default"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => props.onChange([{ path: '$', type: 'OBJECT' }])}
      >
        Add fields yourself
      </Button>
    )
  return (
    <ul className={classes.tree} aria-label="Structure of the response">
      {nodes.map((node) => (
        <Node key={node.path} node={node} {...props} />
      ))}
    </ul>
  )
}

interface NodeProps extends StructureTreeProps {
  readonly node: StructureNode
}

function Node({ node, ...props }: NodeProps) {
  const { structure, repeatingElement, onChange } = props
  const [isOpen, setOpen] = useState(true)
  const [isAdding, setAdding] = useState(false)
  const isList = node.type === 'ARRAY'
  const repeats = isList && repeatingElement === node.path
  const hasChildren = node.children.length > 0
  return (
    <li>
      <div className={repeats ? `${classes.node} ${classes.repeats}` : classes.node}>
        <Fold isOpen={isOpen} label={node.label} isShown={hasChildren} onFold={() => setOpen(!isOpen)} />
        <span className={classes.nodeName}>{node.label}</span>
        {repeats && <Badge variant="light">Repeating element</Badge>}
        <NativeSelect
          size="xs"
          w={104}
          aria-label={`Type of ${node.path}`}
          data={[...fieldTypes]}
          value={node.type}
          onChange={(event) =>
            onChange(withType(structure, node.path, event.currentTarget.value as StructureField['type']))
          }
        />
        <NodeButtons {...props} node={node} repeats={repeats} onAdd={() => setAdding(true)} />
      </div>
      {isAdding && (
        <AddField
          parent={node}
          onAdd={(name, type) => onChange(withField(structure, node.path, name, type))}
          onClose={() => setAdding(false)}
        />
      )}
      {isOpen && hasChildren && (
        <ul>
          {node.children.map((child) => (
            <Node key={child.path} node={child} {...props} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface FoldProps {
  readonly isOpen: boolean
  readonly label: string
  readonly isShown: boolean
  readonly onFold: () => void
}

function Fold({ isOpen, label, isShown, onFold }: FoldProps) {
  if (!isShown) return <span style={{ width: 24 }} />
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      aria-label={`Fold ${label}`}
      aria-expanded={isOpen}
      onClick={onFold}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}

interface NodeButtonsProps extends NodeProps {
  readonly repeats: boolean
  readonly onAdd: () => void
}

function NodeButtons({ node, structure, repeats, onChange, onRepeat, onAdd }: NodeButtonsProps) {
  const { path, type } = node
  const canHold = type === 'OBJECT' || (type === 'ARRAY' && node.children.length === 0)
  return (
    <>
      {type === 'ARRAY' && (
        <Small
          label={repeats ? `Stop repeating over ${path}` : `Repeat over ${path}`}
          onClick={() => onRepeat(repeats ? '' : path)}
        >
          <Repeat size={14} aria-hidden />
        </Small>
      )}
      {canHold && (
        <Small label={`Add a field to ${path}`} onClick={onAdd}>
          <Plus size={14} aria-hidden />
        </Small>
      )}
      <Small label={`Remove ${path}`} onClick={() => onChange(without(structure, path))}>
        <Trash2 size={14} aria-hidden />
      </Small>
    </>
  )
}

interface SmallProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function Small({ label, onClick, children }: SmallProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
