import { ownName, type SiteWords } from './site-words.ts'

const about = `A colophon is the emblem a printer sets at the end of a book, to say: this is mine, and I stand by it. {site_name} is a wall for such marks, and the books that are made from it.

## A wall

Designers from many countries hang their logos here. The wall is kept grey so that every colour on it belongs to somebody’s work. A logo is shown on its own ground, at the sizes at which it has to live, and with the names of everyone who made it.

[The newest are open to everyone.](/) Members see all of it, search it, like and collect what they find, follow one another, and upload without limit or advertising.

## A jury

Every logo that a member uploads is entered in the next book. Eight to ten jurors share them out so that three look at each. They see the marks in random order and without names, and their scores decide.

## A book

About every year and a half the selected ones are printed. [See the books.](/books)`

const terms = `Eight sections on using {site_name}, and the [privacy policy](#privacy) after them.

## 1. Terms

By using {site_name} you agree to these terms and to the laws that apply to you. If you don’t agree with any of them, please don’t use the site. What is shown here is protected by copyright and trademark law.

## 2. Use License

You may look at, and keep for yourself, what you find here, for personal and non-commercial use. This is permission, not a transfer of rights: each logo belongs to whoever made it, or to their client. You may not:

- copy or change a logo, or use it for a business of any kind;
- remove a credit or a copyright notice;
- collect logos or names from the site by automatic means;
- share your membership with someone else.

You may upload only what you have the rights to. By uploading, you allow us to show the logo on the site and, when it is selected, to print it in our books with your credit. Everything else about it stays yours. This permission to use the site ends when you break these terms.

## 3. Disclaimer

The site is provided as it is. We make no promises about it, spoken or implied, among them that it is fit for a particular purpose or that nothing on it infringes the rights of others.

## 4. Limitations

Neither {site_name} nor its suppliers are liable for damages, such as lost data or profit, that come from using the site or from not being able to, even if we were told that they might. Where the law does not allow such a limit, it does not apply to you.

## 5. Revisions and Errata

The site may contain technical, typographical or photographic errors. We may correct them at any time without notice, but don’t promise when.

## 6. Links

Members link to sites of their own. We have not read them all and do not answer for what is in them; that a link is here does not mean that we recommend where it leads.

## 7. Site Terms of Use Modifications

We may change these terms at any time. By using the site, you agree to the version shown here at that time.

## 8. Governing Law

Any claim about {site_name} is governed by the laws of {governing_law}, without regard to its rules on the conflict of laws.`

const privacy = `Your privacy matters to us. In short:

- We ask only for what a membership needs, and say what it is for when we ask.
- Only you and we can see your address, phone number and email.
- What you publish is public: your company, its place, your logos and comments.
- We do not give your information to third parties for marketing.
- Payments are handled by a payment provider; card numbers never reach us.
- One cookie keeps you logged in, another protects what you send. Nothing follows you elsewhere.
- We keep information as long as it serves its purpose, and guard it against loss and theft.`

const compete = `Every logo on this wall is judged for the next {series_name}. This is how it gets there.

- **Upload** A logo you have the rights to, as a square JPG, PNG or GIF, 900 pixels wide.
- **Entered** Automatically, in the next book. There’s no form, no fee per logo, and no limit.
- **Judged** By three of eight to ten jurors, in random order, without names, likes or dates.
- **Notified** By email, about three months after the entry deadline, either way.
- **Printed** With your credits beside it. About every year and a half a new edition appears.

## What the jury sees

The mark, its title and its industry. Not who made it, who it was for, or what anyone else thought. Each juror meets the logos in an order of their own, so that nobody is helped or harmed by when they uploaded.

Three jurors score every logo, and no one judges their own work or their company’s. Likes count for nothing here.

## What it costs

A membership: $100 a year, or $10 a month. It covers every upload and its entry, and search of the whole wall. Selection is free and carries no obligation.

[What members ask about the competition](/faq#competition)`

const faq: SiteWords['faq'] = [
  {
    area: 'Competition',
    questions: [
      {
        question: 'How do I enter a logo?',
        answer:
          '[Upload it.](/submit) Everything a member uploads is entered in the next book automatically; there’s no form and no fee beyond the membership.',
      },
      {
        question: 'What should the picture be like?',
        answer:
          'A square JPG, PNG or GIF of 900 × 900 pixels, under 2 MB. Smaller squares are accepted, too, but 900 × 900 prints best. Leave some room around the mark.',
      },
      {
        question: 'Which logos may I upload?',
        answer:
          'Those you have the rights to: your own work, and work you were commissioned for if your client agrees. Proposals that were never used are welcome.',
      },
      {
        question: 'How is it judged?',
        answer:
          'By eight to ten jurors. Three of them score each logo, in random order and without seeing names. The best scores go into the book.',
      },
      {
        question: 'When do I hear about it?',
        answer: 'By email, about three months after the entry deadline.',
      },
      {
        question: 'Can I change or delete an entry?',
        answer:
          'Its credits and texts at any time. The logo itself can be deleted within 48 hours of its upload, but not once it’s in a published book.',
      },
    ],
  },
  {
    area: 'Books',
    questions: [
      { question: 'How often does a book appear?', answer: 'About every year and a half.' },
      {
        question: 'Where can I buy one?',
        answer: '[Each book’s entry](/books) says where: follow Buy Now.',
      },
      {
        question: 'How will my name be printed?',
        answer:
          'As you credit it: the company of your profile, and the designer, art director and client that you give with the logo. Please check them before the deadline.',
      },
      {
        question: 'Do I have to buy a book I’m in?',
        answer: 'No. Being in a book is free and carries no obligation.',
      },
    ],
  },
  {
    area: 'Account',
    questions: [
      {
        question: 'What does a membership cost?',
        answer:
          '$100 a year, or $10 a month. It covers unlimited uploads and their entry into the competition, search of the whole wall, and no advertising.',
      },
      {
        question: 'Does it renew automatically?',
        answer:
          'A subscription does, every year or month, until you cancel it. A membership from a gift card ends with its term.',
      },
      {
        question: 'What happens to my logos when it expires?',
        answer: 'They stay up, with your credit. Log in and renew, and everything is back.',
      },
      {
        question: 'May I use a pseudonym?',
        answer:
          'Yes. Others see your company, which can be any name you work under. Only we see your own name.',
      },
    ],
  },
]

/** Programs that collect texts and pictures to train models, by their user agents. */
const crawlers = [
  'AI2Bot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-ai',
  'Diffbot',
  'Google-Extended',
  'GPTBot',
  'ImagesiftBot',
  'img2dataset',
  'Meta-ExternalAgent',
  'Omgilibot',
  'PanguBot',
  'Timpibot',
]

/** The words of a site that has saved none. The support address and the seller are settings of the environment. */
export const defaultWords: SiteWords = {
  site_name: ownName,
  series_name: '{site_name} Book',
  tagline: 'Make your mark on logo history',
  wordmark: '',
  support_email: '',
  seller: '',
  governing_law: 'the State of Kansas',
  social_links: [],
  ribbon: { text: '', link: '', from: null, until: null },
  join_ribbon: {
    title: '{tagline}',
    text: 'Members upload without limit, and every logo is judged for the next {series_name}.',
    button: 'Join Today',
  },
  faq,
  about,
  terms,
  privacy,
  compete,
  crawlers: crawlers.join('\n'),
}
