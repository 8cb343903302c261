export const newPassword = 'Proof-Sheet-7!'

/** A new person that no other test uses. */
export function makePerson() {
  const username = `join${Math.random().toString(36).slice(2, 9)}`
  return { username, first: 'Lena', last: 'Pasternak', company: `Studio ${username}`, country: 'US' }
}
export type Person = ReturnType<typeof makePerson>
