/*
 * Of the 49,000 most used passwords only eight follow the password rule. People who need four kinds of character take
 * a common word, capitalise it, replace letters by signs, and add digits and a sign. So the list holds words (the
 * most used ones, and those that a site like this suggests), and the rest is undone before comparing.
 */
const words = `
  password word passwort passwd pass letmein welcome login access admin administrator root user guest test tester testing changeme
  default secret private master manager office company internet computer server system windows microsoft google facebook
  instagram linkedin samsung apple android iphone pokemon minecraft nintendo playboy starwars startrek superman batman
  spiderman hello goodbye iloveyou ilove loveyou lovely love lover sunshine princess prince queen king knight warrior freedom
  forever nothing whatever trustno trust friend friends family mother father sister brother daddy mommy baby angel angels
  heaven devil diablo dragon tiger eagle falcon panther lion bear monkey dolphin elephant rabbit turtle kitten puppy snoopy
  tigger bulldog scorpion spider butterfly flower rainbow summer winter spring autumn season january february march april june
  july august september october november december monday tuesday wednesday thursday friday saturday sunday birthday
  christmas holiday vacation weekend morning midnight shadow thunder lightning fire water ocean river mountain forest garden
  orange banana cherry peaches pepper ginger cookie chocolate cheese coffee butter sugar candy honey money dollar gold golden
  silver diamond platinum crystal purple yellow green black white blue football baseball basketball hockey soccer tennis golf
  golfer fishing cricket running liverpool arsenal chelsea barcelona yankees lakers cowboys steelers ranger rangers mustang
  corvette ferrari porsche mercedes toyota nissan honda yamaha harley london paris berlin boston chicago dallas austin
  florida texas newyork america canada england germany india pakistan australia matrix phoenix merlin gandalf wizard magic
  mystery monster killer hunter player gamer hacker ninja samurai pirate captain sniper soldier police doctor teacher student
  school college music guitar piano rock metal elvis metallica nirvana slipknot eminem jordan michael michelle jennifer
  jessica amanda ashley nicole andrew daniel david thomas robert richard william charles charlie george james john joseph
  joshua justin matthew martin patrick anthony alexander alex andrea anna maria marina natasha sandra sophie victoria
  samantha hannah lauren rachel rebecca melissa oliver edward maggie buster bailey max maxwell lucky happy smile sweet
  taylor hammer chicken peanut cowboy junior iceman johnny badboy casper jasmine winner boomer scooter maverick jackson
  sexy fuckyou fuck pussy asshole please thanks super power hardcore extreme awesome perfect number qwerty qwertz azerty qwert asdf zxcv qazwsx
  qazwsxedc qweasd qweasdzxc zaqwsx qaz wsx colophon logo logos design designer designers studio creative gallery book brand
`
  .trim()
  .split(/\s+/)
  // Longest first, so that what remains of `administrator` is not `istrator`.
  .sort((a, b) => b.length - a.length)

/** Keyboard walks that cross rows, after undoing Shift. */
const walks =
  /1qaz|zaq1|2wsx|xsw2|3edc|cde3|4rfv|q1w2e3r4t5|q1w2e3r4|1q2w3e4r5t|1q2w3e4r|1q2w3e|q1w2e3|a1b2c3d4|a1b2c3|a1s2d3f4|z1x2c3v4/g

const rows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', '01234567890']
const successors = new Set(
  [...rows, ...rows.map(row => [...row].reverse().join(''))].flatMap(row =>
    [...row].slice(1).map((letter, i) => row[i]! + letter),
  ),
)

/** The placeholder for removed characters: neither letter nor digit. */
const gap = ' '

/** The text without runs of one keyboard row or of one character: `abcd`, `qwe`, `4321`, `aaa`. */
function withoutRuns(text: string): string {
  let rest = ''
  for (let i = 0; i < text.length; ) {
    let end = i + 1
    while (end < text.length && (successors.has(text[end - 1]! + text[end]!) || text[end] === text[end - 1]))
      end++
    rest += end - i > 1 ? gap : text[i]
    i = end
  }
  return rest
}

const shifted = Object.fromEntries([...')!@#$%^&*('].map((sign, digit) => [sign, `${digit}`]))
const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const respell = (text: string, table: Record<string, string>) => text.replace(/./gu, c => table[c] ?? c)

/** The readings of a password, character by character. */
const spellings = (password: string) => {
  const lower = password.toLowerCase()
  return [
    lower,
    respell(lower, shifted),
    ...['i', 'l'].map(one => respell(lower, { ...lookalikes, '1': one, '!': one })),
  ]
}

const mostWords = 2
const mostSigns = 4

/** Whether a password that follows the rule is among the first guesses of an attacker. */
export function isCommonPassword(password: string): boolean {
  return spellings(password).some(spelling => {
    let found = 0
    let rest = spelling.replace(walks, match => gap.repeat(match.length))
    for (const word of words) {
      for (let at = rest.indexOf(word); at >= 0 && found < mostWords; at = rest.indexOf(word)) {
        found++
        rest = rest.slice(0, at) + gap.repeat(word.length) + rest.slice(at + word.length)
      }
    }
    // Characters around the words count as typed: `2024!` is not read as `zoza`.
    const around = [...rest].map((c, i) => (c === gap ? gap : password[i]!.toLowerCase())).join('')
    const left = withoutRuns(around.replace(/(19|20)\d\d/g, gap)).replaceAll(gap, '')
    return !/\p{L}/u.test(left) && left.length <= mostSigns
  })
}
