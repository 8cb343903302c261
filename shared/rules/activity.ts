const second = 1
const minute = 60
const hour = 3600
const day = 86_400
/** A twelfth of a year, so that twelve months make a year exactly. */
const month = 2_628_000
const year = 31_536_000

const units = [
  [year, 'y'],
  [month, 'mo'],
  [day, 'd'],
  [hour, 'h'],
  [minute, 'm'],
  [second, 's'],
] as const

/**
 * The elapsed time in whole units, rounded down: `12s`, `3h`, `11mo`. `just now` for the future; empty for an invalid
 * date.
 */
export function relativeTime(iso: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(iso)) / 1000
  if (Number.isNaN(seconds)) return ''
  if (seconds < 0) return 'just now'
  const [size, name] = units.find(([size]) => seconds >= size) ?? [second, 's']
  return `${Math.floor(seconds / size)}${name}`
}

const shownOfComment = 25
const graphemes = new Intl.Segmenter('en')

/** The first 25 characters, as a reader counts them (graphemes), with an ellipsis if there were more. */
export function cutComment(text: string): string {
  const characters = [...graphemes.segment(text)].map(part => part.segment)
  return characters.length > shownOfComment ? `${characters.slice(0, shownOfComment).join('')}…` : text
}

type Activity = {
  type: 'like' | 'save' | 'comment' | 'follow'
  company: string
  logo_name: string | null
  collection_name: string | null
  comment_text: string | null
}

/** A part of the sentence, and what it links to. */
type Part = { text: string; names?: 'designer' | 'logo' | 'collection' }

/** An activity as a sentence in parts: `Rook Studio saved Anchor to Sea marks`. */
export function activitySentence(item: Activity): Part[] {
  const who: Part = { text: item.company, names: 'designer' }
  const logo: Part = { text: item.logo_name ?? '', names: 'logo' }
  switch (item.type) {
    case 'like':
      return [who, { text: ' liked ' }, logo]
    case 'save':
      return [
        who,
        { text: ' saved ' },
        logo,
        { text: ' to ' },
        { text: item.collection_name ?? '', names: 'collection' },
      ]
    case 'comment':
      return [who, { text: ' commented on ' }, logo, { text: `: ${cutComment(item.comment_text ?? '')}` }]
    case 'follow':
      return [who, { text: ' followed you' }]
  }
}
