import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listPasskeys: db => queries.listPasskeys(db, 1),
  findPasskey: db => queries.findPasskey(db, 'credential'),
  insertPasskey: db =>
    queries.insertPasskey(db, {
      designer_id: 1,
      credential_id: 'credential',
      public_key: Buffer.alloc(77),
      sign_count: 0,
      transports: ['internal'],
      name: 'Phone',
      created_at: now,
    }),
  countPasskeyUse: db => queries.countPasskeyUse(db, 1, 2, now),
  deletePasskey: db => queries.deletePasskey(db, 1, 1),
  findTotp: db => queries.findTotp(db, 1),
  setPendingTotp: db => queries.setPendingTotp(db, 1, Buffer.alloc(48)),
  activateTotp: db => queries.activateTotp(db, 1, 59_000_000, now),
  takeTotpStep: db => queries.takeTotpStep(db, 1, 59_000_001),
  deleteTotp: db => queries.deleteTotp(db, 1),
  countRecoveryCodes: db => queries.countRecoveryCodes(db, 1),
  replaceRecoveryCodes: db => queries.replaceRecoveryCodes(db, 1, [Buffer.alloc(32)], now),
  takeRecoveryCode: db => queries.takeRecoveryCode(db, 1, Buffer.alloc(32)),
  lockFactors: db => queries.lockFactors(db, 1),
  findLack: db => queries.findLack(db, 1),
  listFactorKinds: db => queries.listFactorKinds(db, 1),
  removeFactorsSince: db => queries.removeFactorsSince(db, 1, now),
  insertFactorUndo: db =>
    queries.insertFactorUndo(db, {
      token_hash: Buffer.alloc(32),
      designer_id: 1,
      since: now,
      expires_at: now,
    }),
  findFactorUndo: db => queries.findFactorUndo(db, Buffer.alloc(32), now),
  deleteFactors: db => queries.deleteFactors(db, 1),
  insertHalfSignIn: db =>
    queries.insertHalfSignIn(db, {
      token_hash: Buffer.alloc(32),
      designer_id: 1,
      name_hash: 'hash',
      expires_at: now,
    }),
  findHalfSignIn: db => queries.findHalfSignIn(db, Buffer.alloc(32), now),
  takeHalfSignIn: db => queries.takeHalfSignIn(db, Buffer.alloc(32)),
  insertChallenge: db =>
    queries.insertChallenge(db, { challenge: 'challenge', designer_id: null, expires_at: now }),
  takeChallenge: db => queries.takeChallenge(db, 'challenge', null, now),
  clearExpiredSteps: db => queries.clearExpiredSteps(db, now),
}
