import { type Digest, toHex, utf8 } from './digest.ts'

// What a book publishes so that its draw can be repeated. All hexadecimal is lower case.

/** A logo and the number of a juror who may not judge it. */
export type Conflict = readonly [logo_id: number, juror: number]

const ascending = (a: number, b: number) => a - b
const byLogoThenJuror = (a: Conflict, b: Conflict) => a[0] - b[0] || a[1] - b[1]

/** Published when a book opens: the SHA-256 of its secret's 32 bytes. */
export const commitTo = async (digest: Digest, secret: Uint8Array<ArrayBuffer>) =>
  toHex(await digest.sha256(secret))

export const hashEntries = async (digest: Digest, logoIds: readonly number[]) =>
  toHex(await digest.sha256(utf8([...logoIds].sort(ascending).join('\n'))))

/** `jurors` are account ids; in `conflicts` a juror is named by number. */
export async function hashInputs(
  digest: Digest,
  { jurors, conflicts }: { jurors: readonly number[]; conflicts: readonly Conflict[] },
) {
  const pairs = [...conflicts].sort(byLogoThenJuror).map(([logo_id, juror]) => `${logo_id}:${juror}`)
  const text = `jurors:${[...jurors].sort(ascending).join(',')}\nconflicts:${pairs.join(',')}`
  return toHex(await digest.sha256(utf8(text)))
}

/** The 32 bytes that decide the draw; `beacon` is empty where no source was named. */
export async function deriveSeed(
  digest: Digest,
  input: { secret: Uint8Array<ArrayBuffer>; entriesHash: string; inputsHash: string; beacon: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { secret, entriesHash, inputsHash, beacon } = input
  return Uint8Array.from(await digest.hmac(secret, utf8(`${entriesHash}\n${inputsHash}\n${beacon}`)))
}
