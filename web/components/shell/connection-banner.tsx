import { Alert } from '@mantine/core'
import { WifiOff } from 'lucide-react'
import { useIsConnectionLost } from '../../api/connection.ts'
import classes from './connection-banner.module.css'

/**
 * Says once, above every page, that the server cannot be reached. The pages keep what they show and what was
 * typed.
 */
export function ConnectionBanner() {
  if (!useIsConnectionLost()) return null
  return (
    <Alert
      className={classes['banner']!}
      color="red"
      variant="filled"
      icon={<WifiOff size={18} aria-hidden />}
      role="alert"
      title="Cannot reach the server"
    >
      What you see may be out of date, and nothing can be saved. What you typed is kept; the page continues
      when the server answers again.
    </Alert>
  )
}
