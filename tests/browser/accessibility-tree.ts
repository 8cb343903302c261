import type { Page } from '@playwright/test'

/** What assistive technology is told: the focused element, and the texts of live regions. */
export type Announcement = {
  role: string
  name: string
  isPressed?: boolean
  isChecked?: boolean
  live: string[]
}

type AxNode = Awaited<ReturnType<typeof readTree>>[number]

const liveRoles = ['status', 'alert', 'log']

/** Reads the browser's accessibility tree (Chromium's DevTools protocol). Undefined while nothing has the focus. */
export async function readFocus(page: Page): Promise<Announcement | undefined> {
  const nodes = await readTree(page)
  const focused = nodes.findLast(node => propertyOf(node, 'focused'))
  if (!focused) return
  const pressed = propertyOf(focused, 'pressed')
  const checked = propertyOf(focused, 'checked')
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  return {
    role: focused.role?.value,
    name: focused.name?.value ?? '',
    ...(pressed !== undefined && { isPressed: pressed === 'true' }),
    ...(checked !== undefined && { isChecked: checked === 'true' }),
    live: nodes
      .filter(node => liveRoles.includes(node.role?.value))
      .map(node => textOf(node, byId))
      .filter(text => text !== ''),
  }
}

async function readTree(page: Page) {
  const session = await page.context().newCDPSession(page)
  try {
    return (await session.send('Accessibility.getFullAXTree')).nodes
  } finally {
    await session.detach()
  }
}

const propertyOf = (node: AxNode, name: string) =>
  node.properties?.find(property => property.name === name)?.value.value

function textOf(node: AxNode, byId: Map<string, AxNode>): string {
  if (node.role?.value === 'StaticText') return node.name?.value ?? ''
  const children = (node.childIds ?? []).flatMap(id => byId.get(id) ?? [])
  return children
    .map(child => textOf(child, byId))
    .filter(text => text !== '')
    .join(' ')
}
