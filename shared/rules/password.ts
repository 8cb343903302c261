/** What every password must be, and the one sentence that says so. */
export const passwordMessage =
  'Password must be between 8 and 20 characters long, containing: one uppercase letter, one lowercase letter, one number, and one special character.'

const needed = [/^.{8,20}$/su, /[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*]/]

/** What is wrong with a new password; undefined when nothing is. */
export function passwordProblem(password: string): string | undefined {
  if (!password) return 'Password is required'
  if (!needed.every(part => part.test(password))) return passwordMessage
}
