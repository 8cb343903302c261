type Chosen = { slug: string; book_id: number | null; master_book_id: number | null }

/** The books that chose a logo; `path` is the page of its designer's logos in that book, '' without a profile. */
export const listAwards = ({ slug, book_id, master_book_id }: Chosen) =>
  (
    [
      ['Book', book_id, 'book-'],
      ['Master', master_book_id, 'master-book-'],
    ] as const
  ).flatMap(([series, number, address]) =>
    number === null
      ? []
      : [{ name: `${series} ${number}`, path: slug && `/award/${slug}/${address}${number}` }],
  )
