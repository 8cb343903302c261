/** Changes every object inside cached data, from the outside in. What holds no changed object stays the same object. */
export function mapObjects<Data>(data: Data, change: (object: object) => object): Data {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) {
    const next = data.map(item => mapObjects(item, change))
    return (next.some((item, i) => item !== data[i]) ? next : data) as Data
  }
  let next = change(data) as Record<string, unknown>
  // A wall has thousands of logos with dozens of texts each: these are not even called for.
  for (const key in next) {
    const value = next[key]
    if (typeof value !== 'object') continue
    const changed = mapObjects(value, change)
    if (changed !== value) next = { ...next, [key]: changed }
  }
  return next as Data
}
