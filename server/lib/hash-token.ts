import { hash } from 'node:crypto'

/** The hash of a token (of a session, an API key or a link), which the database holds in its place. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer')
