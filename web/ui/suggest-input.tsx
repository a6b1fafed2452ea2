import { Box, Paper, Text, TextInput, type TextInputProps } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './suggest-input.module.css'

interface Option {
  readonly text: string
  readonly detail: string
}

interface Found<O extends Option> {
  readonly options: readonly O[]
  /** The first is taken by Enter and Tab without being chosen with the arrows. */
  readonly isExpression: boolean
}

export interface SuggestInputProps<F extends Found<Option>>
  extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  readonly value: string
  readonly onChange: (text: string) => void
  /** What fits at the cursor; undefined when nothing does. */
  readonly suggest: (text: string, cursor: number) => F | undefined
  /** When it changes while somebody types, what fits is looked for again. */
  readonly known?: unknown
  /** The text with one of the options taken. */
  readonly take: (text: string, cursor: number, found: F, option: Option) => { text: string; cursor: number }
}

const MAX_SHOWN = 50

interface Open<F> {
  readonly found: F
  /** -1 while none is chosen. */
  readonly chosen: number
  readonly place: CSSProperties
}

/**
 * A text of one line with suggestions below it while it is written: the arrows choose one, Enter or Tab takes
 * it, Escape closes them.
 */
export function SuggestInput<F extends Found<Option>>(props: SuggestInputProps<F>) {
  const { value, onChange, suggest, take, known, ...input } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<Open<F>>()
  function look(): void {
    const { current } = field
    if (current === null) return
    const found = suggest(current.value, current.selectionStart ?? current.value.length)
    const place = placeAt(current.getBoundingClientRect())
    setOpen(found && { found, chosen: found.isExpression ? 0 : -1, place })
  }
  const isTyping = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is suggested is looked at only when more is known
  useEffect(() => {
    if (isTyping.current) look()
  }, [known])
  function put(option: Option | undefined): void {
    const { current } = field
    if (current === null || open === undefined || option === undefined) return
    const taken = take(current.value, current.selectionStart ?? current.value.length, open.found, option)
    setOpen(undefined)
    isTyping.current = false
    onChange(taken.text)
    requestAnimationFrame(() => current.setSelectionRange(taken.cursor, taken.cursor))
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (open === undefined) {
      if (event.key === 'ArrowDown') look()
      return
    }
    const move = moved(event.key, open.chosen, Math.min(open.found.options.length, MAX_SHOWN))
    if (event.key === 'Escape') {
      isTyping.current = false
      setOpen(undefined)
    } else if (move !== undefined) setOpen({ ...open, chosen: move })
    else if ((event.key === 'Enter' || event.key === 'Tab') && open.chosen >= 0)
      put(open.found.options[open.chosen])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <TextInput
        spellCheck={false}
        autoComplete="off"
        {...input}
        ref={field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open !== undefined}
        aria-controls={open === undefined ? undefined : id}
        aria-activedescendant={open === undefined || open.chosen < 0 ? undefined : `${id}-${open.chosen}`}
        data-mantine-stop-propagation={open !== undefined}
        value={value}
        onChange={(event) => {
          isTyping.current = true
          onChange(event.currentTarget.value)
          look()
        }}
        onKeyDown={press}
        onBlur={() => {
          isTyping.current = false
          setOpen(undefined)
        }}
      />
      {open !== undefined && <Options id={id} open={open} onTake={put} />}
    </>
  )
}

/** With the distance from the field. */
const MAX_HEIGHT = 244

/** Below the field, or above it where the window ends too soon. */
function placeAt({ left, top, bottom, width: minWidth }: DOMRect): CSSProperties {
  const isAbove = bottom + MAX_HEIGHT > window.innerHeight && top > window.innerHeight - bottom
  return { left, minWidth, ...(isAbove ? { bottom: window.innerHeight - top + 2 } : { top: bottom + 2 }) }
}

function moved(key: string, chosen: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (chosen + 1) % count
  return key === 'ArrowUp' ? (chosen <= 0 ? count : chosen) - 1 : undefined
}

interface OptionsProps {
  readonly id: string
  readonly open: Open<Found<Option>>
  readonly onTake: (option: Option) => void
}

const Options = ({ id, open: { found, chosen, place }, onTake }: OptionsProps) => (
  <Paper
    id={id}
    role="listbox"
    aria-label="Suggestions"
    className={classes['options']!}
    withBorder
    shadow="md"
    style={place}
  >
    {found.options.slice(0, MAX_SHOWN).map((option, at) => (
      <Box
        key={option.text}
        ref={
          at === chosen
            ? (shown: HTMLElement | null) => shown?.scrollIntoView({ block: 'nearest' })
            : undefined
        }
        id={`${id}-${at}`}
        role="option"
        aria-selected={at === chosen}
        className={classes['option']!}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onTake(option)}
      >
        <Text span size="sm" className="monospace">
          {option.text}
        </Text>
        <Text span size="xs" c="dimmed">
          {option.detail}
        </Text>
      </Box>
    ))}
  </Paper>
)
