// The last page in the window of an approval: tells the page that opened the window how it ended, and closes it. Without
// such a page it goes back to the shop.
{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const { message = '', return: back } = script.dataset
  const outcome = JSON.parse(message)
  if (window.opener) {
    if (outcome.type !== 'silent') window.opener.postMessage({ sandbox: outcome }, location.origin)
    window.close()
  } else if (back && outcome.type !== 'silent') {
    const url = new URL(back)
    if (outcome.subscriptionId && outcome.type === 'approved')
      url.searchParams.set('subscription_id', outcome.subscriptionId)
    location.replace(url)
  } else window.close()
}
