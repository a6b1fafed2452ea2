import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { rememberFocus } from './recent-focus.ts'

/** A dialog of the library that gives the focus back to what opened it, however it was opened and closed. */
export function Dialog(props: ModalProps) {
  const { opened } = props
  const giveBack = useRef<() => void>(undefined)
  // While it is drawn, not afterwards: then its first field may have the focus already.
  if (!opened) giveBack.current = undefined
  else giveBack.current ??= rememberFocus()
  useEffect(() => (opened ? giveBack.current : undefined), [opened])
  return <Modal {...props} />
}
