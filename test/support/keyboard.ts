import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** From one end of a page to the other: of the Designer, its menu, toolbar, palette, canvas and a form. */
const MAX_TABS = 60

/** The name of what has the focus, and whether a user sees that it has it. */
export const focused = (page: Page) =>
  page.evaluate<{ readonly name: string; readonly isSeen: boolean }>(`(() => {
    const element = document.activeElement
    const label = document.getElementById(element.getAttribute('aria-labelledby')) ?? element.labels?.[0]
    const name = element.getAttribute('aria-label') ?? (label ?? element).textContent
    return { name: name.replace('*', '').trim(), isSeen: element.matches(':focus-visible') }
  })()`)

/** Presses a key until the focus is on what has this name. The focus must be visible there. */
export async function go(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  while (passed.length < MAX_TABS) {
    await page.keyboard.press(key)
    const { name, isSeen } = await focused(page)
    if (wanted.test(name)) return expect(isSeen, `the focus on ${name} is seen`).toBe(true)
    passed.push(name)
  }
  throw new Error(`${String(wanted)} was not reached by ${key}: ${passed.join(' | ')}`)
}
