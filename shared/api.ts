import * as auth from './api/auth.ts'
import * as collections from './api/collections.ts'
import * as contact from './api/contact.ts'
import * as designers from './api/designers.ts'
import * as logos from './api/logos.ts'
import * as membership from './api/membership.ts'
import * as payments from './api/payments.ts'
import * as registration from './api/registration.ts'
import * as search from './api/search.ts'

/** Every call the server answers. */
export const api = {
  auth: {
    check: auth.check,
    login: auth.login,
    logout: auth.logout,
    forgotPassword: auth.forgotPassword,
    resetPassword: auth.resetPassword,
    updatePassword: auth.updatePassword,
  },
  logos: {
    find: logos.find,
    fresh: logos.fresh,
    following: logos.following,
    related: logos.related,
    suggestions: search.suggestions,
    submit: logos.submit,
    like: logos.like,
    save: logos.save,
    comments: logos.comments,
    addComment: logos.addComment,
    removeComment: logos.removeComment,
  },
  collections: {
    find: collections.find,
    create: collections.create,
    update: collections.update,
    remove: collections.remove,
  },
  contact: { sender: contact.sender, send: contact.send },
  designers: {
    findProfile: designers.findProfile,
    profileLogos: designers.profileLogos,
    follow: designers.follow,
    followers: designers.followers,
    following: designers.following,
    likes: designers.likes,
    awards: designers.awards,
    activity: designers.activity,
  },
  registration: {
    validate: registration.validate,
    paypalApproved: registration.paypalApproved,
    giftCard: registration.giftCard,
  },
  payments: { settings: payments.settings, createIntent: payments.createIntent },
  membership: {
    find: membership.find,
    checkoutInfo: membership.checkoutInfo,
    cancel: membership.cancel,
  },
} as const
