import { ActionIcon, Button, Fieldset, Group, Input, Stack, Tooltip } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import type { FileValue, Property, Values } from './form-schema.ts'
import { type FieldProps, faultAt, framing, type Path } from './property-context.ts'
import { textOf } from './values.ts'

export interface BlockFieldsProps {
  readonly property: Property
  readonly path: Path
  readonly values: Values
  readonly form: FieldProps['form']
}

interface BlocksFieldProps extends FieldProps {
  /** Draws the parameters of one block. */
  readonly Fields: ComponentType<BlockFieldsProps>
}

/** Blocks of parameters, one below the other: each can be removed, and one be added at the end. */
export function BlocksField({ field, path, value, form, Fields }: BlocksFieldProps) {
  const blocks = (value ?? []) as readonly Values[]
  const items: Property = field.property.items ?? {}
  const { label, description } = framing({ field, path, value, form })
  const root = useRef<HTMLDivElement>(null)
  const focus = useFocusOfBlocks(root, blocks.length)
  const write = (changed: readonly Values[]) =>
    form.onChange(path, changed.length === 0 ? undefined : changed)
  const formOf = (at: number): FieldProps['form'] => ({
    ...form,
    onChange: ([...inner], changed) => {
      const key = String(inner[path.length + 1])
      write(blocks.map((block, index) => (index === at ? withMember(block, key, changed) : block)))
    },
  })
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={faultAt(form.faults, path)}
    >
      <Stack gap="xs" mt={4} ref={root}>
        {blocks.map((block, at) => {
          const name = blockName(label, block, at)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity, and their order does not change
            <Fieldset key={at} legend={name} p="xs">
              <Stack gap="xs">
                <Fields property={items} path={[...path, at]} values={block} form={formOf(at)} />
                {!form.isReadOnly && (
                  <Group justify="flex-end">
                    <Tooltip label="Remove">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Remove ${name}`}
                        onClick={() => {
                          focus.toAdd()
                          write(blocks.filter((_, index) => index !== at))
                        }}
                      >
                        <Trash2 size={16} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  </Group>
                )}
              </Stack>
            </Fieldset>
          )
        })}
        {!form.isReadOnly && (
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              data-adds
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => {
                focus.toNew()
                write([...blocks, newBlock(items)])
              }}
            >
              Add to {label}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

function withMember(block: Values, key: string, value: FileValue | undefined): Values {
  if (value !== undefined) return { ...block, [key]: value }
  return Object.fromEntries(Object.entries(block).filter(([name]) => name !== key))
}

/** What must be chosen begins with the first choice. */
const newBlock = ({ properties = {}, required = [] }: Property): Values =>
  Object.fromEntries(required.map((name) => [name, properties[name]?.enum?.[0] ?? '']))

function blockName(label: string, block: Values, at: number): string {
  const name = textOf(block['name']) || textOf(block['type'])
  return `${label} ${at + 1}${name === '' ? '' : `: ${name}`}`
}

/** A block that was added takes the focus; when one was removed, the button that adds does. */
function useFocusOfBlocks(root: React.RefObject<HTMLElement | null>, count: number) {
  const wanted = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the block that the focus waits for arrives with their number
  useEffect(() => {
    if (wanted.current === undefined) return
    root.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  }, [count])
  return {
    toNew: () => {
      wanted.current = 'fieldset:last-of-type :is(input, textarea)'
    },
    toAdd: () => {
      wanted.current = 'button[data-adds]'
    },
  }
}
