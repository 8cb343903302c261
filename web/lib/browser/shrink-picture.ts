/** Draws a picture so that its longer side has at most `most` pixels. */
export async function shrinkPicture(file: Blob, most: number): Promise<OffscreenCanvas> {
  const whole = await createImageBitmap(file)
  const scale = Math.min(1, most / Math.max(whole.width, whole.height))
  const width = Math.max(1, Math.round(whole.width * scale))
  const height = Math.max(1, Math.round(whole.height * scale))
  const small = await createImageBitmap(whole, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  whole.close()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d', { willReadFrequently: true })!.drawImage(small, 0, 0)
  small.close()
  return canvas
}
