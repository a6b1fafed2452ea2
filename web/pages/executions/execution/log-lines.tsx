import { useEffect, useLayoutEffect, useRef } from 'react'
import classes from './log.module.css'
import { clockTime, type LogLine, partsOf } from './log.ts'
import { useVisibleRows } from './visible-rows.ts'

const LINE_PX = 20
/** So near to the end a reader counts as being there. */
const END_PX = 30

interface LogLinesProps {
  readonly lines: readonly LogLine[]
  /** What is marked. */
  readonly wanted: string
  /** The place of the line that is brought into view. */
  readonly current: number | undefined
  readonly isFollowing: boolean
  /** Scrolling up stops following the end; scrolling to the end resumes it. */
  readonly onFollow: (isFollowing: boolean) => void
}

/** Lines one below the other; only those that are seen are drawn. */
export function LogLines({ lines, wanted, current, isFollowing, onFollow }: LogLinesProps) {
  const scroller = useRef<HTMLElement>(null)
  const { first, end, above, below, onScroll } = useVisibleRows(scroller, lines.length, LINE_PX)
  const count = lines.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes to the end again when there are more lines
  useLayoutEffect(() => {
    const element = scroller.current
    if (isFollowing && element !== null) element.scrollTop = element.scrollHeight
  }, [isFollowing, count])
  useEffect(() => {
    const element = scroller.current
    if (element === null || current === undefined) return
    const top = current * LINE_PX
    const isSeen = top >= element.scrollTop && top + LINE_PX <= element.scrollTop + element.clientHeight
    if (!isSeen) element.scrollTop = top - element.clientHeight / 2
  }, [current])
  return (
    <section
      ref={scroller}
      className={classes['scroller']}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys
      tabIndex={0}
      aria-label="Log"
      onScroll={(event) => {
        onScroll(event)
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget
        const isAtEnd = scrollHeight - scrollTop - clientHeight < END_PX
        if (isAtEnd !== isFollowing) onFollow(isAtEnd)
      }}
    >
      <ol className={classes['lines']} style={{ paddingTop: above, paddingBottom: below }}>
        {lines.slice(first, end).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line never leaves its place
          <Line key={first + at} line={line} wanted={wanted} isCurrent={first + at === current} />
        ))}
      </ol>
    </section>
  )
}

interface LineProps {
  readonly line: LogLine
  readonly wanted: string
  readonly isCurrent: boolean
}

function Line({ line: { at, component, text }, wanted, isCurrent }: LineProps) {
  return (
    <li
      className={classes['line']}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
    >
      <time className={classes['at']} dateTime={at}>
        {clockTime(at)}
      </time>
      <span className={classes['component']} title={component}>
        <Marked text={component ?? ''} wanted={wanted} />
      </span>
      <span>
        <Marked text={text} wanted={wanted} />
      </span>
    </li>
  )
}

const Marked = ({ text, wanted }: { readonly text: string; readonly wanted: string }) =>
  partsOf(text, wanted).map(({ text: part, isFound }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no name but their place
    isFound ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  )
