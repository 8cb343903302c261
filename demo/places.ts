/**
 * Cities as 'city|state or region|postal pattern|country'; # is a digit, @ a letter. China is C2, the payment
 * provider's code.
 */
const CITIES = `
New York|NY|100##|US
Brooklyn|NY|112##|US
Portland|OR|972##|US
San Francisco|CA|941##|US
Los Angeles|CA|900##|US
Chicago|IL|606##|US
Austin|TX|787##|US
Minneapolis|MN|554##|US
Seattle|WA|981##|US
Boston|MA|021##|US
Philadelphia|PA|191##|US
Nashville|TN|372##|US
Denver|CO|802##|US
Detroit|MI|482##|US
Atlanta|GA|303##|US
Savannah|GA|314##|US
Pittsburgh|PA|152##|US
New Orleans|LA|701##|US
Kansas City|MO|641##|US
Salt Lake City|UT|841##|US
Toronto|ON|M5V #@#|CA
Montréal|QC|H2X #@#|CA
Vancouver|BC|V6B #@#|CA
Halifax|NS|B3H #@#|CA
London|England|E# #@@|GB
Bristol|England|BS# #@@|GB
Manchester|England|M# #@@|GB
Glasgow|Scotland|G# #@@|GB
Edinburgh|Scotland|EH# #@@|GB
Cardiff|Wales|CF## #@@|GB
Belfast|Northern Ireland|BT# #@@|GB
Dublin|Leinster|D0# @#@#|IE
Cork|Munster|T12 @#@#|IE
Berlin|Berlin|101##|DE
Hamburg|Hamburg|203##|DE
München|Bayern|803##|DE
Leipzig|Sachsen|041##|DE
Köln|Nordrhein-Westfalen|506##|DE
Stuttgart|Baden-Württemberg|701##|DE
Wien|Wien|10#0|AT
Graz|Steiermark|801#|AT
Zürich|Zürich|800#|CH
Basel|Basel-Stadt|405#|CH
Lausanne|Vaud|100#|CH
Amsterdam|Noord-Holland|10## @@|NL
Rotterdam|Zuid-Holland|30## @@|NL
Utrecht|Utrecht|35## @@|NL
Antwerpen|Antwerpen|20##|BE
Gent|Oost-Vlaanderen|90##|BE
Paris|Île-de-France|750##|FR
Lyon|Auvergne-Rhône-Alpes|6900#|FR
Nantes|Pays de la Loire|440##|FR
Marseille|Provence-Alpes-Côte d'Azur|1300#|FR
Barcelona|Catalunya|080##|ES
Madrid|Madrid|280##|ES
Valencia|Comunitat Valenciana|460##|ES
Bilbao|Euskadi|480##|ES
Lisboa|Lisboa|1#00-###|PT
Porto|Porto|4#00-###|PT
Milano|Lombardia|201##|IT
Torino|Piemonte|101##|IT
Bologna|Emilia-Romagna|401##|IT
Roma|Lazio|001##|IT
København|Hovedstaden|2#00|DK
Aarhus|Midtjylland|8000|DK
Stockholm|Stockholms län|11# ##|SE
Göteborg|Västra Götaland|41# ##|SE
Malmö|Skåne|21# ##|SE
Oslo|Oslo|05##|NO
Bergen|Vestland|50##|NO
Helsinki|Uusimaa|00##0|FI
Tampere|Pirkanmaa|33##0|FI
Reykjavík|Höfuðborgarsvæði|10#|IS
Tallinn|Harjumaa|10###|EE
Riga|Rīga|LV-10##|LV
Vilnius|Vilnius|LT-01###|LT
Warszawa|Mazowieckie|00-###|PL
Kraków|Małopolskie|31-###|PL
Poznań|Wielkopolskie|61-###|PL
Praha|Praha|1## 00|CZ
Brno|Jihomoravský|60# 00|CZ
Bratislava|Bratislavský|811 0#|SK
Budapest|Budapest|10##|HU
Ljubljana|Osrednjeslovenska|10##|SI
Zagreb|Grad Zagreb|10###|HR
Beograd|Beograd|11###|RS
Sofia|Sofia|10##|BG
București|București|0#####|RO
Cluj-Napoca|Cluj|400###|RO
Athína|Attikí|10# ##|GR
İstanbul|İstanbul|34###|TR
Kyiv|Kyiv|010##|UA
Lviv|Lviv|790##|UA
Tbilisi|Tbilisi|01##|GE
Tel Aviv|Tel Aviv|61#####|IL
Beirut|Beirut|1107|LB
Dubai|Dubai|0000|AE
Cairo|Cairo|115##|EG
Casablanca|Casablanca-Settat|20###|MA
Lagos|Lagos|101###|NG
Nairobi|Nairobi|00###|KE
Accra|Greater Accra|GA###|GH
Cape Town|Western Cape|80##|ZA
Johannesburg|Gauteng|20##|ZA
Mumbai|Maharashtra|4000##|IN
Bengaluru|Karnataka|5600##|IN
Ahmedabad|Gujarat|3800##|IN
Colombo|Western|00#00|LK
Bangkok|Bangkok|10###|TH
Singapore|Singapore|0#####|SG
Kuala Lumpur|Kuala Lumpur|50###|MY
Jakarta|Jakarta|10###|ID
Bandung|Jawa Barat|40###|ID
Manila|Metro Manila|10##|PH
Ho Chi Minh City|Ho Chi Minh|700###|VN
Hong Kong|Hong Kong|000|HK
Taipei|Taipei|10#|TW
Shanghai|Shanghai|2000##|C2
Shenzhen|Guangdong|5180##|C2
Beijing|Beijing|1000##|C2
Seoul|Seoul|04###|KR
Busan|Busan|48###|KR
Tokyo|Tokyo|1##-00##|JP
Osaka|Osaka|5##-00##|JP
Kyoto|Kyoto|60#-80##|JP
Sydney|NSW|20##|AU
Melbourne|VIC|30##|AU
Brisbane|QLD|40##|AU
Hobart|TAS|70##|AU
Auckland|Auckland|10##|NZ
Wellington|Wellington|60##|NZ
Ciudad de México|CDMX|06###|MX
Guadalajara|Jalisco|44###|MX
Bogotá|Bogotá D.C.|110###|CO
Medellín|Antioquia|0500##|CO
Lima|Lima|150##|PE
Santiago|Región Metropolitana|83#####|CL
Buenos Aires|Buenos Aires|C10##|AR
Montevideo|Montevideo|11#00|UY
São Paulo|SP|01###-0##|BR
Rio de Janeiro|RJ|22###-0##|BR
Curitiba|PR|80###-0##|BR
`

export type City = { city: string; state: string; postal: string; country: string }
export const cities: readonly City[] = CITIES.trim()
  .split('\n')
  .map(line => {
    const [city, state, postal, country] = line.split('|')
    return { city: city!, state: state!, postal: postal!, country: country! }
  })

/** Calling code, and how many digits follow it. */
export const DIALLING: Record<string, readonly [string, string]> = {
  US: ['+1', '### ### ####'],
  CA: ['+1', '### ### ####'],
  GB: ['+44', '20 #### ####'],
  IE: ['+353', '1 ### ####'],
  DE: ['+49', '30 #######'],
  AT: ['+43', '1 #######'],
  CH: ['+41', '44 ### ## ##'],
  NL: ['+31', '20 ### ####'],
  BE: ['+32', '3 ### ## ##'],
  FR: ['+33', '1 ## ## ## ##'],
  ES: ['+34', '93# ### ###'],
  PT: ['+351', '21# ### ###'],
  IT: ['+39', '02 ### ####'],
  DK: ['+45', '3# ## ## ##'],
  SE: ['+46', '8 ### ## ##'],
  NO: ['+47', '2# ## ## ##'],
  FI: ['+358', '9 ### ####'],
  IS: ['+354', '5## ####'],
  PL: ['+48', '22 ### ## ##'],
  CZ: ['+420', '2## ### ###'],
  JP: ['+81', '3 #### ####'],
  KR: ['+82', '2 #### ####'],
  C2: ['+86', '21 #### ####'],
  HK: ['+852', '2### ####'],
  TW: ['+886', '2 #### ####'],
  AU: ['+61', '3 #### ####'],
  NZ: ['+64', '9 ### ####'],
  IN: ['+91', '22 #### ####'],
  BR: ['+55', '11 #### ####'],
  MX: ['+52', '55 #### ####'],
  EE: ['+372', '6## ####'],
  LV: ['+371', '67 ### ###'],
  LT: ['+370', '5 2## ####'],
  SK: ['+421', '2 #### ####'],
  HU: ['+36', '1 ### ####'],
  SI: ['+386', '1 ### ## ##'],
  HR: ['+385', '1 ### ####'],
  RS: ['+381', '11 ### ####'],
  BG: ['+359', '2 ### ####'],
  RO: ['+40', '21 ### ####'],
  GR: ['+30', '21# ### ####'],
  TR: ['+90', '212 ### ## ##'],
  UA: ['+380', '44 ### ## ##'],
  GE: ['+995', '32 2## ## ##'],
  IL: ['+972', '3 ### ####'],
  LB: ['+961', '1 ### ###'],
  AE: ['+971', '4 ### ####'],
  EG: ['+20', '2 #### ####'],
  MA: ['+212', '522 ## ## ##'],
  NG: ['+234', '1 ### ####'],
  KE: ['+254', '20 ### ####'],
  GH: ['+233', '30 ### ####'],
  LK: ['+94', '11 2## ####'],
  TH: ['+66', '2 ### ####'],
  MY: ['+60', '3 #### ####'],
  ID: ['+62', '21 ### ####'],
  PH: ['+63', '2 8### ####'],
  VN: ['+84', '28 #### ####'],
  CO: ['+57', '601 ### ####'],
  PE: ['+51', '1 ### ####'],
  CL: ['+56', '2 2### ####'],
  AR: ['+54', '11 #### ####'],
  UY: ['+598', '2### ####'],
  ZA: ['+27', '21 ### ####'],
  SG: ['+65', '6### ####'],
}

/** The streets that a studio could be in; the region decides the pattern. */
export const STREETS: Record<string, readonly string[]> = {
  en: [
    'Mill Street',
    'Canal Street',
    'Orchard Lane',
    'Dock Road',
    'Foundry Lane',
    'King Street',
    'Chapel Row',
    'Market Street',
    'Wharf Road',
    'Station Road',
    'Alder Street',
    'Franklin Avenue',
    'Grand Avenue',
    'Union Street',
    'Prospect Place',
    'Ropewalk',
    'Cooper Street',
    'Bell Yard',
    'Linden Avenue',
    'Harbour Street',
  ],
  de: [
    'Lindenstraße',
    'Torstraße',
    'Gartenstraße',
    'Mühlengasse',
    'Werkstraße',
    'Hafenstraße',
    'Uferstraße',
    'Kirchweg',
  ],
  fr: [
    'rue des Moulins',
    'rue du Port',
    'rue de la Forge',
    'quai des Tanneurs',
    'rue des Jardins',
    'passage du Cheval',
  ],
  es: [
    'Calle del Molino',
    'Carrer del Mar',
    'Calle de la Luna',
    'Calle Mayor',
    'Avenida del Puerto',
    'Calle Olmo',
  ],
  it: ['Via dei Mulini', 'Via del Porto', 'Via Garibaldi', 'Corso Italia', 'Via delle Rose'],
  nordic: ['Storgatan', 'Nygatan', 'Havnegade', 'Møllegata', 'Kanalgatan', 'Strandvej', 'Skippergata'],
}
