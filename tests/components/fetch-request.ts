/** XMLHttpRequest over the page's `fetch`: happy-dom's own one would open a connection. It reports no progress. */
export class FetchRequest {
  upload = {}
  status = 0
  statusText = ''
  response: unknown = null
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  #method = 'GET'
  #url = ''
  #answer?: Response
  readonly #headers: Record<string, string> = {}
  readonly #leaving = new AbortController()

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  getResponseHeader = (name: string) => this.#answer?.headers.get(name) ?? null
  abort() {
    this.#leaving.abort()
  }

  async send(body: string) {
    const { signal } = this.#leaving
    try {
      this.#answer = await fetch(this.#url, { method: this.#method, headers: this.#headers, body, signal })
      this.response = await this.#answer.json().catch(() => null)
    } catch {
      return signal.aborted ? this.onabort?.() : this.onerror?.()
    }
    this.status = this.#answer.status
    this.statusText = this.#answer.statusText
    this.onload?.()
  }
}
