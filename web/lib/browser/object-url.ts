/** Revokes an object URL in a minute: a picture or a download that uses it may still be loading. */
export const revokeLater = (url: string) => void setTimeout(() => URL.revokeObjectURL(url), 60_000)
