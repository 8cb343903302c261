import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { Tile } from '../../shared/api/jury.ts'
import * as api from '../../shared/api.ts'
import { pageSize } from '../../shared/rules/limits.ts'
import type { Client } from '../server.ts'

// What tests do at the juror's bench.

/** The juror's tiles without a score, or those with one, in the order of the bench. */
export async function listTiles({ call }: Client, from: 'next' | 'scored' = 'next'): Promise<Tile[]> {
  const tiles: Tile[] = []
  for (;;) {
    const { data } = await call(api.jury.tiles, {
      from,
      after: tiles.at(-1)?.position,
      page_size: pageSize.most,
    })
    tiles.push(...data)
    if (data.length < pageSize.most) return tiles
  }
}

/** Waits until this tile is the one at hand, in the grid or alone. */
export const untilAtHand = ({ logo, industry }: Tile) =>
  waitFor(() => {
    const alone = document.querySelector('[role=application]')?.getAttribute('aria-label')
    const selected = document.querySelector('[role=option][aria-selected=true]')?.textContent
    expect(alone?.replace(/^Tile \d+\. /, '') ?? selected).toMatch(new RegExp(`^${logo}, ${industry}, `))
  })

/** Waits until the bench says how many scores are on the device alone, and how many were sent from it. */
export const untilOutbox = (kept: number, sent: number | string) =>
  screen.findByText(new RegExp(`^${kept} kept here, ${sent} sent`))
