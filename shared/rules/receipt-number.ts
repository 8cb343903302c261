/** Formats a receipt number as `2611 2212 4937`, with spaces that do not break. */
export const formatReceiptNumber = (id: string | number) =>
  String(id).replace(/(?<=\d)(?=(?:\d{4})+$)/g, '\u00a0')
