/** Page sizes and lengths of the specification's table (section 9), and of later decisions. */
export const pageSize = {
  explore: 50,
  search: 30,
  likes: 30,
  profileLogos: 20,
  people: 10,
  activity: 10,
  comments: 50,
  most: 100,
} as const

export const maxLength = {
  text: 200,
  name: 100,
  place: 100,
  zip: 20,
  phone: 20,
  url: 300,
  bio: 2000,
  description: 2000,
  comment: 2000,
  message: 5000,
  collectionName: 100,
  collectionNote: 500,
  keyword: 50,
} as const

export const maxKeywords = 30

/** Logos that a designer may choose for the profile. */
export const maxProfileLogos = 10

/** Comments in an answer if the call names no page size. */
export const newestComments = 200

/** Related logos shown with a logo. */
export const relatedLogos = 4

/** Logos that a collection may hold. */
export const maxCollectionLogos = 2000

/** Members who may help with a collection. */
export const maxCollectionHelpers = 20

/** Newest logos in a collection's row of a list. */
export const collectionPreview = 6

/** Collections in a logo's details. */
export const logoCollections = 20

/** Searches that a member may save. */
export const mostSavedSearches = 50

/** Newest items in the account menu. */
export const shortActivity = 5

/** What a member's activity keeps: all items of so many days, and at least so many of the newest. */
export const keptActivity = { days: 365, items: 100 }

/** More unseen items than these are shown as '99+'. */
export const mostUnseen = 99

/** A visitor sees the newest 150 logos of Fresh, with every page size. */
export const visitorFreshLogos = 150
/** Pages of Fresh that a visitor may open; the next one is its end, which invites to join. */
export const visitorPages = visitorFreshLogos / pageSize.explore

/** Pictures that show a visitor that the wall continues: one row in the widest window. */
export const logosBeyond = 12
