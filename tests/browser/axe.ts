import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type ColorScheme = 'light' | 'dark'

/** The rules about colors that axe applies by default: their tag would add the one of WCAG's level AAA. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * The violations that axe finds in the page: by all rules in the first colour scheme, by those about colours in the
 * others, because only colours depend on it. The page stays in the last scheme.
 */
export async function findFaults(page: Page, schemes: ColorScheme[] = ['light', 'dark']) {
  const faults = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // While the page fades, its colours are not the final ones.
    await page.waitForFunction(
      scheme =>
        matchMedia(`(prefers-color-scheme: ${scheme})`).matches &&
        document.getAnimations().every(animation => animation.playState !== 'running'),
      colorScheme,
    )
    // For pages with frames, axe merges results in a page opened for that, which doubles the time.
    const hasFrames = page.frames().length > 1
    // The rules are the same; only the lists of what passed are left out, which took half of the time.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(!hasFrames)
    if (colorScheme !== schemes[0]) axe.withRules(colorRules)
    const { violations } = await axe.analyze()
    for (const { id, impact, nodes } of violations)
      faults.push({ colorScheme, rule: id, impact, where: nodes.map(node => node.html) })
  }
  return faults
}
