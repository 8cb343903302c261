import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

// What tests find on a page: by label, role and name, as people do.

/** The field with this label. */
export const field = (label: string | RegExp) => screen.getByLabelText(label)
export const input = (label: string | RegExp) => field(label) as HTMLInputElement
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

/** The text that describes a field to a screen reader: its error or hint. */
function descriptionOf(labelOrField: string | HTMLElement) {
  const element = typeof labelOrField === 'string' ? field(labelOrField) : labelOrField
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map(id => document.getElementById(id)?.textContent).join(' ')
}

/** Waits until this error or hint describes a field. */
export const untilDescribed = (labelOrField: string | HTMLElement, text: string | RegExp) =>
  waitFor(() =>
    typeof text === 'string'
      ? expect(descriptionOf(labelOrField)).toBe(text)
      : expect(descriptionOf(labelOrField)).toMatch(text),
  )

/** Waits until the page says this, in one element or in several that follow each other. */
export const untilSaid = (text: string | RegExp) =>
  waitFor(() => expect(document.body.textContent?.replaceAll(/\s+/g, ' ')).toMatch(text))

/** Waits until an element has the keyboard. */
export const untilFocused = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element))

/** Waits until the page has this address. */
export const untilAt = (path: string) => waitFor(() => expect(address()).toBe(path))

/** The page's address: path and query. */
export const address = () => location.pathname + location.search

/** Presses a button twice at once: at the second press the page has been rendered, and no answer has come. */
export function pressTwice(element: Element) {
  for (let i = 0; i < 2; i += 1) fireEvent.click(element)
}
