/** Why signing in is required, by the beginning of the page's path. */
const reasons: [RegExp, string][] = [
  [/^\/following\b/, 'Log in to see the designers you follow.'],
  [/^\/search\b/, 'Log in to search every logo.'],
  [/^\/activity\b/, 'Log in to see what happened to your logos.'],
  [/^\/submit\b/, 'Log in to upload a logo.'],
  [/^\/edit\b/, 'Log in to edit your logo.'],
  [/^\/account\b/, 'Log in to change your settings.'],
  [/^\/collection-edit\b/, 'Log in to edit your collection.'],
  [/^\/fresh\/\d/, 'Log in to see every logo.'],
  [/^\/designers(?:\?|$)/, 'Log in to see your profile.'],
  [/^\/logo\/|[?&]logo_id=/, 'Log in to like, save and comment.'],
  [/^\/designers\//, 'Log in to see all of this designer’s logos.'],
]

/** Why a visitor has to sign in for the page at `path`; undefined if that page is open to visitors. */
export const findLoginReason = (path: string) => reasons.find(([pattern]) => pattern.test(path))?.[1]
