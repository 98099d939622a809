/** Text in GBK, which Chinese accounting programs read. Node decodes it and does not encode it. */
const codes = new Map<string, number>();

function fillCodes(): void {
  const decoder = new TextDecoder("gbk");
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      if (low === 0x7f) continue;
      const sign = decoder.decode(Uint8Array.of(high, low));
      if (Array.from(sign).length === 1 && sign !== "\ufffd" && !codes.has(sign)) codes.set(sign, high * 256 + low);
    }
}

/** Encodes text; a sign that GBK lacks becomes "?". */
export function encodeGbk(text: string): Buffer {
  if (codes.size === 0) fillCodes();
  const bytes: number[] = [];
  for (const sign of text) {
    const code = sign.charCodeAt(0) < 0x80 ? sign.charCodeAt(0) : (codes.get(sign) ?? 0x3f);
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Buffer.from(bytes);
}
