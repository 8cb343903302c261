// The linear mixed model of the ranking, y = μ (+ round) + u_entry + b_(juror, round) + e, fitted by REML.
// Sources: Henderson's mixed model equations (Henderson 1975, Biometrics 31), with the entries absorbed as they form a
// diagonal block; the REML criterion profiled over the residual variance (Bates, Mächler, Bolker, Walker 2015, "Fitting
// Linear Mixed-Effects Models Using lme4", J. Stat. Software 67). No kept JavaScript library fits crossed effects.
//
// An observation is told apart by its entry and its group (a juror in a round). One pass over the observations sums, for
// each number of observations per entry, the outer products of the entries' counts by group and sum of y. From these
// every criterion follows by matrices of groups × groups, for any number of entries.

export type Observation = { entry: number; juror: number; round: 1 | 2; y: number }

export type Fit = {
  /** Variances: of the entries, of the jurors (by round), and of what is left. Zero is a result. */
  entryVariance: number
  jurorVariance: number
  residualVariance: number
  intercept: number
  /** The effect of the second round; 0 without one. */
  roundEffect: number
  /** The shrunken effect û of each entry, and its variance v given the scores (lme4's condVar). */
  entries: Map<number, { u: number; v: number }>
  /** The shrunken effect of each juror in each round. */
  jurors: { juror: number; round: 1 | 2; b: number }[]
}

type Matrix = number[][]

/** An entry's share of the sums: its number of observations by group, and the sum of its y. */
type EntrySums = { counts: number[]; sum: number; n: number }

/** What all entries with the same number of observations n add up to. */
type Size = { n: number; entries: number; cross: Matrix; crossY: number[]; yy: number }

type Sums = {
  groups: { juror: number; round: 1 | 2 }[]
  entries: Map<number, EntrySums>
  sizes: Size[]
  n: number
  groupN: number[]
  groupY: number[]
  yy: number
  /** The columns of the fixed effects, by group. */
  fixed: number[][]
}

function sumUp(observations: readonly Observation[], mean: number): Sums {
  const keys = [...new Set(observations.map(o => o.round * 1000 + o.juror))].sort((a, b) => a - b)
  const groups = keys.map(key => ({ juror: key % 1000, round: (key < 2000 ? 1 : 2) as 1 | 2 }))
  const groupOf = new Map(keys.map((key, g) => [key, g]))
  const entries = new Map<number, EntrySums>()
  const groupN = zeros(groups.length)
  const groupY = zeros(groups.length)
  let yy = 0
  for (const o of observations) {
    const g = groupOf.get(o.round * 1000 + o.juror) as number
    const y = o.y - mean
    const entry = entries.get(o.entry) ?? { counts: zeros(groups.length), sum: 0, n: 0 }
    entries.set(o.entry, entry)
    ;(entry.counts[g] as number)++
    entry.sum += y
    entry.n++
    ;(groupN[g] as number)++
    groupY[g] = (groupY[g] as number) + y
    yy += y * y
  }
  const rounds = new Set(groups.map(group => group.round))
  const fixed = [groups.map(() => 1)]
  if (rounds.size === 2) fixed.push(groups.map(group => (group.round === 2 ? 1 : 0)))
  return {
    groups,
    entries,
    sizes: sumBySize(entries, groups.length),
    n: observations.length,
    groupN,
    groupY,
    yy,
    fixed,
  }
}

function sumBySize(entries: Map<number, EntrySums>, groupCount: number): Size[] {
  const sizes = new Map<number, Size>()
  for (const { counts, sum, n } of entries.values()) {
    const size = sizes.get(n) ?? {
      n,
      entries: 0,
      cross: square(groupCount),
      crossY: zeros(groupCount),
      yy: 0,
    }
    sizes.set(n, size)
    size.entries++
    size.yy += sum * sum
    for (const [g, count] of counts.entries()) {
      if (!count) continue
      size.crossY[g] = (size.crossY[g] as number) + count * sum
      const row = size.cross[g] as number[]
      for (const [h, other] of counts.entries()) row[h] = (row[h] as number) + count * other
    }
  }
  return [...sizes.values()]
}

/** The equations at given ratios of the variances to the residual one; `deviance` is −2 times the profiled REML. */
function solveAt(sums: Sums, entryRatio: number, jurorRatio: number) {
  const { groups, sizes, n, groupN, groupY, fixed } = sums
  const G = groups.length
  // M = Z'H⁻¹Z and Z'H⁻¹y, y'H⁻¹y with H = I + entryRatio · (blocks of the entries).
  const M = square(G)
  const My = [...groupY]
  let yHy = sums.yy
  let logDet = 0
  for (let g = 0; g < G; g++) (M[g] as number[])[g] = groupN[g] as number
  for (const size of sizes) {
    const k = entryRatio / (1 + entryRatio * size.n)
    logDet += size.entries * Math.log1p(entryRatio * size.n)
    yHy -= k * size.yy
    for (let g = 0; g < G; g++) {
      My[g] = (My[g] as number) - k * (size.crossY[g] as number)
      const [row, cross] = [M[g] as number[], size.cross[g] as number[]]
      for (let h = 0; h < G; h++) row[h] = (row[h] as number) - k * (cross[h] as number)
    }
  }
  // K = jurorRatio · (I + jurorRatio · M)⁻¹: the inverse block of the jurors, by a Cholesky of the symmetric matrix.
  const inner = cholesky(M.map((row, g) => row.map((m, h) => (g === h ? 1 : 0) + jurorRatio * m)))
  logDet += 2 * inner.reduce((sum, row, g) => sum + Math.log(row[g] as number), 0)
  const K = (vector: number[]) => solve(inner, vector).map(x => jurorRatio * x)

  const MX = fixed.map(x => times(M, x))
  const KMX = MX.map(K)
  const KMy = K(My)
  const XVX = fixed.map((x, i) =>
    fixed.map((_, j) => dot(x, MX[j] as number[]) - dot(MX[i] as number[], KMX[j] as number[])),
  )
  const XVy = fixed.map((x, i) => dot(x, My) - dot(MX[i] as number[], KMy))
  const factor = cholesky(XVX)
  const beta = solve(factor, XVy)
  logDet += 2 * factor.reduce((sum, row, i) => sum + Math.log(row[i] as number), 0)
  const rss = Math.max(yHy - dot(My, KMy) - dot(beta, XVy), 0)
  const freedom = n - fixed.length
  const b = KMy.map(
    (x, g) => x - beta.reduce((sum, coefficient, i) => sum + coefficient * (KMX[i]?.[g] as number), 0),
  )
  return { deviance: freedom * Math.log(rss) + logDet, variance: rss / freedom, beta, b, K }
}

/** Fits the model by REML; entries without observations get û = 0 and the variance of an entry. */
export function fitMixedModel(observations: readonly Observation[], entryIds: Iterable<number> = []): Fit {
  const mean = observations.reduce((sum, o) => sum + o.y, 0) / (observations.length || 1)
  const sums = sumUp(observations, mean)
  if (sums.n <= sums.fixed.length || sums.yy < 1e-12 * sums.n) return describeFlat(sums, mean, entryIds)

  // Of the ratios' square roots θ, t = θ/(1 + θ) is searched from 0 up: there a variance is exactly zero.
  const ratio = (t: number) => (t / (1 - t)) ** 2
  const bestJuror = (t: number) => minimize(s => solveAt(sums, ratio(t), ratio(s)).deviance)
  const entry = minimize(t => bestJuror(t).value)
  const entryRatio = ratio(entry.at)
  const jurorRatio = ratio(bestJuror(entry.at).at)
  const { variance, beta, b, K } = solveAt(sums, entryRatio, jurorRatio)

  const entries = new Map<number, { u: number; v: number }>()
  for (const id of entryIds) entries.set(id, { u: 0, v: entryRatio * variance })
  const expected = sums.groups.map(
    (_, g) =>
      (b[g] as number) +
      beta.reduce((sum, coefficient, i) => sum + coefficient * (sums.fixed[i]?.[g] as number), 0),
  )
  const inverse = square(b.length).map((row, g) => K(row.map((_, h) => (g === h ? 1 : 0))))
  for (const [id, { counts, sum, n }] of sums.entries) {
    const k = entryRatio / (1 + entryRatio * n)
    entries.set(id, {
      u: k * (sum - dot(counts, expected)),
      v: variance * (k + k * k * dot(counts, times(inverse, counts))),
    })
  }
  return {
    entryVariance: entryRatio * variance,
    jurorVariance: jurorRatio * variance,
    residualVariance: variance,
    intercept: mean + (beta[0] as number),
    roundEffect: beta[1] ?? 0,
    entries,
    jurors: sums.groups.map((group, g) => ({ ...group, b: b[g] as number })),
  }
}

/** All scores are equal, or there are too few for any variance: every effect and variance is zero. */
function describeFlat(sums: Sums, mean: number, entryIds: Iterable<number>): Fit {
  return {
    entryVariance: 0,
    jurorVariance: 0,
    residualVariance: 0,
    intercept: mean,
    roundEffect: 0,
    entries: new Map([...entryIds, ...sums.entries.keys()].map(id => [id, { u: 0, v: 0 }])),
    jurors: sums.groups.map(group => ({ ...group, b: 0 })),
  }
}

/** The least value on [0, 1): the best of a grid, refined by golden-section search between its neighbours. */
function minimize(f: (t: number) => number): { at: number; value: number } {
  const steps = 24
  const last = 1 - 1e-6
  const grid = Array.from({ length: steps + 1 }, (_, i) => f((last * i) / steps))
  const best = grid.indexOf(Math.min(...grid))
  let low = (last * Math.max(best - 1, 0)) / steps
  let high = (last * Math.min(best + 1, steps)) / steps
  const golden = (Math.sqrt(5) - 1) / 2
  let [a, b] = [high - golden * (high - low), low + golden * (high - low)]
  let [fa, fb] = [f(a), f(b)]
  while (high - low > 1e-9) {
    if (fa <= fb) {
      ;[high, b, fb] = [b, a, fa]
      a = high - golden * (high - low)
      fa = f(a)
    } else {
      ;[low, a, fa] = [a, b, fb]
      b = low + golden * (high - low)
      fb = f(b)
    }
  }
  const at = (low + high) / 2
  const value = f(at)
  // Towards a variance of zero the criterion is flat beyond rounding: zero is preferred where it is as good.
  const zero = grid[0] as number
  return zero <= value + 1e-9 ? { at: 0, value: zero } : { at, value }
}

const zeros = (n: number) => new Array<number>(n).fill(0)
const square = (n: number): Matrix => Array.from({ length: n }, () => zeros(n))
const dot = (a: readonly number[], b: readonly number[]) => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
const times = (matrix: Matrix, vector: readonly number[]) => matrix.map(row => dot(row, vector))

/** The lower factor L with L·L' = the symmetric positive definite matrix. */
function cholesky(matrix: Matrix): Matrix {
  const factor = square(matrix.length)
  for (const [i, row] of factor.entries())
    for (let j = 0; j <= i; j++) {
      const other = factor[j] as number[]
      let sum = (matrix[i] as number[])[j] as number
      for (let k = 0; k < j; k++) sum -= (row[k] as number) * (other[k] as number)
      row[j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / (other[j] as number)
    }
  return factor
}

function solve(factor: Matrix, vector: readonly number[]): number[] {
  const x = [...vector]
  for (let i = 0; i < x.length; i++) {
    for (let k = 0; k < i; k++) x[i] = (x[i] as number) - (factor[i]?.[k] as number) * (x[k] as number)
    x[i] = (x[i] as number) / (factor[i]?.[i] as number)
  }
  for (let i = x.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < x.length; k++)
      x[i] = (x[i] as number) - (factor[k]?.[i] as number) * (x[k] as number)
    x[i] = (x[i] as number) / (factor[i]?.[i] as number)
  }
  return x
}
