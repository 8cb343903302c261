import { readFileSync } from 'node:fs'
import { webDigest } from '../shared/judging/digest.ts'
import { verifyDraw } from '../shared/judging/verify.ts'

// `npm run verify -- draw.json`: repeats the draw of a book from what `GET /api/books/draw?book=` answered, and says
// whether it agrees. Exit code 0 only when everything does.

const say = (line: string) => process.stdout.write(`${line}\n`)
const marks = { agrees: 'agrees  ', differs: 'DIFFERS ', unpublished: 'open    ' }
const conclusions = {
  agrees: 'The draw agrees with what was published.',
  differs: 'The draw does not agree with what was published.',
  unpublished: 'Nothing can be repeated yet.',
}

const [path, ...more] = process.argv.slice(2)
if (!path || more.length) refuse('npm run verify -- draw.json', 2)
const { outcome, findings } = await verifyDraw(webDigest, read(path))
for (const { state, text } of findings) say(`${marks[state]}${text}`)
say(conclusions[outcome])
process.exitCode = outcome === 'agrees' ? 0 : 1

function read(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return refuse(`${file} can't be read.`, 1)
  }
  try {
    return JSON.parse(text)
  } catch {
    return refuse(`${file} is not JSON.`, 1)
  }
}

function refuse(reason: string, code: number): never {
  process.stderr.write(`${reason}\n`)
  process.exit(code)
}
