import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An SMTP server on this machine that keeps the mails it accepts. Handlers make it refuse, hang or answer slowly. */
export async function startMailServer(
  options: Pick<SMTPServerOptions, 'onRcptTo' | 'onMailFrom' | 'onAuth'> = {},
) {
  const received: { to: string[]; raw: string }[] = []
  const handlers = { onRaw: undefined as ((raw: string) => Promise<Error | undefined>) | undefined }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: options.onAuth ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    ...options,
    async onData(stream, session, done) {
      const raw = await text(stream)
      const error = await handlers.onRaw?.(raw)
      if (!error) received.push({ to: session.envelope.rcptTo.map(r => r.address), raw })
      done(error)
    },
  })
  // Some tests disconnect in the middle of a mail.
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    handlers,
    /** Closes every open connection. */
    drop: () => {
      for (const connection of server.connections)
        (connection as { _socket?: { destroy(): void } })._socket?.destroy()
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** An SMTP error answer. */
export const answer = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
