import { element } from './element.ts'

const SHOWN_MS = 1_500

/** A button at every block of code. Only pages of a secure origin may write to the clipboard. */
export function addCopyButtons(): void {
  if (!window.isSecureContext) return
  for (const block of document.querySelectorAll('main pre')) {
    const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
    button.addEventListener('click', () => void copy(block.querySelector('code')?.textContent ?? '', button))
    const frame = element('div', { class: 'code' })
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not allowed',
  )
  setTimeout(() => {
    button.textContent = 'Copy'
  }, SHOWN_MS)
}
