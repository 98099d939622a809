/** `13812346027` → `138****6027`. Already masked or too short to mask: unchanged. */
export function maskPhone(phone: string): string {
  const text = phone.trim();
  return /^\+?\d{7,}$/.test(text) ? `${text.slice(0, -8)}****${text.slice(-4)}` : text;
}

/** A phone number, masked: the whole of it is never in the page. Nothing known shows a dash. */
export function Phone({ value }: { value: string | null | undefined }) {
  return value ? <span className="nowrap">{maskPhone(value)}</span> : <span className="zero">—</span>;
}
