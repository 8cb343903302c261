/** A setting of the server that the page brings along; undefined where it is not set. */
export const readSetting = (name: 'books-url' | 'main-site') =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
