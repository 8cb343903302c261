/** The product's other sites. */
export const socialLinks = [
  { name: 'Instagram', url: 'https://www.instagram.com/colophonbooks' },
  { name: 'Dribbble', url: 'https://dribbble.com/colophonbooks' },
  { name: 'Behance', url: 'https://www.behance.net/colophonbooks' },
] as const
