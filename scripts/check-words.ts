import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Comments, test titles (also those in the rows of test.each), identifiers and documents use none of the words that
// docs/style.md lists under "Word list". What the product shows to people is not checked.

const root = join(import.meta.dirname, '..')

const words = readWordList()
if (words.length < 10) fail(['docs/style.md has no word list'])
const pattern = new RegExp(`\\b(?:${words.map(word => word.replaceAll(' ', '\\s+')).join('|')})\\b`, 'gi')

const files = execFileSync(
  'git',
  ['ls-files', '*.ts', '*.tsx', '*.js', '*.css', '*.sh', ':(glob)*.md', 'docs/*.md'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(file => file && !file.endsWith('/types.ts'))
if (files.length < 100) fail(['git lists hardly any file: is this looking in the right place?'])

fail(
  files.flatMap(file =>
    checkedText(file, readFileSync(join(root, file), 'utf8')).flatMap(({ line, text }) =>
      [...text.matchAll(pattern)].map(([word]) => `${file}:${line}: "${word}"`),
    ),
  ),
)

/** The first column of the table under "Word list". */
function readWordList(): string[] {
  const style = readFileSync(join(root, 'docs/style.md'), 'utf8')
  const section = style.split(/^## /m).find(text => text.startsWith('Word list')) ?? ''
  return [...section.matchAll(/^\| (?!Not\b|-)([^|]+?) \|/gm)].flatMap(([, cell]) => cell!.split(', '))
}

/** The comments, the test titles and the identifiers (as separate words) of a file, by line. */
function checkedText(file: string, source: string): { line: number; text: string }[] {
  const parts = splitSource(source, file)
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  let line = 1
  let before = ''
  return parts.flatMap(part => {
    const start = line
    line += part.text.split('\n').length - 1
    const isTitle = isTest && part.kind === 'string' && (isTitleCall(before) || isRowTitle(before, part.text))
    if (part.kind === 'code') before = part.text
    if (part.kind === 'string' && !isTitle) return []
    const text = part.kind === 'code' ? identifiers(part.text, file) : withoutCode(part.text)
    return text.split('\n').map((each, i) => ({ line: start + i, text: each }))
  })
}

/** A comment or title without the code that it quotes in backticks. */
function withoutCode(text: string) {
  return text.replace(/^`|`$/g, '').replace(/`[^`\n]*`/g, '')
}

/** The identifiers of some code as separate words; the text of JSX elements, which people read, is left out. */
function identifiers(code: string, file: string) {
  const own = file.endsWith('.tsx')
    ? code.replace(/(?<=[>}])[^<>{}()=;]*(?=[<{]|$)/g, text => text.replace(/[^\n]/g, ' '))
    : code
  return own.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

/** Whether a string that stands behind this code is the title of a test. */
function isTitleCall(code: string) {
  return /(?:\b(?:test|describe)(?:\.\w+)*|\]\)|\))\(\s*$/.test(code)
}

/** Whether a string begins a row of test.each: the first of an array, in words. */
function isRowTitle(code: string, text: string) {
  return /\[\s*$/.test(code) && /^'[^']* [^']*'$/.test(text)
}

type Part = { kind: 'code' | 'comment' | 'string'; text: string }

/** Splits a source into comments, strings and the code between them. Regular expressions count as strings. */
function splitSource(source: string, file: string): Part[] {
  if (file.endsWith('.md')) return splitDocument(source)
  if (file.endsWith('.sh'))
    return source.split(/(?<=\n)/).map(text => ({ kind: text.startsWith('#') ? 'comment' : 'string', text }))
  const token = file.endsWith('.css')
    ? /(\/\*[\s\S]*?\*\/)|("[^"\n]*"|'[^'\n]*')/g
    : /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\n\\])*\]|[^/\n\\[])+\/)/g
  const parts: Part[] = []
  let end = 0
  for (const match of source.matchAll(token)) {
    parts.push({ kind: 'code', text: source.slice(end, match.index) })
    parts.push({ kind: match[1] === undefined ? 'string' : 'comment', text: match[0] })
    end = match.index + match[0].length
  }
  parts.push({ kind: 'code', text: source.slice(end) })
  return parts
}

/** The prose of a document; its code and, in docs/style.md, the word list count as strings. */
function splitDocument(source: string): Part[] {
  const [prose = '', list = ''] = source.split(/^(?=## Word list)/m)
  const parts = prose
    .split(/(```[\s\S]*?```|\]\([^)]*\)|`[^`\n]*`)/)
    .map((text, i): Part => ({ kind: i % 2 ? 'string' : 'comment', text }))
  return [...parts, { kind: 'string', text: list }]
}

function fail(problems: string[]) {
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length) process.exitCode = 1
}
