const loading = new Map<string, Promise<void>>()

/** Loads a script of the payment provider once. A failed load can be retried. */
export function loadScript(url: string): Promise<void> {
  const existing = loading.get(url)
  if (existing) return existing
  const arriving = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce
    if (nonce) {
      script.nonce = nonce
      // The nonce of the older script's styles.
      script.dataset.cspNonce = nonce
    }
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      loading.delete(url)
      reject(new Error('The payment provider’s script didn’t load.'))
    }
    document.head.append(script)
  })
  loading.set(url, arriving)
  return arriving
}
