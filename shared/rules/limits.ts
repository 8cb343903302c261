/** Page sizes and lengths of the specification's table (section 9), and of the decisions beside it. */
export const pageSize = {
  explore: 50,
  search: 30,
  likes: 30,
  profileLogos: 20,
  people: 10,
  activity: 10,
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
  keyword: 50,
} as const

export const maxKeywords = 30

/** Logos that a designer may choose for the profile. */
export const maxProfileLogos = 10

/** Logos shown beside a logo as related to it. */
export const relatedLogos = 4

/** Newest logos that a collection's row in a list names. */
export const collectionPreview = 6

/** Newest items that the account menu shows. */
export const shortActivity = 5

/** More unseen items than these are not counted: '99+'. */
export const mostUnseen = 99

/** A visitor sees the newest 150 logos of Fresh: three pages, at any page size. */
export const visitorFreshLogos = 150
