import { expect, test } from 'vitest'
import { findLoginReason } from './login-reason.ts'

test('each guarded page names the reason to log in, an open page none', () => {
  const reasons = {
    '/following': 'Log in to see the designers you follow.',
    '/following/2': 'Log in to see the designers you follow.',
    '/search?keyword=owl': 'Log in to search every logo.',
    '/activity': 'Log in to see what happened to your logos.',
    '/submit': 'Log in to upload a logo.',
    '/edit?logoId=4': 'Log in to edit your logo.',
    '/account/password': 'Log in to change your settings.',
    '/collection-edit': 'Log in to edit your collection.',
    '/fresh/4': 'Log in to see every logo.',
    '/designers': 'Log in to see your profile.',
    '/designers?tab=likes': 'Log in to see your profile.',
    '/designers/ada?tab=logos': 'Log in to see all of this designer’s logos.',
    '/designers/ada?tab=logos&logo_id=4': 'Log in to like, save and comment.',
    '/logo/4': 'Log in to like, save and comment.',
    '/?logo_id=4': 'Log in to like, save and comment.',
    '/': undefined,
    '/faq': undefined,
    '/books': undefined,
  }
  for (const [path, reason] of Object.entries(reasons)) expect(findLoginReason(path), path).toBe(reason)
})
