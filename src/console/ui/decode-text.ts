/** Returns the text of a file in UTF-8, or in GBK, as the files of Chinese banks and channels are. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gbk").decode(bytes);
  }
}
