/** What a new password needs, each in the words shown while it is typed. */
export const passwordParts: readonly { name: string; isMet: (password: string) => boolean }[] = [
  { name: '8 to 20 characters', isMet: password => password.length >= 8 && password.length <= 20 },
  { name: 'one uppercase letter', isMet: password => /[A-Z]/.test(password) },
  { name: 'one lowercase letter', isMet: password => /[a-z]/.test(password) },
  { name: 'one number', isMet: password => /[0-9]/.test(password) },
  { name: 'one of ! @ # $ % ^ & *', isMet: password => /[!@#$%^&*]/.test(password) },
]

/** The error for every broken rule. */
export const passwordMessage =
  'Password must be between 8 and 20 characters long, containing: one uppercase letter, one lowercase letter, one number, and one special character.'

/** Whether a new password follows the rule; characters other than those it names are welcome. */
export const isGoodPassword = (password: string) => passwordParts.every(part => part.isMet(password))
