import { parseKeywords } from '../../../shared/rules/keywords.ts'

/** The keyword field: its tokens, the text at the caret after them, and the announcement of the last change. */
export type Tokens = { keywords: readonly string[]; typed: string; said: string }

export type TokenAct =
  /** The text at the caret is now this one; a comma ends a token. */
  | { type: 'type'; text: string }
  /** Enter, or the field is left: the text becomes a token. */
  | { type: 'end' }
  | { type: 'paste'; text: string }
  | { type: 'remove'; keyword: string }
  /** Backspace at the caret: without a text before it, the last token goes. */
  | { type: 'erase' }

/** Whether a pasted text is several keywords. Lists from spreadsheets are separated by line breaks and tabs. */
export const isList = (text: string) => /[,;\n\t]/.test(text)

export function reduceTokens(tokens: Tokens, act: TokenAct): Tokens {
  const { keywords, typed } = tokens
  switch (act.type) {
    case 'type':
      return act.text.includes(',') ? add(keywords, act.text) : { ...tokens, typed: act.text }
    case 'end':
      return typed.trim() ? add(keywords, typed) : tokens
    case 'paste':
      return add(keywords, typed + act.text.replace(/[;\r\n\t]+/g, ','))
    case 'remove':
      return remove(tokens, act.keyword)
    case 'erase': {
      const last = keywords.at(-1)
      return typed || last === undefined ? tokens : remove(tokens, last)
    }
  }
}

function add(keywords: readonly string[], text: string): Tokens {
  const next = parseKeywords([...keywords, text].join(','))
  const added = next.slice(keywords.length)
  const repeated = parseKeywords(text).filter(word => !added.includes(word))
  const said = repeated.length && `${quote(repeated)} ${repeated.length > 1 ? 'are' : 'is'} already there.`
  return { keywords: added.length > 0 ? next : keywords, typed: '', said: said || '' }
}

const remove = ({ keywords, typed }: Tokens, keyword: string): Tokens => ({
  keywords: keywords.filter(other => other !== keyword),
  typed,
  said: `${quote([keyword])} removed.`,
})

const quote = (words: string[]) => words.map(word => `“${word}”`).join(', ')
