import type { CDPSession, Page } from '@playwright/test'

/** What assistive technology is told: the focused element, and the texts of live regions. */
export type Announcement = {
  role: string
  name: string
  isPressed?: boolean
  isChecked?: boolean
  /** The name of what the focused element says is active in it. */
  active?: string
  live: string[]
}

type AxNode = Awaited<ReturnType<typeof readTree>>[number]

const liveRoles = ['status', 'alert', 'log']

/** Reads the browser's accessibility tree (Chromium's DevTools protocol). Undefined while nothing has the focus. */
export async function readFocus(page: Page): Promise<Announcement | undefined> {
  const nodes = await readTree(page)
  const focused = nodes.findLast(node => propertyOf(node, 'focused'))
  if (!focused) return
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const active = focused.properties?.find(({ name }) => name === 'activedescendant')?.value.relatedNodes?.[0]
  const activeNode =
    active && nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === active.backendDOMNodeId)
  return {
    ...announce(focused),
    ...(activeNode && { active: announce(activeNode).name }),
    live: nodes
      .filter(node => liveRoles.includes(node.role?.value))
      .map(node => textOf(node, byId))
      .filter(text => text !== ''),
  }
}

/** The focused element alone, without the tree around it: a wall has thousands of nodes. */
export async function readFocused(page: Page): Promise<Omit<Announcement, 'live'> | undefined> {
  const session = await openSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  if (!result.objectId) return
  const { objectId } = result
  const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
  return nodes[0] && announce(nodes[0])
}

const readTree = async (page: Page) =>
  (await (await openSession(page)).send('Accessibility.getFullAXTree')).nodes

function announce(node: AxNode) {
  const pressed = propertyOf(node, 'pressed')
  const checked = propertyOf(node, 'checked')
  return {
    role: node.role?.value as string,
    name: (node.name?.value ?? '') as string,
    ...(pressed !== undefined && { isPressed: pressed === 'true' }),
    ...(checked !== undefined && { isChecked: checked === 'true' }),
  }
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** One for each page: with the last one's end the browser drops the tree, and the next one builds it again. */
function openSession(page: Page) {
  const open = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    return session
  }
  const session = sessions.get(page) ?? open()
  sessions.set(page, session)
  return session
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
