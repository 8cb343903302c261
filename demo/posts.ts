import type { Db } from '../server/db/connect.ts'

/** The news of the demonstration: invented posts, each with a drawing in web/public/posts. */
const posts = [
  {
    post_id: 1,
    slug: 'one-ink-first',
    title: 'One ink first',
    excerpt:
      'Before colour, before the mock-up on a tote bag: print it in black, on the worst printer you can find, and see what is left.',
    published_at: '2026-06-03T09:15:00Z',
    category_id: 1,
    picture: '/posts/one-ink.svg',
    alt_text: 'Two half circles printed twice: once in fading dots, once in solid ink',
    body: `Every juror of the Colophon Book has a story about the logo that fell apart. It came in glowing: four stops of violet, a highlight, a soft shadow that lifted it off the page. Then somebody asked for it in black, for the running head of the chapter, and there was nothing there. What had looked like a shape was only a change of light.

Colour is the most persuasive thing a designer has, which is the reason to leave it until last. It covers for a weak outline as a good voice covers for a weak tune.

## What black shows

Set the mark in one ink and three questions answer themselves. Is there a figure, or only an effect? Do the parts still belong together when nothing but distance joins them? And is the inside as well drawn as the outside? In black, the white between the strokes is half of the drawing, and it has had less than half of the attention.

Take two shapes that were told apart by hue alone. In one ink they touch, and become a third shape which nobody drew. The remedy is rarely a hairline gap; at the size of a stamp the gap closes up. It is to move them until they do not need the gap.

## A proof for nothing

- Print it at 20 mm on an office printer that is low on toner. If it survives, it survives newsprint.
- Photocopy that copy twice. What thickens first was too close; what vanishes first was too thin.
- Turn the sheet upside down and look at the white. Blots and pinches that reading had hidden stand out.
- Reverse it, white on black. White spreads: strokes look heavier, counters smaller. Many marks need a second drawing for this, a few units lighter.

None of this means that the mark has to be black in the end. It means that colour will be added to something. The third edition of the Colophon Book printed a year of gradients in a single ink, and most of them stood up. Their designers had begun there.

> If it works in one ink, colour is a choice. If it does not, colour is a crutch.`,
  },
  {
    post_id: 2,
    slug: 'credit-is-part-of-the-mark',
    title: 'Credit is part of the mark',
    excerpt:
      'Who drew it, who directed it, whom it was for: the four lines under a logo that cost a minute now and a reprint later.',
    published_at: '2026-07-08T14:40:00Z',
    category_id: 1,
    picture: '/posts/credit.svg',
    alt_text: 'A round mark with fine lines to its captions, as in a technical drawing',
    body: `A colophon is the note at the end of a book that says who made it: the printer, the typeface, the paper, the town. It is the one page that a book keeps for the people who will never be on its cover. We took our name from it for a reason.

So it pains us that the commonest mistake in an entry is not in the drawing. It is an empty credit. A logo in the book is captioned from what was typed when it was uploaded, and nobody can guess, eighteen months later, that the quiet owl on page 212 had an illustrator.

## The lines, and what they mean

- **Designer** is whoever drew it. If two of you did, name both; the comma is free.
- **Art director** is whoever chose between the drawings. **Creative director** is whoever chose the problem.
- **Illustrator** belongs to every mark with a hand-drawn creature in it, even if the creature was redrawn until only the tail is left.
- **Client** is the name that the public would know, not the one on the invoice.
- **Industry** is how other members will find it. One plain noun does more than three fine ones.

## If you have left the studio

The work belongs in your history, and the studio belongs in the credit. Upload what you have the rights to, name the studio’s director, and say in the description what your part was. We have never had a complaint about a credit that was too generous.

If the client said no and the mark was never used, you may still show it, as long as the rights stayed with you. Write ‘proposal’ in the description. Some of the finest pages of the book are proposals: nobody had asked for the last round of changes.

## Before the deadline

Credits can be changed at any time, by you, under Edit. Your company’s name is printed as your profile has it, so look there too: an ampersand, an accent, ‘Studio’ before or after. Ten minutes, once per book. The page will be there for as long as somebody keeps the shelf.`,
  },
  {
    post_id: 3,
    slug: 'the-letter-that-would-not-behave',
    title: 'The letter that would not behave',
    excerpt:
      'Every wordmark has one. Finding it is most of the work; what to do next depends on whether it is shy or loud.',
    published_at: '2026-08-19T10:05:00Z',
    category_id: 1,
    picture: '/posts/one-letter.svg',
    alt_text: 'A row of upright bars at even steps; one of them leans',
    body: `Type a name in a good typeface and most of it is finished. Then there is the one letter. It leans, or gapes, or draws the eye when nothing is meant to be said there. The ninth edition of the Colophon Book asked the designers of its wordmarks for a sentence on that letter, and nobody had to ask which one was meant.

## Three kinds of trouble

The first is **spacing**. A capital T before an o, an r before an n, anything beside a y: pairs in which the white is not between the letters but inside one of them. The even rhythm of a wordmark is a rhythm of areas. Measured distances will look wrong wherever one of the shapes is open, and the cure is to space the name by its worst pair. Close that one as far as it goes, then open all of the others until they agree with it.

The second is **direction**. In a row of verticals, the single diagonal speaks first. A k, a v, a z at the end of a calm name is a door left ajar. You can make it quieter by drawing its thin stroke a little heavier than the typeface would. You can also give it company, by cutting another letter at the same angle.

The third is **repetition**. Two letters that are alike ask to be exactly alike, and two that nearly are, such as b and d, n and u, ask to be settled: turned copies, or plainly different.

## Shy or loud

Having found the letter, look at the name, not at the shape. If the letter falls where the voice falls, let it be loud. That is where people will remember the word, and a little misconduct there is worth more than any symbol set in front of it. If it falls on a syllable that everybody swallows, it must learn to be shy.

A test for the undecided: read the name aloud to somebody who does not know it, and ask them to write it down. They will lean on one letter. If it is the one that misbehaves, you have a wordmark. If it is another, you have a spelling mistake that no one has made yet.

> Space the whole name by its worst pair, and the pair stops being the worst.`,
  },
  {
    post_id: 4,
    slug: 'how-a-logo-gets-into-the-book',
    title: 'How a logo gets into the book',
    excerpt:
      'Three jurors, no names, an order that nobody chose. What happens between your upload and a printed page, step by step.',
    published_at: '2026-09-23T16:30:00Z',
    category_id: 1,
    picture: '/posts/three-jurors.svg',
    alt_text: 'Three rings overlapping; only where all three meet is the paper inked',
    body: `The question comes every week, and usually in the same form: do the jurors really look at all of them? They do. Here is how.

## Entering

There is no form. Every logo that a member uploads is entered for the next edition by itself, and stays entered until the deadline of that edition. It has to be square, 900 pixels at best, a JPG, PNG or GIF; and you must own the rights to it. Until 48 hours after the upload you may delete it. Titles and credits can be changed for as long as you like.

## Judging

An edition has eight to ten jurors. They are designers, most of them members, and they change with every book. Each logo is scored by three of them.

- Which three is drawn by lot, so that no juror sees the whole field and no style meets only its friends.
- The order is random, and another one for each juror. The mark that follows a masterpiece for one follows a disaster for the next; over three, it evens out.
- There are no names. A juror sees the mark, large and at the sizes at which it will have to live. Company, client and awards are shown to nobody until the scores are in.
- Nobody judges their own work, or their studio’s.

The scores are put together, the best go into the book, and the long list keeps the note ‘Jury-Ranked’ in the gallery, where you can filter for it.

## Why three

One juror is a taste. Two are a quarrel. With ten the average of everything is seven, and what wins is what nobody minded. Three is few enough for a strong opinion to count and enough for a single bad morning not to. The rule is as old as the second edition; we have tried others since and gone back.

## Hearing of it

You hear by email, about three months after the entry deadline, whichever way it went. A new edition appears about every year and a half. Being in it is free for members and carries no obligation, though we will not pretend that we have ever met a designer who did not buy a copy for their mother.`,
  },
  {
    post_id: 5,
    slug: 'the-wall-rehung',
    title: 'The wall, rehung: Colophon redesigned',
    excerpt:
      'No colour of our own, no cards, no noise. Why the new gallery looks like an empty room, and what you can do in it now.',
    published_at: '2026-10-28T08:20:00Z',
    category_id: 1,
    picture: '/posts/redesign.svg',
    alt_text: 'An elevation of a wall on which plain squares hang on one line',
    body: `A gallery of logos has a peculiar problem. Everything on its walls is competing, by profession, to be seen first. Add an interface with opinions of its own, a brand colour, rounded cards, a shadow under each of them, and nothing on the page can win.

So we began by removing ourselves. The walls of the new Colophon have no colour: the greys are true greys, and every hue that you see on the screen belongs to somebody’s logo. There is one exception. A thin printer’s red marks what was selected for a book, and it is the colour of our own sign, the registration mark by which a printer checks that all the inks meet.

## What hangs where

**The stage takes the ground of the logo.** Open a mark and the room takes on the colour of its edge. A design that was drawn on deep green is seen on deep green, to the borders of the window, as its maker saw it.

**At size.** Beside the large view the mark stands at 64, 32, 24 and 16 pixels. You were going to step back and squint in any case. Now you need not leave your chair.

**Credit stays visible.** The company stands under each tile, not behind a hover. A book’s name is red and small, under the picture. Nothing is printed on the picture itself.

**Your own eye level.** The size of the tiles is yours to set, and is remembered. So is the theme. In the dark room only the room is dark: a mark is never shown in a colour that it was not given.

## What you can do now

- Search by words, designer, industry, client, country and type at the same time, and send the result to someone as a link.
- Walk through a wall by arrow keys, or by a swipe, without losing your place in it.
- Keep private collections for the work, and public ones for the pleasure of it.
- Remove something by mistake, and undo it.

## And what has stayed

The books, the juries, the rule of three. The membership and what it costs. Each of your logos, with every like it ever got. We have only rehung the wall, put a level to it, and switched off the radio.`,
  },
  {
    post_id: 6,
    slug: 'what-sixteen-pixels-forgive',
    title: 'What sixteen pixels forgive',
    excerpt:
      'Nothing, people say. It is not true. A mark the size of a lentil forgives a great deal, as long as it is asked the right question.',
    published_at: '2026-11-11T11:00:00Z',
    category_id: 7,
    picture: '/posts/sixteen-pixels.svg',
    alt_text: 'One mark drawn large, and again in the squares of a grid of sixteen',
    body: `There are 256 squares in it. A favicon, a tab, the badge beside a name in a list: the size at which a logo is now seen most often is one at which it has fewer dots than a crossword. Designers speak of it as a punishment. The jury of the thirteenth book, who saw every entry at sixteen pixels before they saw it large, came to think of it as an honest friend.

## What it forgives

It forgives detail that does not matter. The feathers of the wing, the bevel, the eleventh ray of the sun: they go, and if nobody misses them there, they were decoration at every other size as well. It forgives a curve that is slightly off. It forgives, quite often, the wrong typeface, since there is none.

## What it does not

**It does not forgive even strokes.** A line of one and a third pixels is not thin. It is grey. At sixteen pixels weight has two values, one and two, and the choice between them is most of the design. Marks with a single stroke width throughout either land on the grid or dissolve all at once.

**It does not forgive symmetry around a line.** An even number of pixels has no middle. A mark with a central stem has to be fifteen wide, or seventeen, or lean. Look closely at the small ones that you admire. A surprising number lean.

**It does not forgive two ideas.** The fish that is also a leaf needs forty pixels for the second meaning to arrive. Below that, choose. A mark may tell its joke at the size of a sign, and stand there with a straight face on a tab.

## Drawing for it

- Begin with the figure and the ground alone: one shape, filled, no line. Can you tell it from its nearest neighbour in the row?
- Put the heaviest stroke on whole pixels first, and let the others go where they have to.
- Open the counters more than seems right. White costs one pixel at the least, or it is not there.
- Cut the corners’ roundness by half. At this size a radius is a missing pixel.
- Then redraw. A favicon made by scaling is a photograph of a logo. One that was drawn is the logo.

## A friend, then

When the jurors set the large view beside the small one, they found that their first scores had hardly moved. The marks that held at sixteen pixels were the ones that they had liked at nine hundred, and for the same reasons: one figure, one idea, a weight that had been decided upon. Size does not make a mark simple. It asks whether it was.

You can ask it too. Every logo in the gallery stands at 64, 32, 24 and 16 pixels beside its large view, and the upload page shows yours that way before anybody else sees it. It is a small courtesy. It is a very small jury.`,
  },
]

/** Inserts the posts whose ids are free. */
export async function fillPosts(trx: Db) {
  for (const { picture, alt_text, category_id, ...post } of posts) {
    const there = await trx
      .selectFrom('blog_post')
      .where(e => e.or([e('post_id', '=', post.post_id), e('slug', '=', post.slug)]))
      .select('post_id')
      .executeTakeFirst()
    if (there) continue
    const media = { media_id: post.post_id, path: picture, alt_text, width: 1600, height: 1000 }
    await trx
      .insertInto('blog_media')
      .values(media)
      .onConflict(c => c.doNothing())
      .execute()
    await trx
      .insertInto('blog_post')
      .values({ ...post, published_at: new Date(post.published_at), media_id: post.post_id })
      .execute()
    await trx.insertInto('blog_post_category').values({ post_id: post.post_id, category_id }).execute()
  }
}
