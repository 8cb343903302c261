import { escapeHtml } from '../../lib/escape-html.ts'

const away = {
  title: 'The gallery is away for a moment',
  text: 'It should be back shortly. Nothing that was saved is lost.',
}
const broken = {
  title: 'Something went wrong on our side',
  text: 'We’ve made a note of it and will look into it. Trying again often helps.',
}

/**
 * Makes the HTML page that answers a failed page request, styled by the stylesheet of the built `shell` and by
 * `web/public/error-page.css`. Of the shell's scripts it keeps only the inline one in the head, which sets the theme and is
 * allowed by the content security policy; the others would start the application.
 */
export function makeErrorPage(shell: string) {
  const kept =
    /<meta name="(?:viewport|theme-color)"[^>]*>|<script>[\s\S]*?<\/script>|<link rel="(?:icon|stylesheet)"[^>]*>/g
  const head = shell.slice(0, shell.indexOf('</head>')).match(kept)?.join('\n') ?? ''
  return (status: number) => {
    const { title, text } = status === 503 ? away : broken
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
${head}
<link rel="stylesheet" href="/error-page.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a href="">Try again</a>
</main>
</body>
</html>
`
  }
}
