import { find } from '../../../shared/api/plates.ts'
import { HttpError } from '../../http/errors.ts'
import { readRoute } from '../../http/serve.ts'
import { cardShapes } from '../../outside/cards/card.ts'
import { cardOfLogo, cardPath, shapesOf } from '../cards/cards.ts'
import { findPlate } from './queries.ts'

export const platesRoutes = [
  readRoute(find, async ({ db, input }) => {
    const plate = await findPlate(db, input.logo_id)
    if (!plate) throw new HttpError(404, 'Logo not found')
    const named = cardOfLogo(plate)
    const pictures = shapesOf('logo').map(shape => ({ ...cardShapes[shape], url: cardPath(named, shape) }))
    return { ...plate, pictures }
  }),
]
