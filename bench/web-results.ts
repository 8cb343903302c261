import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'RESULTS-WEB.md')

/** Writes a section of RESULTS-WEB.md in place of the one with that heading, or after the others. */
export async function replaceSection(heading: string, text: string) {
  const [title, ...sections] = (await readFile(file, 'utf8')).split(/^(?=## )/m)
  const section = `## ${heading}\n\n${text.trim()}\n`
  const at = sections.findIndex(each => each.startsWith(`## ${heading}\n`))
  sections.splice(at < 0 ? sections.length : at, at < 0 ? 0 : 1, section)
  await writeFile(file, [title!.trim(), ...sections.map(each => each.trim())].join('\n\n').concat('\n'))
}
