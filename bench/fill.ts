import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { localFiles } from '../server/outside/files.ts'
import { fillBench } from './data.ts'
import { makeGallery } from './make-gallery.ts'

// `npm run bench:data -- --logos 400000`: makes a gallery of that size in bench/data, a DATA_DIR like any other.

const { values } = parseArgs({ options: { logos: { type: 'string', default: '400000' } } })
const logos = Number(values.logos)
if (!Number.isInteger(logos) || logos < 1000) throw new Error('--logos: a whole number, 1000 or more')

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = join(import.meta.dirname, 'data', String(logos))
await makeGallery(folder, (url, files) => fillBench(url, localFiles(files), logos, say))
say(`DATA_DIR=${folder} npm start serves it; sign in as designer1 to designer${Math.round(logos / 20)}.`)
