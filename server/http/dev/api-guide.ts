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
const logos = await answer.json()`)}</section>`
