import { ownName, type SiteWords } from '../../../shared/site-words.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { siteWords } from '../../lib/site-words.ts'

/** A block of a mail. All of it is plain text; line breaks in `text` are kept. */
export type Block =
  | { type: 'heading'; text: string }
  | { type: 'text'; text: string }
  /** Small print: additional information. */
  | { type: 'note'; text: string }
  /** `href` is a URL of ours; the text version writes it out. A quiet one stands beside the button that matters. */
  | { type: 'button'; label: string; href: string; isQuiet?: boolean }
  /** Pairs of a name and a value: a receipt, a sender. */
  | { type: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  | { type: 'rule' }

const sans = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif"
const serif = "font-family:Georgia,'Times New Roman',serif"

/** The dark theme, for mail clients that support it; the inline styles are the light one. */
const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: #1a1a1a !important; }
  .sheet { background: #232323 !important; border-color: #333333 !important; }
  .ink, .ink a { color: #f2f2f2 !important; }
  .ink-2 { color: #a6a6a6 !important; }
  .line { border-color: #333333 !important; }
  .button { background: #f2f2f2 !important; border-color: #f2f2f2 !important; color: #151515 !important; }
  .quiet { border-color: #5c5c5c !important; color: #f2f2f2 !important; }
  .on-light { display: none !important; }
  .on-dark { display: block !important; }
}`

/** Attached as pictures with these content ids (server/outside/mail.ts). Only one of them is shown. */
const wordmarks = [
  `<img class="on-light ink" src="cid:wordmark" alt="${ownName}" style="display:block;`,
  '<img class="on-dark ink" src="cid:wordmark-dark" alt="" style="display:none;mso-hide:all;',
]
  .map(
    image =>
      `${image}border:0;${sans};font-size:18px;font-weight:600;color:#151515" width="120" height="26">`,
  )
  .join('')

/** The pictures are of the program's own name; another name is set in type. */
function headOf({ site_name, wordmark }: SiteWords) {
  if (site_name === ownName && !wordmark) return wordmarks
  return `<span class="ink" style="${sans};font-size:18px;line-height:26px;font-weight:600;color:#151515">${escapeHtml(site_name)}</span>`
}

/** A mail's two versions, made of the same blocks, so that they never differ in content. */
export function renderMail(subject: string, blocks: readonly Block[]): { html: string; text: string } {
  const words = siteWords()
  const colophon = `${words.site_name}: a gallery of logo designs, and the books made of it.`
  return {
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${darkStyle}</style></head>
<body class="canvas" style="margin:0;padding:0;background:#f1f1f1">
${previewOf(blocks)}
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f1f1f1"><tr><td align="center" style="padding:24px 12px 36px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 4px 16px">${headOf(words)}</td></tr>
<tr><td class="sheet" style="padding:36px 32px;background:#ffffff;border:1px solid #dadada;border-radius:10px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${blocks.map((block, at) => `<tr>${htmlOf(block, at === blocks.length - 1)}</tr>`).join('\n')}
</table></td></tr>
<tr><td class="ink-2" style="padding:16px 4px 0;${sans};font-size:13px;line-height:18px;color:#5a5a5a">${escapeHtml(colophon)}</td></tr>
</table></td></tr></table></body></html>
`,
    text: `${blocks.map(textOf).join('\n\n')}\n\n-- \n${colophon}\n`,
  }
}

/** The line that a list of mails shows beside the subject: the first sentence that isn't the greeting. */
function previewOf(blocks: readonly Block[]): string {
  const texts = blocks.flatMap(block => (block.type === 'text' ? block.text : []))
  const first = texts.find(text => !text.startsWith('Hello '))
  if (!first) return ''
  // Spaces follow, so that the list doesn't go on with the heading.
  const spaces = '&#847;&zwnj;&nbsp;'.repeat(60)
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(first.slice(0, 140))}${spaces}</div>`
}

/** The last block has no space below it, so that the sheet's margins are equal. */
function htmlOf(block: Block, isLast: boolean): string {
  const space = (px: number) => (isLast ? 0 : px)
  switch (block.type) {
    case 'heading':
      return `<td class="ink" style="padding:0 0 ${space(16)}px;${serif};font-size:26px;line-height:32px;color:#151515"><h1 style="margin:0;font:inherit">${lines(block.text)}</h1></td>`
    case 'text':
      return `<td class="ink" style="padding:0 0 ${space(16)}px;${sans};font-size:16px;line-height:24px;color:#151515">${lines(block.text)}</td>`
    case 'note':
      return `<td class="ink-2" style="padding:0 0 ${space(12)}px;${sans};font-size:14px;line-height:20px;color:#5a5a5a">${lines(block.text)}</td>`
    case 'button':
      return `<td style="padding:8px 0 ${space(16)}px"><a class="${block.isQuiet ? 'quiet' : 'button'}" href="${escapeHtml(block.href)}" style="display:inline-block;padding:11px 23px;${sans};font-size:16px;line-height:20px;font-weight:600;${block.isQuiet ? 'color:#151515;border:1px solid #a6a6a6' : 'color:#ffffff;background:#151515;border:1px solid #151515'};border-radius:6px;text-decoration:none">${escapeHtml(block.label)}</a></td>`
    case 'facts':
      return `<td style="padding:0 0 ${space(20)}px"><table width="100%" cellpadding="0" cellspacing="0" border="0">${block.rows
        .map(
          ([name, value]) =>
            `<tr><th scope="row" class="ink-2 line" align="left" valign="top" width="36%" style="padding:8px 12px 8px 0;${sans};font-size:14px;line-height:20px;font-weight:400;color:#5a5a5a;border-top:1px solid #dadada">${lines(name)}</th><td class="ink line" valign="top" style="padding:8px 0;${sans};font-size:14px;line-height:20px;color:#151515;border-top:1px solid #dadada">${lines(value)}</td></tr>`,
        )
        .join('')}</table></td>`
    case 'rule':
      return '<td class="line" style="padding:0 0 16px;border-top:1px solid #dadada;font-size:0;line-height:0">&nbsp;</td>'
  }
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(72, block.text.length))}`
    case 'text':
    case 'note':
      return block.text
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'rule':
      return '-'.repeat(24)
  }
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
