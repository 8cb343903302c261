import { atlasUrl, type Density } from '../../../../shared/rules/sixteen.ts'

/** Atlases that are fetched at once: as many connections as a browser opens to a host with HTTP/1.1. */
const atOnce = 6
/** Delay before an atlas that didn't arrive is fetched again. */
const againMs = 3000

type Listener = {
  onAtlas: (name: string, picture: ImageBitmap, density: Density) => void
  /** An atlas did not arrive: it was drawn again since the page learnt of it, or the connection is down. */
  onMissing: () => void
  /** It may be asked for again. */
  onAgain: () => void
}

/** Returns what fetches the atlases that are wanted, the most urgent first; those that no longer are leave the queue. */
export function createQueue({ onAtlas, onMissing, onAgain }: Listener) {
  let wanted: readonly string[] = []
  let density: Density = 1
  const fetching = new Set<string>()
  const missing = new Set<string>()

  function fetchNext() {
    for (const name of wanted) {
      if (fetching.size >= atOnce) return
      if (!fetching.has(name) && !missing.has(name)) void fetchOne(name, density)
    }
  }

  async function fetchOne(name: string, density: Density) {
    fetching.add(name)
    const picture = await readAtlas(atlasUrl(name, density))
    fetching.delete(name)
    wanted = wanted.filter(each => each !== name)
    if (picture) onAtlas(name, picture, density)
    else {
      missing.add(name)
      onMissing()
      setTimeout(() => {
        missing.delete(name)
        onAgain()
      }, againMs)
    }
    fetchNext()
  }

  return (names: readonly string[], of: Density) => {
    wanted = names
    density = of
    fetchNext()
  }
}

async function readAtlas(url: string): Promise<ImageBitmap | undefined> {
  try {
    const answer = await fetch(url)
    return answer.ok ? await createImageBitmap(await answer.blob()) : undefined
  } catch {
    return undefined
  }
}
