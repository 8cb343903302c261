import { CholeskyDecomposition, EigenvalueDecomposition, Matrix, solve } from 'ml-matrix'

/** Samples of one drawing: feature vectors of equal length. */
type Class = readonly Float32Array[]

/**
 * Linear discriminant analysis (Fisher, Rao): the directions in which drawings differ most, measured by how much changes of
 * one drawing differ. Returns `mean` and the rows of the projection, the most telling first.
 */
export function fitDiscriminants(classes: readonly Class[], dimensions: number, ridge: number) {
  const length = classes[0]![0]!.length
  const means = classes.map(samples => meanOf(samples, length))
  const mean = meanOf(means, length)
  const within = Matrix.zeros(length, length)
  const between = Matrix.zeros(length, length)
  classes.forEach((samples, i) => {
    const own = means[i]!
    for (const sample of samples) addProduct(within, sample, own, 1 / samples.length)
    addProduct(between, own, mean, 1)
  })
  const scale = within.trace() / length
  for (let i = 0; i < length; i++) within.set(i, i, within.get(i, i) + ridge * scale)
  // With within = L·Lᵀ, the generalized problem is the ordinary one of L⁻¹·between·L⁻ᵀ.
  const lower = new CholeskyDecomposition(symmetrized(within)).lowerTriangularMatrix
  const half = solve(lower, between)
  const symmetric = symmetrized(solve(lower, half.transpose()))
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(symmetric, {
    assumeSymmetric: true,
  })
  const order = realEigenvalues
    .map((value, i) => ({ value, i }))
    .sort((a, b) => b.value - a.value)
    .slice(0, dimensions)
  const vectors = solve(lower.transpose(), eigenvectorMatrix)
  return { mean, rows: order.map(({ i }) => signed(vectors.getColumn(i))) }
}

function meanOf(samples: readonly ArrayLike<number>[], length: number): Float64Array {
  const mean = new Float64Array(length)
  for (const sample of samples) for (let i = 0; i < length; i++) mean[i]! += sample[i]! / samples.length
  return mean
}

function addProduct(into: Matrix, sample: ArrayLike<number>, centre: ArrayLike<number>, weight: number) {
  const { data } = into as unknown as { data: Float64Array[] }
  const length = centre.length
  const difference = new Float64Array(length)
  for (let i = 0; i < length; i++) difference[i] = sample[i]! - centre[i]!
  for (let i = 0; i < length; i++) {
    const row = data[i]!
    const factor = difference[i]! * weight
    for (let j = 0; j < length; j++) row[j]! += factor * difference[j]!
  }
}

/** The symmetric part of a matrix, which rounding has made a little unsymmetric. */
const symmetrized = (matrix: Matrix) => Matrix.add(matrix, matrix.transpose()).div(2)

/** A direction with its greatest weight positive: the sign of an eigenvector is arbitrary. */
function signed(row: number[]): number[] {
  const greatest = row.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0)
  return greatest < 0 ? row.map(value => -value) : row
}
