import axe from 'axe-core'

/** The violations that axe finds in the page, by all rules but those about index.html and those that need styles or sizes. */
export async function findFaults() {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    rules: {
      'html-has-lang': { enabled: false },
      'color-contrast': { enabled: false },
      'link-in-text-block': { enabled: false },
      'target-size': { enabled: false },
    },
  })
  return violations.map(({ id, nodes }) => ({ rule: id, where: nodes.map(node => node.html) }))
}
