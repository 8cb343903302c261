import * as auth from './api/auth.ts'
import * as designers from './api/designers.ts'
import * as logos from './api/logos.ts'

/** Every call the server answers. */
export const api = {
  auth: { check: auth.check, login: auth.login, logout: auth.logout },
  logos: { find: logos.find, fresh: logos.fresh, submit: logos.submit, like: logos.like },
  designers: { findProfile: designers.findProfile },
} as const
