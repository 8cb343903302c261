import { useCallback, useEffect, useRef, useState } from 'react'
import type { Tile } from '../../../shared/api/jury.ts'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'
import { addTiles, countAhead, emptyList, gridSize, prefetched, type TileList } from './tile-list.ts'

const retryMs = 4000
/** Polling interval for tiles of late jurors, in ms. */
const pollIntervalMs = 30_000

type Supply =
  | 'loading'
  /** More are loading, or will be requested in time. */
  | 'more'
  /** The server has no other tiles. */
  | 'complete'
  /** The server was not reached: the request is retried. */
  | 'unreachable'

/**
 * The tiles on this device: the last ones that were scored, then what is still to do, `prefetched` ahead. `unsent`: scores
 * by assignment that the server does not have yet; undefined while that is unknown.
 */
export function useTileList(unsent: ReadonlyMap<number, number> | undefined) {
  const [list, setList] = useState(emptyList)
  const [supply, setSupply] = useState<Supply>('loading')
  // A ref, because keys may be pressed faster than React renders.
  const latest = useRef(list)
  const latestUnsent = useRef(unsent)
  useEffect(() => {
    latestUnsent.current = unsent
  })
  const change = useCallback((update: (list: TileList) => TileList) => {
    latest.current = update(latest.current)
    setList(latest.current)
    return latest.current
  }, [])

  const isAsking = useRef(false)
  const hasBegun = useRef(false)
  const ask = useCallback(async () => {
    if (isAsking.current || !latestUnsent.current) return
    isAsking.current = true
    try {
      if (!hasBegun.current) {
        const done = (await call(api.jury.tiles, { from: 'scored', page_size: gridSize })).data.reverse()
        change(list => ({ ...addTiles(list, done, new Map()), at: done.length }))
        hasBegun.current = true
      }
      setSupply((await prefetchTiles(latest.current, latestUnsent.current, change)) ? 'complete' : 'more')
    } catch {
      setSupply('unreachable')
    }
    isAsking.current = false
  }, [change])

  const ahead = countAhead(list)
  const isKnown = !!unsent
  const isShort = ahead < prefetched / 2
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each scored tile
  useEffect(() => {
    if (isKnown && isShort && supply !== 'complete' && supply !== 'unreachable') void ask()
  }, [ask, isKnown, isShort, supply, ahead])

  useEffect(() => {
    if (supply !== 'complete' && supply !== 'unreachable') return
    const timer = setInterval(() => void ask(), supply === 'complete' && ahead ? pollIntervalMs : retryMs)
    const askNow = () => void ask()
    addEventListener('online', askNow)
    return () => {
      clearInterval(timer)
      removeEventListener('online', askNow)
    }
  }, [ask, supply, ahead])

  usePictures(list)
  return { list, latest, change, supply }
}

/** Requests tiles until enough are prefetched; returns whether the server has no more. */
async function prefetchTiles(
  list: TileList,
  unsent: ReadonlyMap<number, number>,
  change: (update: (list: TileList) => TileList) => TileList,
) {
  // Unsent and already loaded tiles are at the front of the server's list.
  const mostPages = Math.ceil((prefetched * 2 + unsent.size + list.positions.length) / pageSize.most) + 1
  const arrived: Tile[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const last = arrived.at(-1)
    const from = last?.is_skipped ? 'skipped' : 'next'
    const asked = { from, after: last?.position, page_size: pageSize.most } as const
    const { data } = await call(api.jury.tiles, asked)
    arrived.push(...data)
    const isLast = data.length < pageSize.most
    // Skipped tiles return only once no other tile is left.
    const after = change(list => addTiles(list, isLast ? arrived : data.filter(t => !t.is_skipped), unsent))
    if (isLast) return true
    if (countAhead(after) >= prefetched) return false
  }
  return false
}

/** Addresses of a tile's pictures: in a grid, alone, and at its true sizes. */
export const picturesOf = ({ image, url, strip }: Pick<Tile, 'image' | 'url' | 'strip'>) => ({
  small: `/images/${image}-320.webp`,
  large: url,
  ...(strip !== null && { strip }),
})

const atOnce = 4

/** Fetches the pictures of the tiles ahead, a few at a time, and keeps references to them, so that they stay in the memory cache. */
function usePictures({ tiles, positions, at }: TileList) {
  const held = useRef(new Map<string, HTMLImageElement>())
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` counts the loaded pictures
  useEffect(() => {
    const wanted = new Set(
      positions.slice(Math.max(0, at - gridSize), at + prefetched).flatMap(id => {
        const tile = tiles.get(id)
        return tile ? Object.values(picturesOf(tile)) : []
      }),
    )
    for (const url of held.current.keys()) if (!wanted.has(url)) held.current.delete(url)
    let underWay = [...held.current.values()].filter(image => !image.complete).length
    for (const url of wanted) {
      if (underWay >= atOnce) break
      if (held.current.has(url)) continue
      const image = new Image()
      image.onload = () => setTurn(turn => turn + 1)
      image.onerror = () => setTimeout(() => held.current.delete(url) && setTurn(turn => turn + 1), retryMs)
      image.fetchPriority = 'low'
      image.src = url
      held.current.set(url, image)
      underWay += 1
    }
  }, [tiles, positions, at, turn])
}
