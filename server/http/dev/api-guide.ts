import { escapeHtml } from '../../lib/escape-html.ts'

const code = (text: string) => `<pre><code>${escapeHtml(text.trim())}</code></pre>`

/** How programs use the API: the introduction of its documentation. */
export const apiGuide = (publicUrl: string) => `<section><h2 id="tokens">API tokens</h2>
<p>Make one under <a href="/account/api">Account › API</a>. It is shown once, and acts as you: with the scope <code>read</code>
it reads what you can read, with <code>write</code> it also changes what you can change. Send it with every call:</p>
${code(`curl ${publicUrl}/api/logos/fresh?page_size=10 \\
  -H "Authorization: Bearer $TOKEN"

curl ${publicUrl}/api/logos/like -X POST \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"logo_id": 1, "state": 1}'`)}
<p>No cookie and no <code>X-CSRFToken</code> is needed. A token never opens how you log in, tokens, webhooks, payments, the desk or the
bench: those calls answer 403 with the code <code>token</code>, as does a write with the scope <code>read</code>. A wrong or revoked token gets
401 on every call. All tokens end when you change or reset your password, and with the account. The limits are those of the site: after 429
or 503 wait as long as <code>Retry-After</code> says.</p>
<h2 id="cors">From a page of another site</h2>
<p>Every GET that a token may make answers with <code>Access-Control-Allow-Origin: *</code>, and so do the feeds. Cookies are never used
there. A token in a page can be read by everyone who opens it: use one with the scope <code>read</code>, or none.</p>
${code(`const answer = await fetch('${publicUrl}/api/designers/profile/logos?designer_id=1')
const logos = await answer.json()`)}
<h2 id="webhooks">Webhooks</h2>
<p>Add an address under <a href="/account/api">Account › API</a> and choose what it is told about: <code>logo.liked</code>,
<code>logo.commented</code>, <code>designer.followed</code> and <code>results.published</code>. Each message is a POST of JSON:</p>
${code(`{
  "type": "logo.commented",
  "timestamp": "2026-03-01T09:00:00.000Z",
  "data": {
    "logo": { "logo_id": 1, "title": "Heron", "url": "${publicUrl}/logo/1" },
    "comment": { "comment_id": 7, "text": "Fine line." },
    "by": { "designer_id": 2, "company": "Vale Marks", "url": "${publicUrl}/designers/vale-marks" }
  }
}`)}
<p>Messages are signed by the <a href="https://www.standardwebhooks.com">Standard Webhooks</a> scheme with the secret that you saw when you
added the address (<code>whsec_…</code>). Verify each one with a library of that scheme, such as <code>standardwebhooks</code> for Node:</p>
${code(`import { Webhook } from 'standardwebhooks'

// body: the text of the request as it came, before it is parsed
const message = new Webhook(secret).verify(body, {
  'webhook-id': request.headers['webhook-id'],
  'webhook-timestamp': request.headers['webhook-timestamp'],
  'webhook-signature': request.headers['webhook-signature'],
})`)}
<p>Answer with 2xx within ten seconds. Redirects are not followed. After a failure the message is sent again after 5 seconds, 5 minutes,
30 minutes, 2 hours and so on with the same <code>webhook-id</code>, by which you can tell a repetition, and the ones behind it wait. Ten
failures in a row pause the webhook, and you get a letter; what waits is kept for thirty days. What was taken back or hidden before it could
be sent is not sent. The address begins with https and is on the public internet.</p></section>`
