/** A server setting embedded in the page; undefined if it is not set. */
export const readSetting = (name: 'books-url' | 'main-site') =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
