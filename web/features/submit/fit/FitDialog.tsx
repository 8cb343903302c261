import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { firstPlacement, limitPlacement, marginRange, type Placement } from '../../../../shared/rules/fit.ts'
import { maxImageSide } from '../../../../shared/rules/image.ts'
import { SizePreview } from '../../../domain/logos/SizePreview.tsx'
import { revokeLater } from '../../../lib/browser/object-url.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, Segments } from '../../../ui/controls/Field.tsx'
import dialogStyles from '../../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../../ui/messages/DialogPopup.tsx'
import styles from './FitDialog.module.css'
import { drawFitted, encodeFitted, type Fitted } from './fit-file.ts'
import { placementByKey } from './placement-keys.ts'
import { openSource, type Source } from './source.ts'
import { useBoardGestures } from './use-board-gestures.ts'

type Props = {
  file: File
  isAnimated: boolean
  isOpen: boolean
  onUse: (fitted: Fitted) => void
  onClose: () => void
}

/** Fits a picture onto a square of 900 px: asks first where only the first frame of an animation would be used. */
export default function FitDialog({ file, isAnimated, isOpen, onUse, onClose }: Props) {
  const [isAsked, setIsAsked] = useState(!isAnimated)
  const [source, setSource] = useState<Source | 'failed'>()
  useEffect(() => {
    let isWanted = true
    openSource(file).then(
      opened => isWanted && setSource(opened),
      () => isWanted && setSource('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [file])

  const what = !isAsked ? 'asking' : source === 'failed' ? 'failed' : source ? 'fitting' : 'loading'
  return (
    <Dialog.Root open={isOpen} onOpenChange={open => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} />
        <DialogPopup
          className={`${dialogStyles.sheet} ${styles.sheet}`}
          data-wide={what === 'fitting' || undefined}
        >
          <Dialog.Title className={dialogStyles.title}>Fit to 900 × 900</Dialog.Title>
          {what === 'asking' && (
            <>
              <Dialog.Description className={styles.text}>
                “{file.name}” is an animation. Animated images aren’t accepted, but its first frame can be
                used.
              </Dialog.Description>
              <div className={styles.actions}>
                <Button kind="primary" onClick={() => setIsAsked(true)}>
                  Use the first frame
                </Button>
                <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
              </div>
            </>
          )}
          {what === 'loading' && <p role="status">Opening the picture…</p>}
          {what === 'failed' && (
            <>
              <FieldNote error="Your browser can’t open this picture. Save it as PNG or JPG and try again." />
              <div className={styles.actions}>
                <Dialog.Close render={<Button />}>Close</Dialog.Close>
              </div>
            </>
          )}
          {what === 'fitting' && <Fitting source={source as Source} name={file.name} onUse={onUse} />}
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const grounds = ['edge', 'white', 'black', 'other'] as const
const groundNames = { edge: 'Its edge', white: 'White', black: 'Black', other: 'Other' }

/** How long the placement rests before the file is written again. */
const restMs = 200

/** The artboard with its controls. */
function Fitting({ source, name, onUse }: { source: Source; name: string; onUse: (fitted: Fitted) => void }) {
  const [placement, setPlacement] = useState(firstPlacement)
  const [choice, setChoice] = useState<string>('edge')
  const [other, setOther] = useState(source.edge)
  const [board, setBoard] = useState<HTMLElement | null>(null)
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const ground = { edge: source.edge, white: '#ffffff', black: '#000000', other }[choice]!
  const encoded = useEncoded(canvas, source, placement, ground, name)

  const made = encoded === 'failed' ? undefined : encoded

  const place = (next: Partial<Placement>) => setPlacement(limitPlacement({ ...placement, ...next }))
  const gestures = useBoardGestures(board, setPlacement)
  const press = (event: KeyboardEvent) => {
    const next = placementByKey(placement, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    setPlacement(next)
  }

  return (
    <div className={styles.columns}>
      <div>
        <div
          className={styles.board}
          role="application"
          aria-label="The picture on the artboard. Arrow keys move it, plus and minus scale it, zero centers it."
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its picture
          tabIndex={0}
          ref={setBoard}
          onKeyDown={press}
          {...gestures}
        >
          <canvas ref={setCanvas} width={maxImageSide} height={maxImageSide} className={styles.canvas} />
        </div>
        <p className={styles.hint}>
          <span className={styles.mouse}>
            Drag it or use the arrow keys; + and − scale it, and so does the wheel once you’ve clicked it.
          </span>
          <span className={styles.touch}>Drag it; two fingers scale it.</span>
        </p>
      </div>
      <div className={styles.controls}>
        <SizePreview src={made?.url} ground={ground} name={name} />
        <MarginSlider margin={placement.margin} onChange={margin => place({ margin })} />
        <GroundChoice choice={choice} other={other} onChoose={setChoice} onOther={setOther} />
        <p className={styles.note} role="status">
          {encoded === 'failed' ? 'Your browser can’t write this picture.' : (made?.note ?? ' ')}
        </p>
        <div className={styles.actions}>
          <Button kind="primary" disabled={!made} onClick={() => made && onUse(made)}>
            Use picture
          </Button>
          <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
        </div>
      </div>
    </div>
  )
}

function MarginSlider({ margin, onChange }: { margin: number; onChange: (margin: number) => void }) {
  return (
    <label className={styles.margin}>
      <span>Margin</span>
      <output>{Math.round(margin * 100)} %</output>
      <input
        type="range"
        min={marginRange.least}
        max={marginRange.most}
        step={0.01}
        value={margin}
        onChange={event => onChange(Number(event.target.value))}
      />
    </label>
  )
}

type GroundProps = {
  choice: string
  /** The colour of the choice "other". */
  other: string
  onChoose: (choice: string) => void
  onOther: (color: string) => void
}

const GroundChoice = ({ choice, other, onChoose, onOther }: GroundProps) => (
  <>
    <Segments
      label="Ground"
      name="ground"
      options={grounds}
      names={groundNames}
      chosen={choice}
      onChange={event => onChoose(event.target.value)}
    />
    {choice === 'other' && (
      <label className={styles.color}>
        <span>Ground colour</span>
        <input type="color" value={other} onChange={event => onOther(event.target.value)} />
      </label>
    )}
  </>
)

type Made = (Fitted & { url: string }) | 'failed' | undefined

/** Draws the square at once, and writes it as a file when the placement rests; undefined while it does not. */
function useEncoded(
  canvas: HTMLCanvasElement | null,
  source: Source,
  placement: Placement,
  ground: string,
  name: string,
) {
  const [made, setMade] = useState<Made>()
  useEffect(() => {
    if (!canvas) return
    drawFitted(canvas, source, placement, ground)
    setMade(undefined)
    let isWanted = true
    let url: string | undefined
    const timer = setTimeout(() => {
      encodeFitted(canvas, name).then(
        fitted => {
          if (!isWanted) return
          url = URL.createObjectURL(fitted.file)
          setMade({ ...fitted, url })
        },
        () => isWanted && setMade('failed'),
      )
    }, restMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
      if (url) revokeLater(url)
    }
  }, [canvas, source, placement, ground, name])
  return made
}
