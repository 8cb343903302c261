import type { Random } from './random.ts'

/** Given and family names by region. A famous person's full name can only occur by chance. */
const PEOPLE: Record<string, readonly [string, string]> = {
  en: [
    'Alice Amelia Arthur Audrey Beatrice Ben Callum Clara Daniel Eleanor Elliot Emma Felix Florence Freya George Grace Hannah Harriet Henry Hugo Imogen Isaac Jack James Jasper Joan June Kit Laura Leo Lewis Lucy Mabel Martha Miles Nell Nora Oliver Oscar Owen Patrick Penelope Robin Rosa Rufus Ruth Samuel Simon Stella Theo Thomas Violet Walter Wes Winifred',
    'Abbott Ainsworth Alden Ashby Barlow Blythe Bowen Bright Burrows Calloway Carver Chandler Clarke Cole Cooper Crane Dalton Drummond Ellery Fairfax Fenwick Fletcher Garland Gibbs Hale Harding Hartley Hawkins Holloway Huxtable Ingram Keane Kendrick Langley Larkin Lowell Marlowe Mercer Moss Nash Newell North Osgood Parrish Pell Penrose Quinn Radley Reeve Rowe Sayer Shaw Sloane Sterling Sutton Tate Thorne Tilley Vance Wainwright Webb Whitlock Winslow Wren Yates',
  ],
  de: [
    'Anja Anton Carla Elias Emil Fritz Greta Hanna Henrik Ida Jakob Jonas Jule Karl Katrin Konrad Lena Lotte Ludwig Marlene Matthias Mia Nils Otto Paula Rosa Sophie Theresa Till Ulrike',
    'Albrecht Baumann Bergmann Brandt Busch Dietrich Eberhardt Fischer Fuchs Gerber Hartmann Heller Hoffmann Jung Keller Kessler Koch Kramer Krüger Lang Lindner Maurer Neumann Pfeiffer Reuter Richter Sander Schilling Seidel Vogt Weber Winkler Ziegler',
  ],
  fr: [
    'Adèle Agathe Antoine Baptiste Camille Céline Chloé Clément Élodie Émile Étienne Gaspard Hélène Inès Jeanne Jules Léa Louis Lucie Manon Margaux Mathilde Noé Odile Pauline Rémi Sylvain Théo Yves Zoé',
    'Aubert Barbier Blanchard Bonnet Carpentier Chevalier Collin Delorme Dubois Fabre Fontaine Garnier Gauthier Girard Lacroix Lambert Leclerc Lemaire Marchand Mercier Moreau Noël Olivier Perrin Renard Rousseau Roux Tessier Vasseur Vidal',
  ],
  es: [
    'Adriana Alba Alejandro Ana Andrés Camila Carlos Carmen Diego Elena Emilio Esteban Gabriela Inés Iván Javier Jimena Joaquín Julia Lucía Manuel Mariana Martín Mateo Natalia Nuria Pablo Paloma Rafael Rocío Sofía Tomás Valentina Ximena',
    'Aguilar Alarcón Álvarez Benítez Cabrera Calderón Castillo Cortés Delgado Domínguez Espinoza Fuentes Guerrero Herrera Ibáñez Lozano Medina Molina Montes Navarro Ortega Paredes Peña Quintero Ríos Rojas Salazar Serrano Solís Vargas Vega Zamora',
  ],
  pt: [
    'Afonso Ana Beatriz Bruno Caio Clara Duarte Fernanda Filipe Gonçalo Helena Inês Isabela João Júlia Larissa Luana Luís Mariana Miguel Nuno Rafael Renata Rita Rui Teresa Thiago Vasco',
    'Almeida Araújo Azevedo Barbosa Cardoso Carvalho Coelho Correia Cunha Duarte Faria Ferraz Lopes Machado Matos Mendes Monteiro Moreira Nogueira Pacheco Pinheiro Prado Ramos Ribeiro Rocha Sampaio Tavares Teixeira Valente Vieira',
  ],
  it: [
    'Ada Alessio Andrea Beatrice Bianca Bruno Chiara Cosimo Davide Elisa Emma Enrico Federica Giacomo Ginevra Giulia Ilaria Irene Livia Lorenzo Luca Marco Matteo Nicola Paolo Serena Silvia Stefano Tommaso Viola',
    'Amato Barbieri Bellini Bianchi Caruso Colombo Conti Costa Fabbri Ferrara Ferri Galli Gatti Greco Grassi Leone Lombardi Mancini Marchetti Marini Martini Monti Neri Orlando Parisi Pellegrini Riva Romano Sartori Serra Testa Valentini Villa',
  ],
  nordic: [
    'Aino Anders Astrid Bjarne Bo Eero Einar Elin Elsa Erik Freja Gunnar Hanna Hedda Henrik Ida Ingrid Jens Johan Kaisa Karin Lars Linnea Maja Mikkel Nanna Nils Oskar Petra Rasmus Saga Signe Sigrid Solveig Sune Tuva Ulla Vidar Ylva',
    'Aalto Andersen Berg Bergström Dahl Ekman Eriksen Falk Forsberg Fredriksen Hansen Heikkinen Holm Håkansson Jensen Karlsson Kjær Laine Lind Lindqvist Lund Lykke Mattila Moen Nielsen Nordin Nyberg Nygaard Olsen Rask Salonen Sandberg Skov Solberg Strand Sørensen Thorsen Vik Virtanen Winther Ødegaard',
  ],
  slavic: [
    'Agnieszka Aleksander Ana Bartosz Dana Darya Dominika Ewa Filip Hana Igor Ivana Jakub Jan Jana Katarzyna Klára Lucie Lukáš Magda Marek Marta Milan Mila Nikola Olena Ondřej Petra Piotr Tereza Tomáš Vera Vít Wojciech Zofia Zuzana',
    'Adamski Bartoš Bielski Černý Dvořák Dudek Horák Ivanova Jankowski Kaczmarek Kolar Kos Kovač Kowalczyk Kral Lis Maly Marković Mazur Nowak Novotny Petrov Pokorny Sikora Soukup Stanković Svoboda Szymański Urban Veselý Wilk Zając Zeman',
  ],
  east: [
    'Aiko Akira Chihiro Daichi Emi Hana Haruka Hiro Jiho Jun Kaito Kenji Mei Minji Minjun Naoko Ren Riko Sakura Seoyeon Shin Sora Takumi Wen Xia Yifan Yui Yuki Yuna Zhen',
    'Abe Aoki Chan Chen Cho Endo Fujita Fukuda Han Hayashi Huang Imai Ishida Jang Kato Kim Kimura Kwon Lau Lee Li Lim Lin Maeda Mori Nakano Ng Noda Oh Okada Ono Park Saito Sasaki Seo Shimizu Song Takeda Ueda Wada Wang Wong Wu Yamada Yang Yoon Zhao Zhou',
  ],
  south: [
    'Aarav Aditi Amara Ananya Arjun Asha Dev Divya Farah Ishaan Kavya Kiran Lakshmi Leela Maya Meera Mira Nikhil Nisha Priya Rahul Ravi Rohan Sana Sanjay Sunita Tara Uma Vikram Zara',
    'Agarwal Bannerjee Bhatt Chaudhary Das Desai Gupta Iyer Jain Joshi Kapoor Kaur Khanna Krishnan Kulkarni Mehta Menon Mistry Nair Patel Pillai Rao Reddy Sen Shah Sharma Singh Sood Varma Wickramasinghe',
  ],
  africa: [
    'Abena Ade Amina Ayo Chidi Chioma Efua Esi Farida Folake Ife Imani Jabari Kofi Kwame Lerato Lindiwe Mandla Naledi Neema Ngozi Nia Sade Salma Sipho Thandi Tunde Wanjiru Yaw Zuri',
    'Abara Achieng Adeyemi Afolabi Asante Balogun Boateng Botha Chukwu Dlamini Diallo Eze Kamau Kariuki Khumalo Mensah Mbeki Mokoena Mwangi Ncube Ndlovu Nkosi Nwosu Ochieng Okafor Okoro Otieno Owusu Sithole Wambui',
  ],
  middle: [
    'Ayla Can Dalia Defne Deniz Elif Emre Hadar Hala Idan Karim Kerem Layla Leyla Lina Mert Nadia Noa Noor Omar Rami Rana Samir Selin Tamar Tariq Yael Yara Yusuf Ziad',
    'Abadi Aksoy Aydın Barak Ben-Ami Çelik Demir Erdem Farouk Haddad Hakim Kaplan Karam Kaya Khalil Khoury Levi Mansour Mizrahi Nasser Öztürk Peretz Rahman Saad Sabbagh Şahin Shalev Yıldız Yılmaz Zaidan',
  ],
}

const REGION: Record<string, string> = {
  US: 'en',
  CA: 'en',
  GB: 'en',
  IE: 'en',
  AU: 'en',
  NZ: 'en',
  DE: 'de',
  AT: 'de',
  CH: 'de',
  FR: 'fr',
  BE: 'fr',
  NL: 'de',
  ES: 'es',
  MX: 'es',
  CO: 'es',
  PE: 'es',
  CL: 'es',
  AR: 'es',
  UY: 'es',
  PH: 'es',
  PT: 'pt',
  BR: 'pt',
  IT: 'it',
  DK: 'nordic',
  SE: 'nordic',
  NO: 'nordic',
  FI: 'nordic',
  IS: 'nordic',
  EE: 'nordic',
  LV: 'slavic',
  LT: 'slavic',
  PL: 'slavic',
  CZ: 'slavic',
  SK: 'slavic',
  HU: 'slavic',
  SI: 'slavic',
  HR: 'slavic',
  RS: 'slavic',
  BG: 'slavic',
  RO: 'it',
  GR: 'it',
  UA: 'slavic',
  GE: 'middle',
  TR: 'middle',
  IL: 'middle',
  LB: 'middle',
  AE: 'middle',
  EG: 'middle',
  MA: 'middle',
  NG: 'africa',
  KE: 'africa',
  GH: 'africa',
  ZA: 'africa',
  IN: 'south',
  LK: 'south',
  TH: 'east',
  SG: 'east',
  MY: 'east',
  ID: 'east',
  VN: 'east',
  HK: 'east',
  TW: 'east',
  C2: 'east',
  KR: 'east',
  JP: 'east',
}
const MIXED = new Set(['US', 'CA', 'GB', 'AU', 'NZ', 'NL', 'SG', 'DE', 'ZA'])

export const regionOf = (country: string) => REGION[country] ?? 'en'

export type Person = { first: string; last: string }

/** A person who might live there; countries of immigration draw from every region. */
export const namePerson = (random: Random, country: string): Person => {
  const home = regionOf(country)
  const region = MIXED.has(country) && random.chance(0.38) ? random.pick(Object.keys(PEOPLE)) : home
  const [givenName, family] = PEOPLE[region]!
  return { first: random.pick(givenName.split(' ')), last: random.pick(family.split(' ')) }
}

const UNFIT = new Set(
  'SS SA HH NS WC BS PP BJ VD BM WP AH ASS KKK STD FU PMS TIT CUM GAY POO NSA FBI CIA IBM BMW HP GE LG BP VW GM NBA NFL'.split(
    ' ',
  ),
)
/** Whether these initials are acceptable: no slurs, no uniforms, no existing trademark. */
export const areFitInitials = (letters: string) => !UNFIT.has(letters) && !UNFIT.has(letters.slice(0, 2))

/** Letters, digits and hyphens only, for slugs, usernames and domains. */
export const toAscii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ø/g, 'o')
    .replace(/Ø/g, 'O')
    .replace(/æ/g, 'ae')
    .replace(/Æ/g, 'Ae')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
    .replace(/đ/g, 'd')
    .replace(/ı/g, 'i')
    .replace(/&/g, 'and')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const QUIET =
  'Alder Amber Anvil Arc Ash Aster Atlas Baker Basalt Beacon Birch Blackbird Bodkin Brass Briar Bureau Calico Canvas Carbon Cedar Chalk Cinder Clay Clover Cobalt Compass Copper Cormorant Cotton Crane Cross Daylight Delta Drift Dune Echo Elm Ember Fable Fathom Fern Field Figure Finch Flint Folio Forge Fox Garnet Gather Glyph Granite Gull Halcyon Harbour Hare Harvest Hawthorn Hazel Heron Hollow Horizon Iris Iron Ivory Ivy Juniper Kestrel Kiln Lantern Larch Lark Linen Lumen Lupin Magpie Maple Margin Marlin Mason Meadow Mercury Mica Midday Mint Monday Moss Needle Night Noon North Oak Ochre Olive Onyx Opal Orchard Orbit Osprey Otter Outline Owl Paper Parallel Pearl Pewter Pilot Pine Plinth Plum Prairie Primer Quarry Quarter Quill Raven Reed Ribbon Rook Rowan Saffron Sail Salt Sand Scout Second Serif Signal Slate Sloe Sparrow Spruce Stone Sundry Swift Tandem Tern Thicket Thistle Thread Tide Timber Tin Tonic Upright Vane Vessel Violet Walnut Wave Weft Willow Winter Wren Yarrow Yew Zinc'.split(
    ' ',
  )
const STUDIO = [
  'Studio',
  'Design',
  'Design Co.',
  'Office',
  'Works',
  'Bureau',
  'Workshop',
  'Atelier',
  'Identity',
  '& Co.',
  'Partners',
  'Graphic Design',
  'Press',
  'House',
  'Marks',
  'Creative',
  'Brand Office',
  'Design Group',
]

/** A studio's public name: the founder's, two partners', or a quiet noun. */
export const nameStudio = (random: Random, person: Person, country: string): string => {
  const region = regionOf(country)
  const local =
    region === 'fr'
      ? ['Atelier', 'Studio', 'Bureau']
      : region === 'de'
        ? ['Büro', 'Studio', 'Atelier']
        : region === 'es'
          ? ['Estudio', 'Taller']
          : region === 'pt'
            ? ['Ateliê', 'Estúdio']
            : region === 'it'
              ? ['Studio', 'Officina']
              : region === 'nordic'
                ? ['Studio', 'Kontor']
                : ['Studio', 'Office of']
  const noun = () => random.pick(QUIET)
  return random.weighted<() => string>([
    [() => `${person.first} ${person.last}`, 3],
    [() => `${person.last} ${random.pick(STUDIO)}`, 3],
    [() => `${random.pick(local)} ${person.last}`, 3],
    [
      () => {
        const partner = namePerson(random, country).last
        return partner === person.last ? `${person.last} & Co.` : `${person.last} & ${partner}`
      },
      2,
    ],
    [() => `${noun()} ${random.pick(STUDIO)}`, 3],
    [() => `${noun()} & ${noun()}`, 2],
    [() => `${random.pick(local)} ${noun()}`, 1.5],
    [
      () => `${person.first} ${person.last} ${random.pick(['Design', 'Studio', 'Marks', 'Graphic Design'])}`,
      2,
    ],
    [() => `${noun()} ${noun()}`, 1],
    [() => `${random.int(2, 99)} ${noun()}`, 0.5],
  ])()
}
