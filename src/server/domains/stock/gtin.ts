/**
 * True if a barcode is valid: a code with the length of a GTIN (8, 12, 13, 14 digits) needs a correct check digit; other codes are a
 * venue's own.
 */
export function isGtin(barcode: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(barcode)) return true;
  const digits = Array.from(barcode, Number);
  const sum = digits.reduceRight((all, digit, i) => all + digit * ((digits.length - 1 - i) % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
