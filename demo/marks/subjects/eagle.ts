import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const eagle: Subject = {
  subject: 'eagle',
  kind: 'animal',
  keywords: ['bird'],
  ideas: [
    {
      idea: 'profile',
      draw: () => [
        fg(
          'M50 -66C26 -98 -40 -102 -84 -66L-54 -60L-100 -24L-62 -26L-104 22L-62 12L-92 64L-50 46L-64 100L-22 68L-14 108C8 84 20 54 22 22C26 4 36 -6 50 -10Z',
        ),
        bg('M-6 -52L40 -44A17 17 0 0 1 8 -38Z'),
        accent('M50 -60C80 -64 106 -48 110 -18C110 -4 106 8 98 16C98 -4 84 -12 50 -12Z'),
        line('bg', 'M52 -74C44 -50 44 -30 52 6', 7),
      ],
    },
  ],
}
