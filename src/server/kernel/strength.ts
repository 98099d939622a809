/** Requirements for a password: long, not a common one, not the person's own name. */
import { dictionary } from "@zxcvbn-ts/language-common";
import type { Language } from "../../contract/core/enums";
import { PASSWORD_LENGTH } from "../../contract/core/password";
import { badInput } from "../http/error";

let common: ReadonlySet<string> | undefined;

/** Letters of a password without the digits and signs that people put around a word. */
const bare = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, "");

/** Returns the fault of a password, in the person's language; undefined if it is acceptable. */
function passwordFault(password: string, names: readonly string[], language: Language): string | undefined {
  const say = (zh: string, en: string): string => (language === "zh" ? zh : en);
  const { min } = PASSWORD_LENGTH;
  if (password.length < min) return say(`密码至少 ${min} 个字符`, `A password has at least ${min} characters`);
  const text = password.toLowerCase();
  common ??= new Set(dictionary["passwords-common"] as readonly string[]);
  if (common.has(text) || new Set(text).size < 4 || "abcdefghijklmnopqrstuvwxyz01234567890123456789".includes(text))
    return say("这是常见密码，请换一个", "This is a common password; choose another one");
  const name = names
    .map((each) => each.toLowerCase())
    .find((each) => each.length >= 2 && (text.includes(each) || bare(text) === bare(each)));
  return name === undefined ? undefined : say("密码里不能有账号、姓名或手机号", "A password can't have the username, name or mobile in it");
}

/** @throws AppError `badInput` at the field, with what is wrong */
export function checkPassword(password: string, names: readonly string[], language: Language, field = "password"): void {
  const fault = passwordFault(password, names, language);
  if (fault !== undefined) throw badInput({ [field]: fault });
}
