import * as account from './api/account.ts'
import * as auth from './api/auth.ts'
import * as clientErrors from './api/client-errors.ts'
import * as collections from './api/collections.ts'
import * as contact from './api/contact.ts'
import * as designers from './api/designers.ts'
import * as logos from './api/logos.ts'
import * as membership from './api/membership.ts'
import * as news from './api/news.ts'
import * as payments from './api/payments.ts'
import * as registration from './api/registration.ts'
import * as search from './api/search.ts'

/** Every call the server answers. */
export const api = {
  auth: {
    check: auth.check,
    login: auth.login,
    logout: auth.logout,
    sessions: auth.sessions,
    endSession: auth.endSession,
    closeAccount: auth.closeAccount,
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
    update: logos.update,
    remove: logos.remove,
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
    updateProfile: account.updateProfile,
    profileLogos: designers.profileLogos,
    setProfileLogos: account.setProfileLogos,
    contactInfo: account.contactInfo,
    updateContactInfo: account.updateContactInfo,
    follow: designers.follow,
    followers: designers.followers,
    following: designers.following,
    likes: designers.likes,
    awards: designers.awards,
    activity: designers.activity,
    unseenActivity: designers.unseenActivity,
    seeActivity: designers.seeActivity,
  },
  clientErrors: { report: clientErrors.report },
  news: { find: news.find },
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
    payments: membership.payments,
    receipt: membership.receipt,
  },
} as const
