/** The last segment of a path. Empty for `.` and `..`. */
export function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim()
  return /^\.+$/.test(name) ? '' : name
}
