import { useEffect, useState } from 'react'
import { duration } from '../../ui/time.tsx'

const TICK_MS = 1_000

/** The current time, updated every second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isTicking) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}

interface TookProps {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** How long something took, or has taken until now; a dash before it began. */
export function Took({ from, to }: TookProps) {
  const now = useNow(from !== undefined && to === undefined)
  if (from === undefined) return <>–</>
  const end = to === undefined ? now : Date.parse(to)
  return <span className="nowrap">{duration(end - Date.parse(from))}</span>
}
