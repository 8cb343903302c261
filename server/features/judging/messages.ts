import type { Band } from '../../../shared/rules/books.ts'
import { formatCount, formatNumber } from '../../../shared/rules/format.ts'
import { isActiveState } from '../../../shared/rules/membership.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'
import type { Block, LogoRow } from '../mail/template.ts'
import type { EnteredLogo, Entrant } from './queries.ts'

/** Sides of a selected logo's picture and of the others', in CSS pixels. */
const selectedSide = 120
const otherSide = 56
/** Selected logos whose plate a letter shows. */
const mostPlates = 3
/** Limits that keep a letter small: logos of one entrant that it shows, and that it names. The rest is counted. */
const mostShown = 40
const mostNamed = 500

const inWords = 'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ')

/** A book’s name in captions. Only books of this series are judged. */
const shortTitle = ({ number }: { number: number }) => `Book ${number}`

/** The result in one line: subject and heading. */
function tellResult(entered: number, selected: number, title: string): string {
  if (!selected) return `Your result for ${title}`
  if (entered === 1) return `Your logo is in ${title}`
  return `${inWords[selected - 1] ?? selected} of your logos ${selected === 1 ? 'is' : 'are'} in ${title}`
}

/** How the result came about. Of logos that were disqualified, nothing is said about jurors. */
function tellHow({ logos, entry_ct, selected_ct }: Entrant, selected: number): string {
  const jury = `the jury selected ${formatNumber(selected_ct)} of ${formatCount(entry_ct, 'logo')}`
  if (selected)
    return `Three jurors saw ${selected === 1 ? 'it' : 'each of them'} without your name, and ${jury}.`
  const isSeen = logos.some(({ band }) => band !== null)
  const it = logos.length === 1 ? 'your logo' : 'each of your logos'
  const none = logos.length === 1 ? 'Yours isn’t among them' : 'None of yours is among them'
  const seen = isSeen ? `Three jurors saw ${it} without your name, and ${jury}` : capital(jury)
  return `${seen}. ${none} this time. Thank you for entering.`
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The result of a logo that isn't in the book. */
function tellBand(band: Band | null): string {
  if (band === null) return 'Not ranked'
  return `Not selected · ${band === 100 ? 'lower half' : `top ${band}%`}`
}

/** `hasPlate`: whether a selected logo that is shown comes with its plate. */
function showLogo(logo: EnteredLogo, entrant: Entrant, publicUrl: string, hasPlate: boolean): LogoRow {
  const { logo: title, image, band, is_in, is_hidden, logo_id } = logo
  if (!is_in) return { title, image, side: otherSide, note: tellBand(band) }
  const href = `${publicUrl}/logo/${logo_id}/plate`
  return {
    title,
    image,
    side: selectedSide,
    news: `Selected for ${shortTitle(entrant)}`,
    note: band === null || band === 100 ? '' : `Top ${band}% of ${formatCount(entrant.entry_ct, 'logo')}`,
    ...(!is_hidden && {
      link: { label: 'See its plate', href },
      ...(hasPlate && { plate: { logo_id, alt: `The plate of ${title}`, href } }),
    }),
  }
}

/**
 * Asks for the vector originals of the logos that are in the book and have sent none: as a member adds them, or how to become
 * one. A suspended account can add none, even as a member.
 */
function askForVectors({ logos, state }: Entrant, publicUrl: string): Block[] {
  if (state === 'suspended' || state === 'closed') return []
  const isActive = isActiveState(state)
  const lacking = logos.filter(logo => logo.is_in && !logo.is_hidden && !logo.has_vector)
  const [first] = lacking
  if (!first) return []
  const one = lacking.length === 1
  const it = one ? 'it' : 'them'
  const ask = isActive
    ? `Please add ${it} under “Edit”`
    : `With a current membership you can add ${it} under “Edit”`
  const edit = one
    ? { label: 'Add the vector file', href: `${publicUrl}/edit?logoId=${first.logo_id}` }
    : { label: 'Your logos', href: `${publicUrl}/designers?tab=logos` }
  return [
    {
      type: 'text',
      text: `The book is printed from vector files, and we don’t have ${one ? `that of “${first.logo}”` : `those of ${formatNumber(lacking.length)} of your logos`} yet. ${ask}: SVG, PDF, EPS or AI, up to 20 MB. ${one ? 'It’s' : 'They’re'} used for print alone, and never shown on the site.`,
    },
    {
      type: 'link',
      ...(isActive ? edit : { label: 'Your membership', href: `${publicUrl}/account` }),
    },
  ]
}

/** The logos beyond those that are shown: their titles by result, and how many have no room. */
function nameOthers(entrant: Entrant): Block[] {
  const others = entrant.logos
    .slice(mostShown)
    .map((logo, i) => ({ ...logo, isNamed: mostShown + i < mostNamed }))
  const byResult = Map.groupBy(others, ({ is_in, band }) =>
    is_in ? `Selected for ${shortTitle(entrant)}` : tellBand(band),
  )
  if (!byResult.size) return []
  const rows = [...byResult].map(([result, logos]) => {
    const names = logos.filter(({ isNamed }) => isNamed).map(({ logo }) => logo)
    const rest = formatCount(logos.length - names.length, 'logo')
    if (!names.length) return [result, rest] as const
    return [
      result,
      names.join(', ') + (names.length < logos.length ? ` and ${rest.replace(' ', ' more ')}` : ''),
    ] as const
  })
  return [{ type: 'facts', rows }]
}

/** The one letter that tells an entrant how the book ended, without a juror's name. */
export function writeResults(entrant: Entrant, publicUrl: string): Mail {
  const title = entrant.title || `${siteWords().series_name} ${entrant.number}`
  const selected = entrant.logos.filter(logo => logo.is_in).length
  const result = tellResult(entrant.logos.length, selected, title)
  const next = entrant.next_book
  return {
    kind: 'book-results',
    dedupeKey: `${entrant.slug} ${entrant.designer_id}`,
    // Without an account or a logo no letter is sent: the row without an address says that it is settled.
    to: entrant.is_closed || !entrant.logos.length ? '' : entrant.email,
    subject: result,
    blocks: [
      { type: 'heading', text: result },
      { type: 'text', text: `Hello ${entrant.first_name},` },
      { type: 'text', text: tellHow(entrant, selected) },
      {
        type: 'logos',
        rows: entrant.logos
          .slice(0, mostShown)
          .map((logo, i) => showLogo(logo, entrant, publicUrl, i < mostPlates)),
      },
      ...nameOthers(entrant),
      { type: 'button', label: 'See the book', href: `${publicUrl}/books/${entrant.slug}` },
      ...askForVectors(entrant, publicUrl),
      ...(!selected && next
        ? [{ type: 'note', text: `What you upload from now on enters ${shortTitle(next)}.` } as const]
        : []),
    ],
  }
}
