import type { Filter } from '../../../domain/desk/DeskList.tsx'

export const shownOrHidden: Filter = {
  name: 'state',
  label: 'State',
  options: [
    ['shown', 'shown'],
    ['hidden', 'hidden'],
  ],
}
