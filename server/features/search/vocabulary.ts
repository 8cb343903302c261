/**
 * The mark that begins a term of each kind; a term without one is a word of any text of a logo. The SQL function
 * search_mark() has the same list, and a test compares the two. docs/search.md says what each kind holds.
 */
export const marks = {
  title: '~T',
  keyword: '~w',
  person: '~p',
  industry: '~i',
  company: '~f',
  company_name: '~F',
  client: '~n',
  client_name: '~N',
  type: '~t',
  country: '~c',
  class: '~k',
  palette: '~P',
  likes: '~l',
  every: '~a',
} as const

/** The first letter of every mark. Words consist of letters and digits, so none begins with it. */
export const markSign = '~'
