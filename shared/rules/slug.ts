/** The slug of a profile, made from the company's name: ASCII letters and digits joined by hyphens, at most 60. */
export function slugOf(company: string): string {
  const slug = company
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .replace(/[æÆ]/g, 'ae')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return slug || 'designer'
}
