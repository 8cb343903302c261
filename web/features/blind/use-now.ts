import { useEffect, useState } from 'react'

/** The time, read again every few seconds. */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** A span in words: `9 h 12 min`. */
export function sayWait(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const [h, min] = [Math.floor(minutes / 60), minutes % 60]
  return [h && `${h} h`, min && `${min} min`].filter(Boolean).join(' ')
}
