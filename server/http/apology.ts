import { escapeHtml } from './escape-html.ts'

const away = {
  title: 'The gallery is away for a moment',
  text: 'It should be back shortly. Nothing that was saved is lost.',
}
const broken = {
  title: 'Something went wrong on our side',
  text: 'It was noted, and we will look into it. Trying again often helps.',
}

/**
 * Makes what a person is shown who opened a page that cannot be answered: a page in the look of the built `shell`, whose
 * stylesheet is all it needs besides `web/public/apology.css`. Of its scripts it has only the one in the head, which knows
 * the theme and is allowed by the content security policy: the others would begin the program.
 */
export function makeApology(shell: string) {
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
<link rel="stylesheet" href="/apology.css">
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
