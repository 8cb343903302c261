import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

declare const axe: typeof axeCore

type ColorScheme = 'light' | 'dark'

/** Half as long as what `import` gives; otherwise the same. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules about colors that axe applies by default: their tag would add the one of WCAG's level AAA. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Reports a failure and goes on, so that a journey through several screens names all that fail. */
const softly = expect.configure({ soft: true })

/**
 * The violations that axe finds in the page: by all rules in the first colour scheme, by those about colours in the
 * others, because only colours depend on it. The page stays in the last scheme.
 */
export async function findFaults(page: Page, schemes: ColorScheme[] = ['light', 'dark']) {
  // What a frame contains is left out: only the preview of a mail may be in one.
  await expect
    .poll(async () => page.frames().length - (await page.locator('iframe[sandbox=""]').count()))
    .toBe(1)
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
    const rules = colorScheme === schemes[0] ? undefined : colorRules
    for (const fault of await runAxe(page, rules)) faults.push({ colorScheme, ...fault })
  }
  return faults
}

/** The violations of all rules or some. The code of axe is evaluated once per document. */
async function runAxe(page: Page, rules?: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async runOnly => {
    // The rules are the same; only the lists of what passed are left out, which took half of the time.
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    })
    return violations.map(({ id, impact, nodes }) => ({
      rule: id,
      impact: String(impact),
      where: nodes.map(node => node.html),
    }))
  }, rules)
}

/** Expects that axe finds nothing wrong with a screen; otherwise the journey goes on, and fails. */
export async function expectNoFaults(page: Page, name: string, schemes?: ColorScheme[]) {
  softly(await findFaults(page, schemes), name).toEqual([])
}

/** Expects the same at the width of the window and at that of a phone, where one colour scheme is enough. */
export async function expectNoFaultsInBoth(page: Page, name: string) {
  await expectNoFaults(page, name)
  const former = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoFaults(page, `${name} at 390 px`, ['light'])
  await page.setViewportSize(former)
}

/** Expects that neither the page nor a dialog scrolls sideways at the width of the window. */
export async function expectToFit(page: Page, name: string) {
  const { width } = page.viewportSize()!
  const isFitting = () =>
    page.evaluate(limit => {
      scrollTo({ left: 1000, behavior: 'instant' })
      const wide = [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
      return scrollX === 0 && innerWidth === limit && wide.every(element => element.scrollWidth <= limit)
    }, width)
  await softly.poll(isFitting, { message: `${name}: fits ${width} px` }).toBe(true)
}

/**
 * Expects both: on the desktop in both colour schemes and, resized, at 320 px; on the phone in one, because it has the
 * same colours. The window has its former size afterwards. `again` brings back a state that the narrow window ends.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { isMobile, again }: { isMobile: boolean; again?: () => Promise<unknown> },
) {
  await expectNoFaults(page, name, isMobile ? ['light'] : undefined)
  if (isMobile) return
  const former = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  await again?.()
  await expectToFit(page, name)
  await page.setViewportSize(former)
}
