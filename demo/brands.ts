import { type Industry, industries } from './industries.ts'
import type { Brand } from './marks/mark.ts'
import { areFitInitials, namePerson, toAscii } from './names.ts'
import { cities } from './places.ts'
import type { Random } from './random.ts'

const ROOTS =
  'Abbey Alcove Aldine Amaranth Amity Anselm Arbor Arden Argent Arlo Ashlar Auburn Avocet Bantam Barrow Basil Bellamy Bergamot Bevel Bistre Bluff Bodega Borage Bower Bracken Bramble Brandling Brimstone Brook Bryony Burdock Cadence Cairn Calder Camber Candle Caraway Carillon Cassia Catkin Causeway Celandine Chicory Cinnabar Citrine Clement Cloudberry Cobble Coppice Cordial Corvus Cowrie Cress Crocus Currant Cypress Dahlia Damson Dapple Dell Dewpoint Dovetail Drumlin Eddy Eider Elder Elmwood Emberley Eventide Fallow Farrow Fennel Ferrous Fettle Figtree Fjord Flax Foundling Foxglove Fresco Furrow Gable Galleon Gentian Gilt Ginkgo Glade Gorse Greenway Greyling Gneiss Hackney Hallow Harrow Hatch Hearth Heath Hedgerow Helm Hobnail Holm Honeycomb Hornbeam Hyssop Inglenook Inlet Ironwood Isthmus Jetty Jonquil Jute Keel Kelp Kittiwake Knapweed Lantana Lapis Larder Lathe Laurel Lichen Limpet Linnet Lodestar Loam Longshore Lovage Lowland Lyric Madder Maizefield Mallow Mandolin Mariner Marrow Marten Millrace Minnow Mistral Moorland Mosaic Myrtle Nettle Nightjar Nocturne Northfield Nutmeg Oakum Oarsman Obsidian Orchid Oriel Osier Outpost Overstory Oxbow Paddock Palisade Pasture Patina Pelham Peony Perch Pigment Pinafore Plover Poplar Portico Primrose Quay Quoin Ramble Rampart Redstart Reedbed Riverine Roundhouse Russet Saltwick Samphire Sandpiper Scarlet Sedge Sextant Shale Shearwater Shingle Skylark Solstice Sorrel Southbank Spindle Spruceway Starling Stile Stonecrop Sundial Tallow Tamarind Tannery Tarn Teal Thimble Threshold Thrift Tidewater Tinder Trellis Truss Tulip Turnstone Twine Umber Upland Valerian Vellum Verdant Vesper Viola Wagtail Warbler Warp Wayside Weald Weir Wharf Whitebeam Windrow Woad Woodbine Wold Yardarm Zephyrine'.split(
    ' ',
  )
const OPENING =
  'Al Ar Av Bel Bra Cal Cor Dal Del El En Er Fal Fen Gal Hal Hel Il In Jo Kal Kel Lan Lin Lo Lu Mar Mel Mi Nor No Or Os Pal Per Qui Ra Ro Sal Sol Ta Tel Ul Va Vel Vi Wen Yo Zel Zu'.split(
    ' ',
  )
const MIDDLE = [
  'a',
  'e',
  'i',
  'o',
  'u',
  'an',
  'en',
  'in',
  'or',
  'el',
  'ar',
  'ai',
  'eo',
  'und',
  'ist',
  'am',
  'em',
]
const CLOSING = [
  'va',
  'ra',
  'na',
  'do',
  'ta',
  'ro',
  'lis',
  'vo',
  'ma',
  'ne',
  'dra',
  'sa',
  'lo',
  'via',
  'ten',
  'dal',
  'mo',
  'ka',
  'ria',
  'den',
  'nis',
  'wen',
]

const title = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** Words the syllables can make that are existing brands. */
const TAKEN =
  /^(aldo|tata|rolo|visa|vivo|rado|tado|belden|nova|lumo|arlo|elna|roma|lima|mika|kelis|josa|solo|velva)$/i

/** An invented, pronounceable word: no two vowels and no three consonants meet. */
const coin = (random: Random): string => {
  for (;;) {
    const word =
      random.pick(OPENING) + (random.chance(0.35) ? '' : random.pick(MIDDLE)) + random.pick(CLOSING)
    if (!/[aeiou]{2}|[^aeiou]{3}|(.)\1/i.test(word) && word.length < 9 && !TAKEN.test(word)) return word
  }
}

const compose = (random: Random, industry: Industry, motif: string | undefined, country: string): string => {
  const root = () => random.pick(ROOTS)
  const kind = () => random.pick(industry.kinds)
  const family = () => namePerson(random, country).last
  if (motif && random.chance(0.3)) {
    const thing = title(motif)
    return random.pick([
      `${thing} & ${root()}`,
      `${root()} & ${thing}`,
      `${random.pick(['Little', 'Second', 'Quiet', 'Paper', 'Tall', 'Winter', 'Seventh', 'Early', 'Patient', 'Copper'])} ${thing}`,
      `${root()} & ${thing}`,
    ])
  }
  return random.weighted<() => string>([
    [() => `${root()} ${kind()}`, 7],
    [root, 0.7],
    [() => coin(random), 5],
    [() => `${coin(random)} ${kind()}`, 3],
    [() => `${root()} & ${root()}`, 3],
    [() => `${family()} & ${family()}`, 2],
    [() => `${family()} ${kind()}`, 4],
    [
      () =>
        `${root()} ${random.pick(['Hill', 'Street', 'Yard', 'Row', 'Lane', 'Cross', 'Point', 'Gate', 'Mill', 'Bay', 'House', 'Common'])}`,
      2,
    ],
  ])()
}

/** The client of a logo. */
export const inventBrand = (
  random: Random,
  industry: Industry,
  motif: string | undefined,
  country: string,
): Brand => {
  for (;;) {
    const name = compose(random, industry, motif, country)
    const words = name.split(/[\s-]+/).filter(word => !/^(&|and|of|the|de|la)$/i.test(word))
    const initials = words
      .map(word => toAscii(word)[0]?.toUpperCase() ?? '')
      .join('')
      .slice(0, 3)
    if (name.length > 24 || !initials || !areFitInitials(initials) || /(.+)s? \1s?$/i.test(name)) continue
    return {
      name,
      words,
      initials,
      industry: industry.name,
      city: random.pick(cities.filter(city => city.country === country).concat(random.pick(cities))).city,
      year: random.int(1884, 2021),
      trade: random.pick(industry.trades),
    }
  }
}

/** An industry that suits the motif; any industry if there is none. */
export const pickIndustry = (random: Random, motif?: string): Industry => {
  const fitting = motif ? industries.filter(industry => industry.motifs.includes(motif)) : industries
  return random.pick(fitting.length ? fitting : industries)
}
