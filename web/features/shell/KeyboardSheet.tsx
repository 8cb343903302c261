import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { goTo } from '../../lib/keyboard/page-shortcuts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './KeyboardSheet.module.css'
import { type Group, listShortcuts } from './list-shortcuts.ts'

let isShown = false

/**
 * Shows the keys that hold now: those of the open dialog, or those of the page. Outside of the page's tree, because it
 * opens above any of them.
 */
export function showKeyboardSheet() {
  if (isShown) return
  isShown = true
  const groups = listShortcuts(
    [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document,
    location.pathname,
    goTo,
  )
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(
    <KeyboardSheet
      groups={groups}
      onClosed={() => {
        root.unmount()
        host.remove()
        isShown = false
      }}
    />,
  )
}

function KeyboardSheet({ groups, onClosed }: { groups: Group[]; onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="keyboard-sheet"
      onClose={onClosed}
      // A press outside of what the dialog shows: on its backdrop.
      onClick={event => event.target === event.currentTarget && event.currentTarget.close()}
      onKeyDown={event => {
        // Escape must not also close the dialog below, and no key acts on the page.
        event.stopPropagation()
        if (event.key === '?') event.currentTarget.close()
      }}
    >
      <div className={styles.content}>
        <h2 className={styles.title} id="keyboard-sheet">
          Keyboard shortcuts
        </h2>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} className={styles.group}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={keys.join()}>
                  <dt>
                    {keys.map(key => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  )
}
