/** What clients do. `kinds` end a name ('Tern Coffee'), `trades` stand on a seal, `motifs` suit a pictorial mark. */
export type Industry = {
  name: string
  kinds: string[]
  trades: string[]
  motifs: string[]
  keywords: string[]
}

// name | kinds | trades | motifs | keywords
const TABLE = `
Coffee & Tea|Coffee,Tea Rooms,Roastery,Espresso,Tea|Coffee Roasters,Tea Merchants,Espresso Bar|cup,leaf,sun,owl,mountain|coffee,roastery,tea,café
Restaurants|Kitchen,Table,Canteen,Dining Rooms,Osteria,Grill|Restaurant,Wine & Kitchen,Supper Club|fish,fork,flame,pear,rooster,vase|restaurant,food,kitchen,dining
Bakery|Bakery,Bread,Pâtisserie,Bakehouse|Bakers,Bread & Cakes,Pâtisserie|wheat,sun,hare,flame|bakery,bread,flour,craft
Breweries|Brewing,Beer,Brewery,Taproom|Brewers,Ales & Lagers,Brewery|wheat,hare,bear,anchor,drop|beer,brewery,hops,ale
Wine & Spirits|Vineyards,Wines,Distillery,Cellars|Wine Growers,Distillers,Vineyard|leaf,bird,sun,drop,deer|wine,vineyard,cellar,spirits
Food & Grocery|Grocers,Provisions,Foods,Pantry,Dairy|Provisions,Fine Foods,Greengrocers|pear,wheat,fish,leaf,cow,mushroom|food,grocery,market,organic
Fashion|Atelier,Clothing,Tailors,Knitwear,Outfitters|Clothiers,Tailors,Atelier|needle,hare,swan,butterfly,star|fashion,clothing,apparel,textile
Footwear|Shoes,Bootmakers,Footwear|Bootmakers,Shoemakers|deer,hare,mountain|shoes,leather,boots
Jewellery|Jewellers,Fine Jewellery,Goldsmiths|Goldsmiths,Jewellers|star,moon,swan,eye,bee,crown,scallop|jewellery,gold,gem,luxury
Beauty & Perfume|Parfums,Apothecary,Cosmetics,Soap|Apothecary,Perfumers,Soap Makers|flower,drop,butterfly,moon,leaf|beauty,perfume,cosmetics,apothecary
Hotels|Hotel,Inn,House,Lodge,Guesthouse|Hotel,Guesthouse,Inn & Rooms|moon,swan,lighthouse,key,tree,bell,crown|hotel,hospitality,travel,stay
Travel|Travel,Voyages,Expeditions,Passage|Voyages,Expeditions|boat,mountain,sun,bird,compass|travel,journey,tourism
Airlines & Aviation|Air,Airways,Aviation,Aero|Air Service,Flying Club|swallow,wing,dove,arrow|aviation,flight,airline,wings
Shipping & Logistics|Freight,Shipping,Cargo,Lines|Shipping Agents,Freight & Cargo|boat,anchor,whale,arrow,lighthouse|logistics,shipping,freight,transport
Railways & Transit|Rail,Transit,Tramways,Lines|Light Railway,City Transit|arrow,bridge,wheel|transit,railway,public transport
Cycling|Cycles,Bicycles,Cycling Club|Frame Builders,Cycling Club|wheel,hare,bird,mountain|cycling,bicycle,sport
Sports & Clubs|Athletic,Rowing Club,Football Club,Sports|Rowing Club,Athletic Club,Sailing Club|bear,bird,boat,star,fox|sport,club,team,athletics
Fitness & Yoga|Yoga,Movement,Climbing,Gymnasium|Movement Studio,Climbing Hall|sun,mountain,flower,bird|fitness,movement,wellness
Health & Care|Clinic,Health,Dental,Practice,Pharmacy|Dispensary,Family Practice|drop,leaf,flower,heart|health,care,medical,clinic
Pharmacy & Science|Laboratories,Bio,Therapeutics,Sciences|Laboratories,Life Sciences|drop,leaf,flower,eye|science,pharmacy,biology,research
Education|School,College,Academy,Learning|Free School,Academy of Arts|owl,book,tree,pencil,lighthouse,bell|education,school,learning
Publishing|Press,Books,Editions,Publishers,Review|Publishers,Book Makers,Small Press|book,owl,bird,fox,pencil|publishing,books,print,literature
Museums & Galleries|Gallery,Museum,Kunsthalle,Foundation|Museum of Craft,Gallery,Contemporary Art|eye,sun,bird,moon,vase|museum,gallery,art,culture
Theatre & Dance|Theatre,Ballet,Playhouse,Dance Company|Theatre Company,Playhouse|mask,swan,moon,star,butterfly|theatre,dance,stage,culture
Music|Records,Quartet,Festival,Sound|Record Label,Music Festival|bird,moon,wave,record,bell|music,records,sound,festival
Film & Media|Pictures,Films,Broadcast,Media|Motion Pictures,Film Club|eye,owl,moon,wing|film,media,cinema
Photography|Photography,Photographs,Camera|Photographers,Picture Library|eye,owl,sun|photography,camera,image
Technology|Systems,Software,Computing,Cloud,Labs|Software,Computing|bird,wave,wheel,acorn|technology,software,digital
Telecommunications|Telecom,Networks,Mobile|Telegraph & Telephone|dove,wave,star,swallow|telecom,network,communication
Energy|Energy,Solar,Power,Wind,Hydro|Solar & Wind,Hydro Power|sun,wave,flame,drop|energy,power,renewable
Finance|Bank,Capital,Savings,Credit Union|Savings Bank,Credit Union|bee,tree,lighthouse,acorn|finance,bank,savings
Insurance|Mutual,Assurance,Insurance|Mutual Assurance|umbrella,turtle,lighthouse,bear|insurance,security,trust
Legal|Law,Chambers,Notaries,Legal|Attorneys at Law,Chambers|owl,key,book|law,legal,counsel
Architecture|Architects,Architecture,Structures|Architects & Planners|bridge,house,tree|architecture,building,structure
Construction|Builders,Timber,Construction,Brickworks|Master Builders,Timber & Joinery|house,bridge,key,tree|construction,building,craft
Real Estate|Estates,Homes,Properties,Quarter|Estate Agents|house,key,tree|real estate,property,home
Furniture & Interiors|Furniture,Joinery,Interiors,Lighting,Ceramics|Cabinet Makers,Furniture Works|chair,tree,lamp,house,vase|furniture,interior,craft
Textiles|Mills,Weavers,Textiles,Wool|Weaving Mill,Wool Merchants|sheep,needle,butterfly,swan,swallow|textile,weaving,wool
Agriculture|Farm,Orchard,Growers,Seeds,Farmers|Growers' Cooperative,Orchard & Farm|wheat,pear,sun,cow,rooster|agriculture,farm,growing
Fisheries|Fisheries,Oysters,Seafood,Smokehouse|Fishmongers,Smokehouse|fish,boat,whale,anchor,scallop|fish,sea,harbour
Garden & Flowers|Garden,Flowers,Botanics,Nursery|Florists,Botanic Garden|flower,leaf,tree,butterfly,bee,cactus,mushroom|garden,flowers,plants,botanical
Conservation|Trust,Reserve,National Park,Conservancy|Nature Reserve,Wildlife Trust|deer,owl,bird,mountain,turtle|nature,conservation,wildlife
Animals & Pets|Veterinary,Kennels,Pets,Stables|Animal Hospital,Veterinary Surgeons|cat,dog,hare,bird,fish,snail,turtle|animals,pets,veterinary
Children & Toys|Toys,Nursery,Playhouse,Kids|Toy Makers,Kindergarten|elephant,penguin,bear,snail,boat,ladybird|children,toys,play
Stationery & Print|Stationers,Printers,Paper,Letterpress|Printers & Binders,Stationers|pencil,bird,book,swallow|print,paper,stationery
Charity|Foundation,Relief,Trust,Aid|Relief Fund,Community Trust|dove,heart,lighthouse|charity,community,non-profit
City & Tourism|City,Valley,Coast,Islands|City of Craft,Tourist Board|lighthouse,bridge,sun,wave,mountain|city,place,tourism,civic
`

export const industries: readonly Industry[] = TABLE.trim()
  .split('\n')
  .map(line => {
    const [name, kinds, trades, motifs, keywords] = line.split('|')
    const list = (text: string | undefined) => (text ?? '').split(',')
    return {
      name: name!,
      kinds: list(kinds),
      trades: list(trades),
      motifs: list(motifs),
      keywords: list(keywords),
    }
  })
