import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { avatarSide } from '../../../shared/rules/avatar.ts'
import { Button } from '../../ui/controls/Button.tsx'
import dialogStyles from '../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import styles from './CropDialog.module.css'

type Props = { picture: ImageBitmap; onDone: (dataUrl: string) => void; onCancel: () => void }

type View = ReturnType<typeof useView>

const nearest = 4
/** The step of an arrow key as a share of the view. */
const step = 0.04

/** Crops a picture to a square: it is dragged or moved by arrow keys under a fixed frame and zoomed by a slider. */
export function CropDialog({ picture, onDone, onCancel }: Props) {
  const view = useView(picture)
  const gestures = useGestures(view)
  const stage = useRef<HTMLDivElement>(null)
  // A callback ref: the dialog renders its content later than this component.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  useDrawing(canvas, picture, view)

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
            {...gestures}
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
              onChange={event => view.zoomTo(Number(event.target.value))}
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

/**
 * The square that is shown: its centre within the picture, 0 to 1 on each axis, the zoom, and the side in pixels of the
 * picture. It never leaves the picture.
 */
function useView(picture: ImageBitmap) {
  const [view, setView] = useState({ x: 0.5, y: 0.5, zoom: 1 })
  const sideAt = (zoom: number) => Math.min(picture.width, picture.height) / zoom
  const look = ({ x, y, zoom }: typeof view) => {
    const half = sideAt(zoom) / 2
    const within = (at: number, length: number) => Math.min(Math.max(at, half / length), 1 - half / length)
    setView({ x: within(x, picture.width), y: within(y, picture.height), zoom })
  }
  const side = sideAt(view.zoom)
  return {
    ...view,
    side,
    /** Moves by shares of the view. */
    moveBy: (right: number, down: number) =>
      look({
        ...view,
        x: view.x + (right * side) / picture.width,
        y: view.y + (down * side) / picture.height,
      }),
    zoomTo: (zoom: number) => look({ ...view, zoom: Math.min(nearest, Math.max(1, zoom)) }),
  }
}

/** Dragging and the keys, as attributes of the element that shows the view. */
function useGestures({ zoom, moveBy, zoomTo }: View) {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => moveBy(-step, 0),
    ArrowRight: () => moveBy(step, 0),
    ArrowUp: () => moveBy(0, -step),
    ArrowDown: () => moveBy(0, step),
    '+': () => zoomTo(zoom * 1.1),
    '-': () => zoomTo(zoom / 1.1),
  }
  return {
    onKeyDown(event: KeyboardEvent) {
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    },
    onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove(event: PointerEvent) {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
      const width = event.currentTarget.clientWidth
      moveBy(-event.movementX / width, -event.movementY / width)
    },
  }
}

/** Draws the view on the canvas. */
function useDrawing(canvas: HTMLCanvasElement | null, picture: ImageBitmap, { x, y, side }: View) {
  useEffect(() => {
    const context = canvas?.getContext('2d')
    if (!context) return
    // Transparent parts get a white ground, as on the server.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, avatarSide, avatarSide)
    context.imageSmoothingQuality = 'high'
    const left = x * picture.width - side / 2
    const top = y * picture.height - side / 2
    context.drawImage(picture, left, top, side, side, 0, 0, avatarSide, avatarSide)
  }, [canvas, picture, x, y, side])
}
