import { setTileSize, tileSizes, useTileSize } from '../../domain/logos/tile-size.ts'
import styles from './TileSizer.module.css'

/** The slider of the tile size. */
export function TileSizer() {
  const size = useTileSize()
  return (
    <label className={styles.sizer}>
      <span>Tile size</span>
      <input
        className={styles.slider}
        type="range"
        min={tileSizes.min}
        max={tileSizes.max}
        step={tileSizes.step}
        value={size}
        aria-valuetext={`${size} pixels`}
        onChange={event => setTileSize(event.target.valueAsNumber)}
      />
    </label>
  )
}
