/** Sets the styles of the server-rendered elements: the content security policy forbids style attributes in the page's text. */
export function applyStyles() {
  for (const { style, dataset } of document.querySelectorAll<HTMLElement>('[data-style]'))
    style.cssText = dataset.style!
}
