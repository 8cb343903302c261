/** The parts of the password rule, as they are ticked off while one types. All of them together are the rule. */
export const passwordParts: { name: string; holds: (password: string) => boolean }[] = [
  { name: '8 to 20 characters', holds: password => /^.{8,20}$/su.test(password) },
  { name: 'a lowercase letter', holds: password => /[a-z]/.test(password) },
  { name: 'an uppercase letter', holds: password => /[A-Z]/.test(password) },
  { name: 'a number', holds: password => /\d/.test(password) },
  { name: 'one of ! @ # $ % ^ & *', holds: password => /[!@#$%^&*]/.test(password) },
]
