import { ownName, type SiteWords } from '../../../shared/site-words.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { siteWords } from '../../lib/site-words.ts'
import { logoCid, plateCid } from '../../outside/mail-pictures.ts'

/** A block of a mail. All of it is plain text; line breaks in `text` are kept. */
export type Block =
  | { type: 'heading'; text: string }
  /** The title of a part. */
  | { type: 'section'; text: string }
  | { type: 'text'; text: string }
  /** Small print: additional information. */
  | { type: 'note'; text: string }
  /** `href` is a URL of ours; the text version writes it out. At most one in a mail. */
  | { type: 'button'; label: string; href: string }
  /** What one may also do, below the button. */
  | { type: 'link'; label: string; href: string }
  /** Pairs of a name and a value: a receipt, a sender. */
  | { type: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** Logos with their pictures, each in a row of its own. */
  | { type: 'logos'; rows: readonly LogoRow[] }
  | { type: 'rule' }

/** A logo in a mail: `image` names its picture (null: none), `side` says how wide it is, in CSS pixels. */
export type LogoRow = {
  title: string
  image: string | null
  side: number
  /** In red. */
  news?: string
  /** Empty where there is nothing to add. */
  note: string
  link?: { label: string; href: string }
  /** The logo whose plate is shown above the words, over the whole width, in place of its picture. */
  plate?: { logo_id: number; alt: string; href: string }
}

const sans = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif"
const serif = "font-family:Georgia,'Times New Roman',serif"

/** Narrow screens and the dark theme, for mail clients that support them; the inline styles are the wide, light one. */
const style = `
@media (max-width: 480px) {
  .sheet { padding: 28px 20px !important; }
}
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: #1a1a1a !important; }
  .sheet { background: #232323 !important; border-color: #333333 !important; }
  .ink, .ink a { color: #f2f2f2 !important; }
  .ink-2 { color: #a6a6a6 !important; }
  .line { border-color: #333333 !important; }
  .button { background: #f2f2f2 !important; border-color: #f2f2f2 !important; color: #151515 !important; }
  .signal { color: #ff4f2e !important; }
  .on-light { display: none !important; }
  .on-dark { display: block !important; }
}`

/** Attached as pictures with these content ids (server/outside/mail-pictures.ts). Only one of them is shown. */
const wordmarks = [
  `<img class="on-light ink" src="cid:wordmark" alt="${ownName}" style="display:block;`,
  `<img class="on-dark ink" src="cid:wordmark-dark" alt="${ownName}" style="display:none;mso-hide:all;`,
]
  .map(
    image =>
      `${image}border:0;${sans};font-size:18px;font-weight:600;color:#151515" width="120" height="26">`,
  )
  .join('')

/** The wordmark pictures show the default name; a site with another name gets text. */
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
<title>${escapeHtml(subject)}</title><style>${style}</style></head>
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
      return `<td class="ink" style="padding:0 0 ${space(16)}px;${serif};font-size:26px;line-height:32px;color:#151515"><h1 style="margin:0;font:inherit;text-wrap:balance">${lines(block.text)}</h1></td>`
    case 'section':
      return `<td class="ink" style="padding:16px 0 ${space(12)}px;${sans};font-size:18px;line-height:24px;font-weight:600;color:#151515"><h2 style="margin:0;font:inherit">${lines(block.text)}</h2></td>`
    case 'text':
      return `<td class="ink" style="padding:0 0 ${space(16)}px;${sans};font-size:16px;line-height:24px;color:#151515">${lines(block.text)}</td>`
    case 'note':
      return `<td class="ink-2" style="padding:0 0 ${space(12)}px;${sans};font-size:14px;line-height:20px;color:#5a5a5a">${lines(block.text)}</td>`
    case 'button':
      return `<td style="padding:8px 0 ${space(16)}px"><a class="button" href="${escapeHtml(block.href)}" style="display:inline-block;padding:11px 23px;${sans};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;background:#151515;border:1px solid #151515;border-radius:6px;text-decoration:none">${escapeHtml(block.label)}</a></td>`
    case 'link':
      return `<td style="padding:0 0 ${space(16)}px">${linkOf(block, 16)}</td>`
    case 'facts':
      return `<td style="padding:0 0 ${space(20)}px"><table width="100%" cellpadding="0" cellspacing="0" border="0">${block.rows
        .map(
          ([name, value]) =>
            `<tr><th scope="row" class="ink-2 line" align="left" valign="top" width="36%" style="padding:8px 12px 8px 0;${sans};font-size:14px;line-height:20px;font-weight:400;color:#5a5a5a;border-top:1px solid #dadada">${lines(name)}</th><td class="ink line" valign="top" style="padding:8px 0;${sans};font-size:14px;line-height:20px;color:#151515;border-top:1px solid #dadada">${lines(value)}</td></tr>`,
        )
        .join('')}</table></td>`
    case 'logos':
      return `<td class="line" style="padding:0;border-bottom:1px solid #dadada">${block.rows.map(logoOf).join('')}</td></tr><tr><td style="height:${space(16)}px;font-size:0;line-height:0">&nbsp;</td>`
    case 'rule':
      return '<td class="line" style="padding:0 0 16px;border-top:1px solid #dadada;font-size:0;line-height:0">&nbsp;</td>'
  }
}

const linkOf = ({ label, href }: { label: string; href: string }, size: number) =>
  `<a class="ink" href="${escapeHtml(href)}" style="${sans};font-size:${size}px;line-height:24px;color:#151515;text-decoration:underline">${escapeHtml(label)}</a>`

/** The width of a letter’s text, in CSS pixels. */
const sheetWidth = 534

/** A table of its own, because the pictures of two rows may differ in width. */
function logoOf({ title, image, side, news, note, link, plate }: LogoRow): string {
  const alt = escapeHtml(title)
  const picture =
    image === null
      ? ''
      : `<img class="ink-2" src="cid:${logoCid(image, side)}" alt="${alt}" width="${side}" height="${side}" style="display:block;border:0;border-radius:2px;outline:1px solid rgba(0,0,0,0.1);outline-offset:-1px;${sans};font-size:12px;line-height:16px;color:#5a5a5a">`
  const small = (of: string, color: string, text: string) =>
    `<div class="${of}" style="font-size:14px;line-height:22px;color:${color}">${escapeHtml(text)}</div>`
  const words = `<div class="ink" style="font-size:16px;line-height:22px;color:#151515">${alt}</div>${news ? small('signal', '#c92f16', news) : ''}${note && small('ink-2', '#5a5a5a', note)}${link ? `<div style="padding-top:8px">${linkOf(link, 14)}</div>` : ''}`
  if (plate)
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="padding:16px 0;border-top:1px solid #dadada;${sans}"><a href="${escapeHtml(plate.href)}"><img class="ink-2" src="cid:${plateCid(plate.logo_id)}" alt="${escapeHtml(plate.alt)}" width="${sheetWidth}" height="${Math.round((sheetWidth * 630) / 1200)}" style="display:block;width:100%;max-width:${sheetWidth}px;height:auto;margin-bottom:12px;border:0;border-radius:2px;outline:1px solid rgba(0,0,0,0.1);outline-offset:-1px;${sans};font-size:14px;line-height:20px;color:#5a5a5a"></a>${words}</td></tr></table>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" width="${side}" valign="top" style="padding:16px 20px 16px 0;border-top:1px solid #dadada"><div class="canvas" style="width:${side}px;height:${side}px;background:#f1f1f1;border-radius:2px">${picture}</div></td><td class="line" valign="top" style="padding:16px 0;border-top:1px solid #dadada;${sans}">${words}</td></tr></table>`
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(72, block.text.length))}`
    case 'section':
      return `${block.text}\n${'-'.repeat(Math.min(72, block.text.length))}`
    case 'text':
    case 'note':
      return block.text
    case 'button':
    case 'link':
      return `${block.label}:\n${block.href}`
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'logos':
      return block.rows
        .map(({ title, news, note, link }) =>
          [
            title,
            [news, note].filter(Boolean).join(' · '),
            ...(link ? [`${link.label}: ${link.href}`] : []),
          ].join('\n'),
        )
        .join('\n\n')
    case 'rule':
      return '-'.repeat(24)
  }
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
