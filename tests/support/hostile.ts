import type { Page } from "playwright-core";
import { query } from "./tables";

/** Strings of OWASP's filter evasion list: each runs somewhere where it is not cleaned. */
export const HOSTILE = [
  `<script>alert(1)</script>`,
  `<SCRIPT SRC=https://xss.example/xss.js></SCRIPT>`,
  `<img src=x onerror=alert(1)>`,
  `<IMG SRC="javascript:alert('XSS');">`,
  `<IMG SRC=JaVaScRiPt:alert('XSS')>`,
  `<IMG """><SCRIPT>alert("XSS")</SCRIPT>">`,
  `<IMG SRC=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>`,
  `<IMG SRC="jav&#x09;ascript:alert('XSS');">`,
  `<a href="jav\nascript:alert(1)">x</a>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>`,
  `<a href="vbscript:msgbox(1)" onmouseover=alert(1)>x</a>`,
  `<svg/onload=alert(1)>`,
  `<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /></svg>`,
  `<math><mtext></table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></mtext></math>`,
  `<iframe src="javascript:alert(1)"></iframe>`,
  `<object data="javascript:alert(1)"></object><embed src="https://xss.example/x.swf">`,
  `<BODY ONLOAD=alert('XSS')><META HTTP-EQUIV="refresh" CONTENT="0;url=javascript:alert(1)"><BASE HREF="javascript:alert(1);//">`,
  `<div style="background-image: url(javascript:alert(1))" onclick="alert(1)">x</div>`,
  `<STYLE>@import'https://xss.example/xss.css';</STYLE><LINK REL="stylesheet" HREF="https://xss.example/x.css">`,
  `<form action="javascript:alert(1)"><input type=image src=x onerror=alert(1)><button formaction="javascript:alert(1)">x</button></form>`,
  `<details open ontoggle=alert(1)>x</details><video><source onerror=alert(1)></video>`,
  `<<SCRIPT>alert("XSS");//\\<</SCRIPT>`,
  `<p title="x" onfocus="alert(1)" autofocus tabindex=1>x</p>`,
  `<!--[if gte IE 4]><script>alert(1)</script><![endif]--><template><script>alert(1)</script></template>`,
] as const;

/** Breaks out of an attribute, where that is not escaped. */
export const SHORT = `"><img src=x onerror=alert(1)>`;
/** Columns of what people type; a column of them that has rules of its own keeps what it has. */
const TYPED =
  "^(name|short_name|title|title_en|short_title|text|text_en|memo|remark|note|reason|address|contact|author|nickname|operator|item|company|leader|captain|club|referee|subject_name|content|description|brand|unit|recipient|reply|introduction)$";

/** Writes hostile text into all that people type, as if the server had neither rejected nor cleaned it. @returns the number of columns that accepted it */
export async function fillTyped(url: string): Promise<number> {
  let filled = 0;
  const columns = await query<{ table: string; column: string }>(
    url,
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.udt_name = 'text' AND c.is_generated = 'NEVER' AND c.column_name ~ $1
       AND c.table_name NOT IN ('schema_migration', 'audit_log', 'platform_secret') ORDER BY 1, 2`,
    [TYPED],
  );
  await query(url, "SET session_replication_role = replica");
  for (const [i, { table, column }] of columns.entries()) {
    // A different one of the list in each column, and in each row what breaks out of an attribute, told apart by its row.
    const change = (value: string) =>
      query(url, `UPDATE "${table}" SET "${column}" = $1 || ctid::text`, [value]).then(
        () => true,
        () => false,
      );
    if ((await change(`${SHORT}${HOSTILE[i % HOSTILE.length] ?? ""}`)) || (await change(SHORT))) filled++;
  }
  await query(url, "SET session_replication_role = origin");
  return filled;
}

/** Watches a page. @returns a function that names what ran in it, what a policy had to stop, and elements that could run */
export function watchForScripts(page: Page): () => Promise<string[]> {
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(`${dialog.type()} ${dialog.message()} at ${page.url()}`);
    void dialog.dismiss().catch(() => undefined);
  });
  page.on("console", (message) => {
    if (/Refused to execute inline|Executing inline/.test(message.text())) ran.push(`${message.text()} at ${page.url()}`);
  });
  const live = '[href^="javascript:" i], iframe[src^="javascript:" i], [data^="javascript:" i], img[src="x"]';
  return async () => [...ran, ...(await page.locator(live).evaluateAll((all) => all.map((one) => one.outerHTML)))];
}
