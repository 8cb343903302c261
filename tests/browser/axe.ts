import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type ColorScheme = 'light' | 'dark'

/** What axe finds wrong with the page as it stands, in each colour scheme. The page stays in the last one. */
export async function findFaults(page: Page, schemes: ColorScheme[] = ['light', 'dark']) {
  const faults = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Where the page is still fading, colours are not what they will be.
    await page.waitForFunction(
      scheme =>
        matchMedia(`(prefers-color-scheme: ${scheme})`).matches &&
        document.getAnimations().every(animation => animation.playState !== 'running'),
      colorScheme,
    )
    // For the sake of frames, what was found is put together in a page opened for that, which takes as long again.
    const hasFrames = page.frames().length > 1
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(!hasFrames).analyze()
    for (const { id, impact, nodes } of violations)
      faults.push({ colorScheme, rule: id, impact, where: nodes.map(node => node.html) })
  }
  return faults
}
