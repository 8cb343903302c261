/** Past this time a logo opens without growing from its square. */
const mostMs = 300

/** Resolves when a picture has been loaded or was refused, after `mostMs` at the latest. */
export function untilLoaded(url: string): Promise<unknown> {
  const picture = new Image()
  picture.src = url
  return Promise.race([picture.decode().catch(() => {}), new Promise(enough => setTimeout(enough, mostMs))])
}
