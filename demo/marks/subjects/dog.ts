import { circle, ellipse, lens, sector } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const dog: Subject = {
  subject: 'dog',
  kind: 'animal',
  keywords: ['pet'],
  ideas: [
    {
      idea: 'standing',
      draw: random => {
        const patch = random.chance(0.5)
        return [
          fg(
            'M-112 0A26 26 0 0 1 -86 -26H22V-40A38 38 0 0 1 60 -78H74L118 -54A22 22 0 0 1 104 -28H86V0A34 34 0 0 1 66 32V82H40V34H-60V82H-86V22A26 26 0 0 1 -112 0Z',
          ),
          line('fg', 'M-94 -10A40 40 0 0 1 -126 -56', 12, 'round'),
          line('bg', 'M44 -82V-26A18 18 0 0 1 8 -26V-46A40 40 0 0 1 44 -82Z', 8),
          fg('M44 -82V-26A18 18 0 0 1 8 -26V-46A40 40 0 0 1 44 -82Z'),
          bg(circle(70, -54, 5)),
          ...(patch ? [accent(sector(-20, -26, 30, 0, 0, Math.PI))] : []),
        ]
      },
    },
    {
      idea: 'front face',
      draw: random => [
        fg('M-58 -84A90 60 0 0 1 58 -84L68 14C68 70 42 104 0 104C-42 104 -68 70 -68 14Z'),
        ...both('M-56 -90C-100 -100 -112 -40 -104 12C-84 26 -64 10 -58 -20L-46 -76Z').flatMap(p => [
          line('bg', p, 8),
          accent(p),
        ]),
        bg(
          random.chance(0.5)
            ? 'M-10 -110H10L14 -20C40 -4 44 24 36 48A36 38 0 0 1 -36 48C-44 24 -40 -4 -14 -20Z'
            : ellipse(0, 38, 40, 46),
        ),
        fg('M-22 12A22 13 0 0 1 22 12C22 28 10 36 0 38C-10 36 -22 28 -22 12Z'),
        line('fg', 'M0 34V54M-18 54A11 9 0 0 0 0 54A11 9 0 0 0 18 54', 6, 'round'),
        ...both(circle(-34, -34, 7.5)).map(p => bg(p)),
      ],
    },
    {
      idea: 'profile',
      draw: () => [
        fg(
          'M-66 112C-58 66 -80 30 -66 -28A72 72 0 0 1 4 -88C28 -88 44 -74 52 -54L98 -40A16 16 0 0 1 108 -20C104 6 76 18 42 16C38 44 46 80 58 112Z',
        ),
        line('bg', 'M-14 -66C-56 -66 -86 -6 -62 36C-36 40 -4 14 0 -44Z', 8),
        accent('M-14 -66C-56 -66 -86 -6 -62 36C-36 40 -4 14 0 -44Z'),
        line('bg', 'M-80 64C-40 84 10 82 60 62', 10),
        bg(circle(30, -42, 7)),
        bg(ellipse(98, -28, 9, 7)),
      ],
    },
    {
      idea: 'dachshund',
      draw: random => [
        line('fg', 'M98 -2L124 -40', 11, 'round'),
        fg(
          'M-124 -26L-82 -54H-60A24 24 0 0 1 -36 -30V-14H82A26 26 0 0 1 108 12V64H84V36H-28V64H-52V20L-60 -14H-108A14 14 0 0 1 -124 -26Z',
        ),
        line('bg', lens(-62, -54, -48, 12, 13), 6),
        accent(lens(-62, -54, -48, 12, 13)),
        bg(circle(-84, -36, 4.5)),
        ...(random.chance(0.5) ? [bg('M10 -20H58V36H10Z'), accent('M16 -14H52V36H16Z')] : []),
      ],
    },
  ],
}
