// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRest } from '../../web/features/jury/use-bench.ts'

test('a rest is due after three hundred scores, and once it is put off after three hundred more', () => {
  const { result, rerender } = renderHook(({ scored }) => useRest(scored), { initialProps: { scored: 10 } })
  for (const last of [10, 310]) {
    rerender({ scored: last + 299 })
    expect(result.current.isDue).toBe(false)
    rerender({ scored: last + 300 })
    expect(result.current.isDue).toBe(true)
    act(() => result.current.putOff())
    expect(result.current.isDue).toBe(false)
  }
})
