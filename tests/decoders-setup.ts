import sharp from 'sharp'
import { afterAll } from 'vitest'

// Files share a process. What one of them lets the decoder open, the next finds closed, as an upload does.
afterAll(() => sharp.block({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadHeif'] }))
