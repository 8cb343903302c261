/**
 * The icons of the first download, with lucide's paths (ISC licence, Lucide Contributors). Its component would add 1 kB, and
 * computes each icon’s attributes on every render of a wall. Other icons are imported from lucide-react.
 */
const draw =
  (path: string) =>
  ({ size }: { size: number }) => (
    <svg
      className="lucide"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={path} />
    </svg>
  )

export const Bookmark = draw(
  'M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z',
)
export const ChevronDown = draw('m6 9 6 6 6-6')
export const Heart = draw(
  'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
)
export const Menu = draw('M4 5h16M4 12h16M4 19h16')
export const Moon = draw(
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
)
export const Sun = draw(
  'M16 12a4 4 0 1 1-8 0 4 4 0 1 1 8 0M12 2v2M12 20v2m-7.07-17.07 1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
)
export const Upload = draw('M12 3v12M17 8l-5-5-5 5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4')
export const X = draw('M18 6 6 18M6 6l12 12')
