import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Email } from 'postal-mime'
import { escapeHtml } from '../../lib/escape-html.ts'
import { isLoopbackRequest } from '../../lib/loopback.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { readMailFolder } from '../../outside/mail.ts'
import { inlinePictures } from '../../outside/mail-pictures.ts'
import { HttpError } from '../errors.ts'
import { sendMailFrame } from '../mail-frame.ts'

// The mail that a site in development would have sent. Its links sign in as any member, so it never exists on a public site,
// and only requests from this machine may read it.

const style = `
:root { color-scheme: light dark; --ink: light-dark(#151515, #f2f2f2); --ink-2: light-dark(#5a5a5a, #a6a6a6);
  --line: light-dark(#dadada, #333); --canvas: light-dark(#f1f1f1, #1a1a1a); --surface: light-dark(#fff, #232323); }
body { margin: 0 auto; max-width: 960px; padding: 36px 16px 64px; background: var(--canvas); color: var(--ink);
  font: 15px/1.5 'Schibsted Grotesk Variable', system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 32px; line-height: 1.1; letter-spacing: -0.025em; font-weight: 500; margin: 0 0 12px; }
h2 { font-size: 18px; font-weight: 600; margin: 36px 0 8px; padding-top: 24px; border-top: 1px solid var(--line); }
p { margin: 4px 0 24px; color: var(--ink-2); }
a { color: inherit; text-underline-offset: 4px; }
ul { list-style: none; margin: 0; padding: 0; }
li { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); gap: 2px 24px; padding: 12px 0;
  border-top: 1px solid var(--line); }
li span { color: var(--ink-2); font-size: 13px; }
iframe { width: 100%; height: 620px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
pre { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface);
  font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
td, th { text-align: left; font-weight: 400; padding: 4px 12px 4px 0; border-top: 1px solid var(--line); vertical-align: top; }
th { width: 26%; color: var(--ink-2); }
`

/** Serves /dev/mailbox: the newest letters, and each one's HTML, text, links and headers as they would have arrived. */
export async function serveMailbox(site: FastifyInstance, folder: ReturnType<typeof readMailFolder>) {
  await site.register(async app => addPages(app, folder))
}

/** Long for its markup: five pages. */
function addPages(app: FastifyInstance, folder: ReturnType<typeof readMailFolder>) {
  app.addHook('onRequest', async request => {
    if (!isLoopbackRequest(request)) throw new HttpError(404, 'Not found')
  })

  async function open(name: string) {
    const bytes = await folder.read(name)
    if (!bytes) throw new HttpError(404, 'There is no such email.')
    // Imported late: the parser is installed for development only.
    const { default: PostalMime } = await import('postal-mime')
    return { bytes, mail: await PostalMime.parse(bytes) }
  }

  app.get('/dev/mailbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))

  app.get('/dev/mailbox', async (_request, reply) => {
    const names = await folder.list(200)
    const rows = await Promise.all(
      names.map(async name => {
        const { mail } = await open(name)
        return `<li><a href="/dev/mailbox/${name}">${escapeHtml(mail.subject ?? '')}</a>
          <span>${escapeHtml(mail.to?.[0]?.address ?? '')}<br>${escapeHtml(mail.date ?? '')}</span></li>`
      }),
    )
    const list = rows.length ? `<ul>${rows.join('')}</ul>` : '<p>Nothing yet.</p>'
    return sendPage(
      reply,
      'Mailbox',
      `<h1>Mailbox</h1><p>Mail that would have been sent. Set SMTP_URL to send it.</p>${list}`,
    )
  })

  app.get('/dev/mailbox/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const { mail } = await open(name)
    const links = [...new Set(mail.text?.match(/https?:\/\/\S+/g))]
    const title = escapeHtml(mail.subject ?? '')
    return sendPage(
      reply,
      title,
      `<p><a href="/dev/mailbox">Mailbox</a></p><h1>${title}</h1>
      <p>To ${escapeHtml(mail.to?.[0]?.address ?? '')}. <a href="/dev/mailbox/${name}/source">The file</a></p>
      <iframe title="As HTML" src="/dev/mailbox/${name}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
      <h2>Links</h2>${links.map(link => `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`).join('') || '<p>None.</p>'}
      <h2>Text</h2><pre tabindex="0">${escapeHtml(mail.text ?? '')}</pre>
      <h2>Headers</h2><table>${mail.headers
        .map(
          ({ key, value }) => `<tr><th scope="row">${escapeHtml(key)}</th><td>${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`,
    )
  })

  app.get('/dev/mailbox/:name/html', async (request, reply) => {
    const { mail } = await open((request.params as { name: string }).name)
    return sendMailFrame(reply, withPictures(mail), { canOpen: true })
  })

  app.get('/dev/mailbox/:name/source', async (request, reply) => {
    const { bytes } = await open((request.params as { name: string }).name)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="mail.eml"')
      .type('message/rfc822')
      .send(bytes)
  })
}

/** A mail's HTML with its attached pictures inlined. */
const withPictures = ({ html = '', attachments }: Email) =>
  inlinePictures(
    html,
    attachments.map(({ contentId = '', mimeType, content }) => ({
      cid: contentId.slice(1, -1),
      type: mimeType,
      bytes: Buffer.from(content as ArrayBuffer),
    })),
  )

/** `title` and `body` are HTML. */
function sendPage(reply: FastifyReply, title: string, body: string) {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · ${escapeHtml(siteWords().site_name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><main>${body}</main></body></html>`)
}
