import { useEffect, useState } from 'react'

/** Whether a value has been the same for so long. */
export function useRested<T>(value: T, forMs: number): boolean {
  const [rested, setRested] = useState<T>()
  useEffect(() => {
    const timer = setTimeout(setRested, forMs, value)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return rested === value
}
