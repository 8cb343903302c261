import type { Brand } from './marks/mark.ts'
import type { Random } from './random.ts'

const lower = (text: string) => text.toLowerCase()
const article = (text: string) => (/^[aeiou]/i.test(text) ? 'an' : 'a')

const LETTERED = new Set(['wordmark', 'stacked', 'badge', 'seal', 'emblem'])
const ABOUT_LETTERS = [
  'Letters were redrawn where the typeface was too polite.',
  'The spacing was set by hand, pair by pair.',
  'Set once in metal to see where it breaks, then drawn.',
  'Every bowl is a little narrower than the font had it.',
  'It follows the fascia lettering of the old shop.',
]
const ABOUT_SHAPES = [
  'Drawn on a grid of twelve units; every curve is part of a circle.',
  'The weight was matched to the bold of the house typeface.',
  'Counterforms do half of the work.',
  'It was cut from paper first and drawn afterwards.',
  'The founder wanted no swoosh, no globe and no lower-case e.',
  'Forty sketches, of which this is the second.',
]

/** Two or three sentences as a designer writes them under a picture. */
export const describe = (random: Random, brand: Brand, motif: string, family: string): string => {
  const what =
    /^(a|an|the|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|lines|arcs|nested|rays|rings|seeds|quarter|turning|\d)/i.test(
      motif,
    )
      ? motif
      : `${article(motif)} ${motif}`
  const client = brand.name
  const trade = lower(brand.trade)
  const opening = random.pick([
    `Mark for ${client}, ${trade} in ${brand.city}: ${what}.`,
    `${what[0]!.toUpperCase()}${what.slice(1)} for ${client}.`,
    `Identity for ${client} (${lower(brand.industry)}), built around ${what}.`,
    `The sign of ${client}: ${what}.`,
    `${client} had outgrown its old emblem. The new one is ${what}.`,
    `Made for the opening of ${client} in ${brand.city}: ${what}.`,
    `${client} asked for something a sign painter could do. It became ${what}.`,
    `A quiet sign for a loud street. ${what[0]!.toUpperCase()}${what.slice(1)} for ${client}, ${brand.city}.`,
    `Redrawn for ${client} after sixty years in use: ${what}.`,
    `For ${client}: ${what}, and nothing else.`,
  ])
  const body = random.pick([
    ...(LETTERED.has(family) ? ABOUT_LETTERS : ABOUT_SHAPES),
    'It holds at eight millimetres on a label and at four metres on a wall.',
    'One ink, so that it can be stamped, engraved and painted.',
    'The gaps are a seventh of the stroke, which keeps them open in newsprint.',
    'The client uses it without the name on everything but the letterhead.',
    'We took away until only this was left.',
    'Centred by eye rather than by number: the box sits two per cent high.',
    'The proportion comes from the façade of the house it hangs on.',
    'Works on the grain sack, the apron and the favicon alike.',
    'The two colours are the two they already printed with.',
    'Chosen from three proposals; the other two were wordier.',
    'Corners were opened by half a point so that they do not fill in.',
    'Shown here as it is embossed on the cover of the annual report.',
    'The curve returns in the pattern for the wrapping paper.',
    'Read it twice: the space between is part of it.',
    'Kept deliberately plain, as it lives next to a lot of handwriting.',
    `The first sketch dates from the train to ${brand.city}.`,
    'It replaced a drawing of the building that nobody could reproduce.',
  ])
  const end = random.chance(0.34)
    ? ` ${random.pick([
        'Still in use.',
        'First seen on the delivery vans.',
        'Part of a system of twenty signs.',
        'Never printed smaller than six millimetres.',
        `Since ${brand.year}, in one form or another.`,
        'Colours by agreement with their printer.',
        'Animated version turns once and stops.',
        'The identity manual has nine pages.',
      ])}`
    : ''
  return family === 'wordmark' && random.chance(0.3) ? `${opening}${end}` : `${opening} ${body}${end}`
}

/** The title under the tile: mostly the client's name, sometimes what it was for. */
export const titleFor = (random: Random, brand: Brand, family: string): string => {
  const letter = brand.initials[0]!
  return random.weighted<() => string>([
    [() => brand.name, 9],
    [
      () =>
        `${brand.name} ${family === 'monogram' ? 'monogram' : family === 'seal' ? 'seal' : family === 'wordmark' || family === 'stacked' ? 'wordmark' : 'mark'}`,
      1.6,
    ],
    [() => `${brand.name}, ${brand.city}`, 0.8],
    [
      () => `${brand.name} (${random.pick(['proposal', 'revision', 'final', 'unused', 'special edition'])})`,
      0.5,
    ],
    [
      () =>
        `${brand.name} ${random.pick(['anniversary', 'festival', 'summer edition', 'workshop', 'archive', 'foundation'])}`,
      0.6,
    ],
    [() => (family === 'monogram' ? `${letter} for ${brand.words[0]}` : brand.name), 0.5],
  ])()
}

const ROLE_NOTES = [
  'the spacing',
  'the counterform',
  'that diagonal',
  'the negative space',
  'the weight of the line',
  'the proportion',
  'the rhythm of the gaps',
  'the way it closes',
  'the colour',
  'the restraint',
  'how it sits in the square',
  'the curve at the lower left',
  'the cut',
  'the symmetry',
  'the tension at the centre',
  'the joint where the shapes meet',
  'the terminal',
  'the silhouette',
]
const PRAISE = [
  'Lovely. {Note} does all the talking.',
  '{Note} is spot on.',
  'I keep coming back to {note}.',
  'You can feel how long you looked at {note}.',
  'Beautifully judged, {note} especially.',
  '{Note} makes it.',
  'So simple that one wonders why nobody drew it before. {Note}!',
  'I would not touch {note}.',
  'Took me a second look to see {note}. Then it clicked.',
  'My students got this one as an example for {note}.',
  'Envious of {note}, honestly.',
  'If anything, {note} could be even bolder. Wonderful work.',
  'Did you draw {note} by eye? It looks right in a way numbers never do.',
  'Great discipline. {Note} holds everything together.',
  'At sixteen pixels {note} still reads. Well done.',
]
const WHOLE = [
  'This would have looked at home in a trademark annual of 1968, and I mean that as the highest praise.',
  'I can see it as a rubber stamp already.',
  'Enamel sign, please. Two metres wide.',
  'Instantly on my wall of favourites.',
  'Congratulations on the book, very well deserved.',
  'Saw this on a van in {city} last week and did not know it was yours.',
  'The client must be delighted.',
  'How many rounds did it take to get something this quiet through?',
  'Kanchev would have nodded.',
  'Is there a reversed version? I would love to see it white on black.',
  'Warm and exact at the same time; that is rare.',
  'A mark you could draw in the sand with a stick.',
  'Not one line too many.',
  'The second colour is used exactly once, and exactly right.',
  'It reminds me of old matchbox labels from {city}.',
  'You made the obvious idea look inevitable.',
  'Would wear it as a pin.',
  'Which typeface did you start from? It no longer matters, of course.',
  'Brave of the client to drop the name.',
  'Good to see somebody who is not afraid of black.',
  'This one ages well. I liked it two years ago and like it more now.',
  'Tiny thing: the right side feels a hair heavier to me. Still a superb mark.',
  'I tried to redraw it from memory and could. That is the test, is it not?',
  'Everything in the family is strong, but this is the one I would sign.',
  'It hums.',
  'Would make a fine weathervane.',
  'I like that it does not explain itself.',
  'Very crisp at small sizes, just tried it.',
  'Proper craft. Thank you for posting the final version.',
  'This belongs on a letterhead with a lot of empty space.',
  'Made me smile, which a logo for {industry} rarely does.',
  'The best thing I have seen for {industry} in a long while.',
  'How does it behave next to the wordmark?',
  'Clever without showing off.',
  'A small masterclass in leaving things out.',
  'I would have stopped one step earlier and been wrong.',
  'Printed it out and pinned it over the desk. Hope that is all right.',
  'You have a hand that one recognises.',
  'Please tell me there is a neon version.',
  'The ground colour is delicious.',
]

/** A comment on a logo: warm and specific. Over a thousand different ones before any repeats. */
export const composeComment = (random: Random, city: string, industry: string): string => {
  const note = random.pick(ROLE_NOTES)
  const fill = (text: string) =>
    text
      .replace('{Note}', note[0]!.toUpperCase() + note.slice(1))
      .replace('{note}', note)
      .replace('{city}', city)
      .replace('{industry}', lower(industry))
  const first = fill(random.chance(0.55) ? random.pick(PRAISE) : random.pick(WHOLE))
  if (!random.chance(0.2)) return first
  const second = fill(random.pick(WHOLE))
  return second === first ? first : `${first} ${second}`
}

const SHELVES: readonly (readonly [string, string])[] = [
  ['Negative space', 'Marks in which the empty part does the work.'],
  ['One line', 'Drawn without lifting the pen.'],
  ['Birds', 'Everything with wings, from swifts to geese.'],
  ['Fish and ships', 'For harbours, canneries and sailing clubs.'],
  ['Letters A to Z', 'One good monogram for every letter. Still missing a J.'],
  ['Black only', 'Nothing here needs a second ink.'],
  ['Stripes', 'Line systems and everything that vibrates.'],
  ['Seals worth keeping', 'Round stamps with well-spaced type.'],
  ['For the brewery pitch', 'References for Thursday.'],
  ['Swiss leanings', 'Grids, grotesques, quarter circles.'],
  ['Good enough for enamel', 'Signs I would hang over a door.'],
  ['Teaching: figure and ground', 'Examples for the second-year course.'],
  ['Teaching: rotation', 'Threefold, fourfold, more.'],
  ['Wordmarks', 'Letters only, set or drawn.'],
  ['Small sizes', 'Still readable at sixteen pixels.'],
  ['Quiet ones', 'Marks that lower their voice.'],
  ['Loud ones', 'The opposite shelf.'],
  ['Red', 'Sorted by nothing but colour.'],
  ['Two inks', 'Good marriages of two colours.'],
  ['Museums and theatres', 'Culture that dares.'],
  ['Coffee, bread, wine', 'Breakfast to supper.'],
  ['Animals without outlines', 'Built of circles and patience.'],
  ['Envy', 'Things I wish I had drawn.'],
  ['Serifs', 'Proof that they can be modern.'],
  ['Knots and loops', 'Over, under, over.'],
  ['Sun, moon, weather', 'Sky marks.'],
  ['Trees and leaves', 'For a botanical client.'],
  ['City identities', 'Places, bridges, lighthouses.'],
  ['Optical', 'Do not look too long.'],
  ['Blue', 'From navy to sky.'],
  ['Warm greys and paper', 'Grounds that are not white.'],
  ['Stencils', 'Cuts that hold the shape.'],
  ['Isometric', 'Depth without shading.'],
  ['Faces', 'Masks and heads, seen from the front.'],
  ['Favourites of the year', 'To be thinned out in December.'],
  ['Moodboard: savings bank', 'Trust without pillars.'],
  ['Moodboard: publishing house', 'Printer\u2019s marks, old and new.'],
  ['Typographic, tight', 'Negative tracking done well.'],
  ['Pin badges', 'Would work at eighteen millimetres.'],
  ['Jury notes', 'Things to discuss before the next book.'],
]

/** A collection's name and description; the shelf's number keeps one designer's names apart. */
export const composeCollection = (random: Random, shelf: number): { name: string; description: string } => {
  const [name, description] = SHELVES[(random.int(0, SHELVES.length - 1) + shelf * 7) % SHELVES.length]!
  const suffix = random.weighted<string>([
    ['', 8],
    [` ${random.int(2015, 2025)}`, 1.2],
    [', continued', 0.6],
    [' II', 0.6],
  ])
  return { name: name + suffix, description: random.chance(0.75) ? description : '' }
}

/** What a studio says about itself, in the third person or the first. */
export const describeStudio = (
  random: Random,
  first: string,
  company: string,
  city: string,
  since: number,
  fields: readonly string[],
): string => {
  const [one = '', two = '', three = ''] = fields
  return random.pick([
    `${company} is a small design practice in ${city}. Marks, wordmarks and identity systems for ${one} and ${two}.`,
    `Identity design from ${city} since ${since}. Mostly ${one}, ${two} and the occasional wine label.`,
    `${first} draws logos in ${city}. One project at a time, in black first.`,
    `Independent studio for trademarks and typography. Clients in ${one}, ${two} and ${three}.`,
    `We draw signs that can be painted, stamped and cut. ${city}, since ${since}.`,
    `Logo design, lettering and a little teaching. Based in ${city}, working wherever the post goes.`,
    `${company} makes identities for people who make things: ${one}, ${two}, ${three}.`,
    `Formerly with larger agencies, since ${since} on my own. Symbols, seals and wordmarks.`,
    `Two people, one plotter, a lot of tracing paper. ${city}.`,
    `Graphic designer and sign painter in ${city}. Interested in ${one} and in anything with four hundred years of history.`,
    `Trademarks and identity systems, with a weakness for the grid. Working from ${city} for ${one} and ${two}.`,
    `Signs, seals and typefaces from a third-floor room in ${city}. Visitors welcome on Fridays.`,
    `${first} trained as a stone carver and still draws with the chisel in mind. Marks for ${one} and ${two}.`,
    `Since ${since} we have kept one rule: if it cannot be described on the telephone, it is not finished.`,
    `Corporate identity in the old sense of the words. ${one[0]!.toUpperCase()}${one.slice(1)}, ${two}, ${three}.`,
    `A practice of three in ${city}. We like short briefs, long lunches and black ink.`,
    `${company} designs identities and the manuals nobody reads. Mostly for ${two}.`,
    `I teach lettering two days a week and draw logos on the other three. Based in ${city}.`,
    `Marks that survive a fax machine. Independent since ${since}.`,
    `From ${city}, for ${one}, ${two} and anyone with a good story and a small budget.`,
    `Graphic design with a ruler and a compass; the computer comes last. Established ${since}.`,
    `${first} and friends. Symbols for ${three}, wordmarks for the rest.`,
    `We redraw old trademarks and invent new ones. Archive open by appointment in ${city}.`,
    `A workshop for marks. We publish our sketches once a year and answer every letter.`,
  ])
}
