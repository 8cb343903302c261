import PDFDocument from 'pdfkit'
import type { SheetCount, SheetPaper } from '../../../../shared/rules/contact-sheet.ts'
import { type Grid, gridOf, margin, papers } from './layout.ts'
import { graphemesOf, type Run, readFont, typeset, type Weight } from './typefaces.ts'

/** A text, and its substitute where the fonts lack one of its characters. */
type Words = { text: string; instead: string }

export type SheetLogo = {
  title: Words
  /** Undefined where the designer is the company. */
  designer?: Words | undefined
  company: Words
  /** A JPEG; undefined where the picture is missing. */
  picture?: Uint8Array | undefined
}

export type Sheet = {
  name: Words
  /** Who made the collection, and how many logos it shows. */
  by: Words
  author: string
  logos: SheetLogo[]
  paper: SheetPaper
  count: SheetCount
  siteName: string
  /** As it is printed. */
  day: string
  madeAt: Date
}

const ink = '#151515'
const grey = '#5a5a5a'
const hairline = '#dadada'
const apart = 16
const lacking =
  'Where our fonts lack a script, the logo’s number or the profile’s address stands for the name.'

type Line = { words: Words; weight: Weight; size: number; color: string; width: number }
type Place = { x: number; y: number }

/** Draws a contact sheet as a tagged PDF with its fonts. Long for its markup: what is decoration is marked as such. */
export function drawSheet(sheet: Sheet): Promise<Buffer> {
  const { paper, count, logos, name, by, author, siteName, day, madeAt } = sheet
  const { width, height } = papers[paper]
  const grid = gridOf(paper, count)
  const line = width - 2 * grid.left
  const pdf = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    tagged: true,
    pdfVersion: '1.7',
    displayTitle: true,
    info: { Title: name.text, Author: author, Creator: siteName, CreationDate: madeAt },
  })
  const bytes = collect(pdf)
  const pen = makePen(pdf)
  const document = pdf.struct('Document')
  pdf.addStructure(document)
  const pages = Math.ceil(logos.length / Number(count))
  for (let page = 0; page < pages; page++) {
    pdf.addPage()
    const on = logos.slice(page * Number(count), (page + 1) * Number(count))
    let isLacking = false
    const write = (text: Line, place: Place) => {
      if (pen.write(text, place)) isLacking = true
    }
    const header = () => {
      write(
        { words: name, weight: 'strong', size: 14, color: ink, width: line * 0.62 },
        { x: grid.left, y: margin.top },
      )
      const right = {
        words: by,
        weight: 'regular',
        size: 8,
        color: grey,
        width: line * 0.38 - apart,
      } as const
      write(right, { x: width - grid.left - pen.widthOf(right), y: margin.top + 6 })
    }
    // The name is read once; it is decoration on the pages after the first.
    if (page === 0) document.add(pdf.struct('H1', {}, header))
    else asDecoration(pdf, header)
    for (const [at, logo] of on.entries()) {
      const place = grid.placeOf(at)
      document.add(pdf.struct('Figure', { alt: logo.title.text }, () => drawPicture(pdf, logo, place, grid)))
      document.add(pdf.struct('P', {}, () => drawCaption(write, logo, place, grid)))
    }
    asDecoration(pdf, () => {
      const y = height - margin.bottom - 8
      const foot = (text: string, from: (line: Line) => number, at = y) => {
        const each: Line = {
          words: { text, instead: '' },
          weight: 'regular',
          size: 7,
          color: grey,
          width: line / 2,
        }
        pen.write({ ...each, width: line }, { x: from(each), y: at })
      }
      if (isLacking) foot(lacking, () => grid.left, y - 11)
      foot(`${siteName} · ${day}`, () => grid.left)
      foot(`Page ${page + 1} of ${pages}`, each => width - grid.left - pen.widthOf(each))
    })
  }
  document.end()
  pdf.end()
  return bytes
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = []
  pdf.on('data', part => parts.push(part))
  return new Promise((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
}

function asDecoration(pdf: PDFKit.PDFDocument, draw: () => void) {
  pdf.markContent('Artifact', { type: 'Pagination' })
  draw()
  pdf.endMarkedContent()
}

function drawPicture(pdf: PDFKit.PDFDocument, { picture }: SheetLogo, { x, y }: Place, { side }: Grid) {
  // Half of the line is below the picture. White logos have an edge, too.
  pdf.rect(x, y, side, side).lineWidth(0.8).stroke(hairline)
  if (picture) pdf.image(Buffer.from(picture), x, y, { width: side, height: side })
}

function drawCaption(
  write: (line: Line, place: Place) => void,
  { title, designer, company }: SheetLogo,
  { x, y }: Place,
  grid: Grid,
) {
  const { side, lead, line: width } = grid
  let top = y + side + 0.5 * grid.title
  write({ words: title, weight: 'strong', size: grid.title, color: ink, width }, { x, y: top })
  top += lead * grid.title
  for (const words of [designer, company]) {
    if (!words) continue
    write({ words, weight: 'regular', size: grid.credit, color: grey, width }, { x, y: top })
    top += lead * grid.credit
  }
}

/** Writes single lines, shortened to their width. */
function makePen(pdf: PDFKit.PDFDocument) {
  const known = new Set<string>()
  const use = (file: string, size: number) => {
    if (!known.has(file)) pdf.registerFont(file, readFont(file))
    known.add(file)
    return pdf.font(file).fontSize(size)
  }
  const lengthOf = (runs: Run[], size: number) =>
    runs.reduce((sum, { file, text }) => sum + use(file, size).widthOfString(text), 0)

  /** The runs of a line, with as many characters as fit, and whether the substitute was used. */
  function compose({ words, weight, size, width }: Line) {
    const own = typeset(words.text, weight)
    const runs = own ?? typeset(words.instead, weight) ?? []
    const isInstead = !own
    if (lengthOf(runs, size) <= width) return { runs, isInstead }
    const characters = graphemesOf(runs.map(({ text }) => text).join(''))
    const shortened = (length: number) =>
      typeset(`${characters.slice(0, length).join('').trimEnd()}…`, weight) ?? []
    let [fits, tooLong] = [0, characters.length]
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1
      if (lengthOf(shortened(middle), size) <= width) fits = middle
      else tooLong = middle
    }
    return { runs: shortened(fits), isInstead }
  }

  return {
    widthOf: (line: Line) => lengthOf(compose(line).runs, line.size),
    /** Returns whether the substitute was used. */
    write(line: Line, { x, y }: Place): boolean {
      const { runs, isInstead } = compose(line)
      let left = x
      for (const { file, text } of runs) {
        use(file, line.size)
          .fillColor(line.color)
          .text(text, left, y + line.size, { lineBreak: false, baseline: 'alphabetic' })
        left += pdf.widthOfString(text)
      }
      return isInstead
    },
  }
}
