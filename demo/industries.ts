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
Coffee & Tea|Coffee,Tea Rooms,Roastery,Espresso,Tea|Coffee Roasters,Tea Merchants,Espresso Bar|cup,leaf,sun,owl,mountain,bear,fox,tulip,lemon,camel|coffee,roastery,tea,café
Restaurants|Kitchen,Table,Canteen,Dining Rooms,Osteria,Grill|Restaurant,Wine & Kitchen,Supper Club|fish,fork,flame,pear,rooster,vase,whale,bear,wolf,octopus,lemon,olive,bull,crab,duck,pig|restaurant,food,kitchen,dining
Bakery|Bakery,Bread,Pâtisserie,Bakehouse|Bakers,Bread & Cakes,Pâtisserie|wheat,sun,hare,flame,rabbit,house,cherry,squirrel|bakery,bread,flour,craft
Breweries|Brewing,Beer,Brewery,Taproom|Brewers,Ales & Lagers,Brewery|wheat,hare,bear,anchor,drop,lion,wolf,horse,bull|beer,brewery,hops,ale
Wine & Spirits|Vineyards,Wines,Distillery,Cellars|Wine Growers,Distillers,Vineyard|leaf,bird,sun,drop,deer,horse,tulip,fox,lion,wolf,olive,bull,rose,grape,raven|wine,vineyard,cellar,spirits
Food & Grocery|Grocers,Provisions,Foods,Pantry,Dairy|Provisions,Fine Foods,Greengrocers|pear,wheat,fish,leaf,cow,mushroom,apple,lemon,cherry,olive,sunflower,bull,duck,pig,grape|food,grocery,market,organic
Fashion|Atelier,Clothing,Tailors,Knitwear,Outfitters|Clothiers,Tailors,Atelier|needle,hare,swan,butterfly,star,horse,wolf,rabbit,rose,flamingo,snake|fashion,clothing,apparel,textile
Footwear|Shoes,Bootmakers,Footwear|Bootmakers,Shoemakers|deer,hare,horse,mountain,rabbit,wolf|shoes,leather,boots
Jewellery|Jewellers,Fine Jewellery,Goldsmiths|Goldsmiths,Jewellers|star,moon,swan,eye,bee,crown,scallop,lion,tulip,snake,rose,clover|jewellery,gold,gem,luxury
Beauty & Perfume|Parfums,Apothecary,Cosmetics,Soap|Apothecary,Perfumers,Soap Makers|flower,drop,butterfly,moon,leaf,tulip,rabbit,rose,olive,lemon,palm,dragonfly|beauty,perfume,cosmetics,apothecary
Hotels|Hotel,Inn,House,Lodge,Guesthouse|Hotel,Guesthouse,Inn & Rooms|moon,swan,lighthouse,key,tree,bell,crown,lion,house,owl,bear,palm,flamingo,rose,deer,dolphin|hotel,hospitality,travel,stay
Travel|Travel,Voyages,Expeditions,Passage|Voyages,Expeditions|boat,mountain,sun,bird,compass,horse,whale,house,palm,camel,elephant,flamingo,giraffe,turtle|travel,journey,tourism
Airlines & Aviation|Air,Airways,Aviation,Aero|Air Service,Flying Club|swallow,wing,dove,arrow,bird,owl,sun,eagle|aviation,flight,airline,wings
Shipping & Logistics|Freight,Shipping,Cargo,Lines|Shipping Agents,Freight & Cargo|boat,anchor,whale,arrow,lighthouse,horse,fish,camel,octopus|logistics,shipping,freight,transport
Railways & Transit|Rail,Transit,Tramways,Lines|Light Railway,City Transit|arrow,bridge,wheel,horse|transit,railway,public transport
Cycling|Cycles,Bicycles,Cycling Club|Frame Builders,Cycling Club|wheel,hare,bird,mountain,fox,wolf,sun,squirrel|cycling,bicycle,sport
Sports & Clubs|Athletic,Rowing Club,Football Club,Sports|Rowing Club,Athletic Club,Sailing Club|bear,bird,boat,star,fox,lion,horse,wolf,whale,eagle,bull,dolphin|sport,club,team,athletics
Fitness & Yoga|Yoga,Movement,Climbing,Gymnasium|Movement Studio,Climbing Hall|sun,mountain,flower,bird,palm,snake|fitness,movement,wellness
Health & Care|Clinic,Health,Dental,Practice,Pharmacy|Dispensary,Family Practice|drop,leaf,flower,heart,tulip,tree,sun,clover,snake,apple|health,care,medical,clinic
Pharmacy & Science|Laboratories,Bio,Therapeutics,Sciences|Laboratories,Life Sciences|drop,leaf,flower,eye,fish,owl,snake,frog|science,pharmacy,biology,research
Education|School,College,Academy,Learning|Free School,Academy of Arts|owl,book,tree,pencil,lighthouse,bell,fox,sun,apple,squirrel|education,school,learning
Publishing|Press,Books,Editions,Publishers,Review|Publishers,Book Makers,Small Press|book,owl,bird,fox,pencil,lion,rabbit,whale,house,cat,hedgehog,octopus,raven|publishing,books,print,literature
Museums & Galleries|Gallery,Museum,Kunsthalle,Foundation|Museum of Craft,Gallery,Contemporary Art|eye,sun,bird,moon,vase,panda,rose|museum,gallery,art,culture
Theatre & Dance|Theatre,Ballet,Playhouse,Dance Company|Theatre Company,Playhouse|mask,swan,moon,star,butterfly,fox,lion,flamingo,rose,cat,raven|theatre,dance,stage,culture
Music|Records,Quartet,Festival,Sound|Record Label,Music Festival|bird,moon,wave,record,bell,wolf,lion,frog,cat|music,records,sound,festival
Film & Media|Pictures,Films,Broadcast,Media|Motion Pictures,Film Club|eye,owl,moon,wing,lion,wolf|film,media,cinema
Photography|Photography,Photographs,Camera|Photographers,Picture Library|eye,owl,sun,fox,bird,lion|photography,camera,image
Technology|Systems,Software,Computing,Cloud,Labs|Software,Computing|bird,wave,wheel,acorn,fox,owl,whale,fish,panda,octopus,squirrel|technology,software,digital
Telecommunications|Telecom,Networks,Mobile|Telegraph & Telephone|dove,wave,star,swallow|telecom,network,communication
Energy|Energy,Solar,Power,Wind,Hydro|Solar & Wind,Hydro Power|sun,wave,flame,drop,wolf,tree,sunflower|energy,power,renewable
Finance|Bank,Capital,Savings,Credit Union|Savings Bank,Credit Union|bee,tree,lighthouse,acorn,lion,horse,bear,squirrel,eagle,bull,clover|finance,bank,savings
Insurance|Mutual,Assurance,Insurance|Mutual Assurance|umbrella,turtle,lighthouse,bear,lion,house,whale,owl,eagle,hedgehog,clover|insurance,security,trust
Legal|Law,Chambers,Notaries,Legal|Attorneys at Law,Chambers|owl,key,book,lion|law,legal,counsel
Architecture|Architects,Architecture,Structures|Architects & Planners|bridge,house,tree|architecture,building,structure
Construction|Builders,Timber,Construction,Brickworks|Master Builders,Timber & Joinery|house,bridge,key,tree,wolf,bear|construction,building,craft
Real Estate|Estates,Homes,Properties,Quarter|Estate Agents|house,key,tree,fox,sun|real estate,property,home
Furniture & Interiors|Furniture,Joinery,Interiors,Lighting,Ceramics|Cabinet Makers,Furniture Works|chair,tree,lamp,house,vase,fox,bear,owl|furniture,interior,craft
Textiles|Mills,Weavers,Textiles,Wool|Weaving Mill,Wool Merchants|sheep,needle,butterfly,swan,swallow,rose,cat,camel|textile,weaving,wool
Agriculture|Farm,Orchard,Growers,Seeds,Farmers|Growers' Cooperative,Orchard & Farm|wheat,pear,sun,cow,rooster,horse,tree,house,rabbit,bird,apple,cherry,sunflower,bull,olive,hedgehog,pig,grape|agriculture,farm,growing
Fisheries|Fisheries,Oysters,Seafood,Smokehouse|Fishmongers,Smokehouse|fish,boat,whale,anchor,scallop,bear,crab,octopus,dolphin|fish,sea,harbour
Garden & Flowers|Garden,Flowers,Botanics,Nursery|Florists,Botanic Garden|flower,leaf,tree,butterfly,bee,cactus,mushroom,tulip,rabbit,bird,rose,sunflower,hedgehog,frog,clover,palm,lemon,dragonfly|garden,flowers,plants,botanical
Conservation|Trust,Reserve,National Park,Conservancy|Nature Reserve,Wildlife Trust|deer,owl,bird,mountain,turtle,wolf,whale,fox,tree,lion,panda,frog,eagle,squirrel,dolphin,hedgehog,elephant,giraffe,koala,dragonfly,raven|nature,conservation,wildlife
Animals & Pets|Veterinary,Kennels,Pets,Stables|Animal Hospital,Veterinary Surgeons|cat,dog,hare,bird,fish,snail,turtle,rabbit,horse,fox,owl,hedgehog,duck,frog|animals,pets,veterinary
Children & Toys|Toys,Nursery,Playhouse,Kids|Toy Makers,Kindergarten|elephant,penguin,bear,snail,boat,ladybird,rabbit,fox,whale,lion,fish,giraffe,panda,frog,duck,dolphin,squirrel,koala,pig|children,toys,play
Stationery & Print|Stationers,Printers,Paper,Letterpress|Printers & Binders,Stationers|pencil,bird,book,swallow,cat,squirrel|print,paper,stationery
Charity|Foundation,Relief,Trust,Aid|Relief Fund,Community Trust|dove,heart,lighthouse,house,bird,tree,tulip,sunflower,olive,elephant|charity,community,non-profit
City & Tourism|City,Valley,Coast,Islands|City of Craft,Tourist Board|lighthouse,bridge,sun,wave,mountain,lion,tulip,horse,house,bird,palm,flamingo,eagle|city,place,tourism,civic
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
