/** Phone numbers on screen. */

/**
 * Masks the middle four digits of a mobile number: "13812345678" → "138****5678". Of other numbers the last four stay;
 * an empty one stays empty.
 */
export function maskPhone(phone: string): string {
  if (phone.length === 0) return "";
  if (phone.length < 8) return "****".slice(0, Math.max(1, phone.length - 2)) + phone.slice(Math.max(1, phone.length - 2));
  return `${phone.slice(0, phone.length - 8)}****${phone.slice(-4)}`;
}
