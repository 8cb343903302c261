import { setPriority } from 'node:os'
import sharp from 'sharp'
import type { CardAnswer, CardOrder } from './card.ts'
import { drawCard } from './draw.ts'

// A process that draws cards for its parent. Only here may the decoder open SVG, which is our own; what is uploaded
// never comes here as it was sent.

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebp', 'VipsForeignLoadSvg'] })
sharp.concurrency(1)
sharp.cache(false)
// Lowers its priority: uploads and answers come first.
setPriority(10)

process.on('message', (order: CardOrder) => {
  drawCard(order).then(
    bytes => answer({ bytes }),
    error => answer({ error: String(error) }),
  )
})

const answer = (message: CardAnswer) => process.send?.(message)
