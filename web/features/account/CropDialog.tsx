import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { avatarSide } from '../../../shared/rules/avatar.ts'
import { Button } from '../../ui/controls/Button.tsx'
import dialogStyles from '../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import styles from './CropDialog.module.css'

type Props = { picture: ImageBitmap; onDone: (dataUrl: string) => void; onCancel: () => void }

/** The view's centre within the picture, 0 to 1 on each axis, and the zoom. */
type View = { x: number; y: number; zoom: number }

const nearest = 4
/** The step of an arrow key as a share of the view. */
const step = 0.04

/**
 * Crops a picture to a square: it is dragged or moved by arrow keys under a fixed frame and zoomed by a slider.
 * Long for its markup: the gestures are small and share the view.
 */
export function CropDialog({ picture, onDone, onCancel }: Props) {
  const [view, setView] = useState<View>({ x: 0.5, y: 0.5, zoom: 1 })
  const stage = useRef<HTMLDivElement>(null)
  // A callback ref: the dialog renders its content later than this component.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)

  const side = Math.min(picture.width, picture.height) / view.zoom
  const look = ({ x, y, zoom }: View) => {
    const half = Math.min(picture.width, picture.height) / zoom / 2
    const within = (at: number, length: number) => Math.min(Math.max(at, half / length), 1 - half / length)
    setView({ x: within(x, picture.width), y: within(y, picture.height), zoom })
  }
  /** Moves by shares of the view. */
  const moveBy = (right: number, down: number) =>
    look({
      ...view,
      x: view.x + (right * side) / picture.width,
      y: view.y + (down * side) / picture.height,
    })

  useEffect(() => {
    const context = canvas?.getContext('2d')
    if (!context) return
    // Transparent parts get a white ground, as on the server.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, avatarSide, avatarSide)
    context.imageSmoothingQuality = 'high'
    const left = view.x * picture.width - side / 2
    const top = view.y * picture.height - side / 2
    context.drawImage(picture, left, top, side, side, 0, 0, avatarSide, avatarSide)
  }, [canvas, picture, side, view])

  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const width = event.currentTarget.clientWidth
    moveBy(-event.movementX / width, -event.movementY / width)
  }
  const keys: Record<string, () => void> = {
    ArrowLeft: () => moveBy(-step, 0),
    ArrowRight: () => moveBy(step, 0),
    ArrowUp: () => moveBy(0, -step),
    ArrowDown: () => moveBy(0, step),
    '+': () => look({ ...view, zoom: Math.min(nearest, view.zoom * 1.1) }),
    '-': () => look({ ...view, zoom: Math.max(1, view.zoom / 1.1) }),
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <Dialog.Root open onOpenChange={open => open || onCancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} />
        <DialogPopup className={`${dialogStyles.sheet} ${styles.sheet}`} initialFocus={stage}>
          <Dialog.Title className={dialogStyles.title}>Your picture</Dialog.Title>
          <Dialog.Description className={styles.text}>
            Drag it, or move it with the arrow keys, until the circle shows what you want.
          </Dialog.Description>
          <div
            ref={stage}
            className={styles.stage}
            role="application"
            aria-label="What the picture shows. Arrow keys move, plus and minus zoom."
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its picture
            tabIndex={0}
            onKeyDown={press}
            onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          >
            <canvas ref={setCanvas} width={avatarSide} height={avatarSide} className={styles.canvas} />
            <span className={styles.frame} aria-hidden />
          </div>
          <label className={styles.zoom}>
            Zoom
            <input
              type="range"
              min={1}
              max={nearest}
              step={0.01}
              value={view.zoom}
              onChange={event => look({ ...view, zoom: Number(event.target.value) })}
            />
          </label>
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => canvas && onDone(canvas.toDataURL('image/jpeg', 0.92))}>
              Use picture
            </Button>
            <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
          </div>
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
