import { type ComponentType, lazy } from 'react'

/** `lazy()` for a part that its page can do without: when its code does not arrive, nothing is rendered in its place. */
export const lazyOptional = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })))
