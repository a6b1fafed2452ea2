import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { sentenceOf } from '../api/problem.ts'
import { rememberFocus } from './recent-focus.ts'

export interface Confirmation {
  readonly title: string
  /** What will be lost. */
  readonly message: ReactNode
  /** The button that does it, e.g. `Delete schedule`. */
  readonly action: string
  readonly dismiss?: string
  readonly onConfirm: () => unknown
}

/** Confirms a destructive action. A failure of `onConfirm` is shown as a notification. */
export function confirmLoss({ title, message, action, dismiss = 'Cancel', onConfirm }: Confirmation): void {
  modals.openConfirmModal({
    title,
    children: (
      <Text component="div" size="sm">
        {message}
      </Text>
    ),
    labels: { confirm: action, cancel: dismiss },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm: () => void tell(onConfirm),
    onClose: rememberFocus(),
  })
}

async function tell(act: Confirmation['onConfirm']): Promise<void> {
  try {
    await act()
  } catch (error) {
    showFailure(error)
  }
}

/** Shows a notification of success. It stays where a link leads on. */
export const showDone = (message: string, link?: ReactNode): void =>
  void notifications.show({
    color: 'green',
    withBorder: true,
    ...(link === undefined ? { message } : { message: [`${message}. `, link], autoClose: false }),
  })

/** Shows why something failed, where no form can show it. */
export const showFailure = (error: unknown): void =>
  void notifications.show({
    title: 'Something went wrong',
    message: sentenceOf(error),
    color: 'red',
    autoClose: false,
    withBorder: true,
    // The usual colour below a title has too little contrast.
    styles: { description: { color: 'var(--mantine-color-text)' } },
  })
