import { type ComponentType, lazy } from 'react'

/** A part of a page that the page can do without: where its code does not arrive, nothing is shown in its place. */
export const optional = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })))
