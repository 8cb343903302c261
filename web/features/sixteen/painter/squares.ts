/** Which squares are kept ready to be drawn, each in a numbered slot: those near the window, however many atlases they come from. */
export class Squares {
  /** By position: its slot, counted from 1. */
  readonly #slots: Int32Array
  /** By slot: its position. */
  readonly #positions: Int32Array
  #next = 0

  /** Room for `room` squares of `count`. */
  constructor(count: number, room: number) {
    this.#slots = new Int32Array(count)
    this.#positions = new Int32Array(room).fill(-1)
  }

  get room() {
    return this.#positions.length
  }

  /** Where a square is kept; -1 for one that is not. */
  slotOf(position: number) {
    return this.#slots[position]! - 1
  }

  /** Gives a square a slot, in place of one that is not near; -1 where all that are kept are near. */
  take(position: number, isNear: (position: number) => boolean): number {
    const { length } = this.#positions
    for (let tried = 0; tried < length; tried++) {
      const slot = this.#next
      this.#next = (slot + 1) % length
      const before = this.#positions[slot]!
      if (before >= 0 && isNear(before)) continue
      if (before >= 0) this.#slots[before] = 0
      this.#positions[slot] = position
      this.#slots[position] = slot + 1
      return slot
    }
    return -1
  }
}
