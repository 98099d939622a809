/** Writes docs/backend.md: its text stands here, the calls and codes come from the contract. */
import { pathToFileURL } from "node:url";
import { calls } from "../contract/all";
import { codeName } from "../contract/core/code-names";
import { GROUPS, type Group } from "../contract/core/groups";
import { PAGES } from "../contract/core/page-codes";
import { BUTTONS, type Code } from "../contract/core/permissions";

/** Loss where a server does not offer a call that every screen makes; a call that only one screen makes is lost with that screen. */
const OPTIONAL = {
  "session.exchange": "a link with a token, and a new browser tab, work by the token or the cookie that they have, not by both",
  "session.profile": "name and picture of the person; the role is then the fixed `admin`",
  "session.logout": "the browser forgets the session, the server does not",
  "session.preferences": "language, theme, columns and views are kept in this browser alone",
  "session.savePreference": "as above",
  "session.qrTicket": "signing in by a phone",
  "session.qrLogin": "signing in by a phone, and links with `?code=`",
  "platform.findPassword": "a new password by SMS",
  "messages.count": "the number on the bell",
  "shell.updateNotice": "the notice of a new version",
  "shell.voiceToken": "the four voices; the browser's own voice speaks",
  "platform.miniCode": "QR codes of payment and venue",
  "uploads.upToken": "new pictures",
} as const;

const pathOf = (name: string): string => {
  const found = calls.find((each) => each.name === name);
  if (!found) throw new TypeError(`the contract has no call ${name}`);
  return `\`${found.call.method} ${found.call.path}\``;
};
const codeWithName = (code: Code): string => `\`${code}\` ${codeName(code, "en")}`;

function pagesOf(group: Group): string {
  const pages = Object.entries(PAGES).filter(([, of]) => of === group);
  return pages
    .map(([page]) => {
      const buttons = Object.entries(BUTTONS).flatMap(([button, of]) => (of === page ? [codeWithName(button as Code)] : []));
      return `- ${codeWithName(page as Code)}${buttons.length > 0 ? `; ${buttons.join(", ")}` : ""}`;
    })
    .join("\n");
}
const groups = Object.entries(GROUPS) as [Group, Code][];

/** The page as it should be. */
export const backendPage = (): string => `# The console on another server

The console works against any server of the venue API ([the wire](wire.md)); the reference server is one of them. This page is written by
\`npx tsx src/tools/docs-backend.ts > docs/backend.md\`; \`/docs\` of a running reference server has the fields of each call. Put the console's
files on the API's host, or name the host in \`index.html\` (\`<meta name="api-host">\`) and let the API allow the console's origin, with credentials.

## Required calls

Without one of these nobody gets in.

| call | the console reads |
|---|---|
| ${pathOf("session.login")} | \`access_token\`; gets \`username\`, \`password\`, \`siteType\` |
| ${pathOf("session.sites")} | \`content\`: venues, of each \`venueId\` alone is required; \`name\`, \`logo\`, \`city\`, \`area\`, \`mainTag\`, \`tags\`, \`day\` and the figures of today are shown where they come |
| ${pathOf("session.menus")} | \`menuList\`: groups and pages, each with its \`code\` |
| ${pathOf("session.buttons")} | \`resourcesList\`: buttons, each with its \`code\` |
| ${pathOf("venue.view")} | the chosen venue: \`id\`, \`name\`, \`mainTag\`, \`zone\` (Asia/Shanghai where it is left out) |

## Optional calls

A call that the server does not have (HTTP 404, 405 or 501, or one of these codes in the envelope) takes its own part away and nothing else. The
screen names the call where the server's answer does (\`path\`).

| call | lost without it |
|---|---|
${Object.entries(OPTIONAL)
  .map(([name, lost]) => `| ${pathOf(name)} | ${lost} |`)
  .join("\n")}
| \`/api/manage/venue/ws\` | what others change shows at the next reload; the grid asks every 15 s |
| calls of one screen | that screen; a page whose code the server never sends is not in the menu |

## Encodings

- JSON POST: \`access_token\`, \`sourceId\`, \`siteType\`, \`siteTypeSourceId\` and \`Authorization: Bearer …\` in headers. Form POST: the same in the body,
  with \`sourceName\`. GET: the same in the query. Paths under \`/api/open/\` carry neither token nor source id; their venue is \`venueId\`.
- Answers are \`{ code, msg, data }\` with HTTP status 200; \`message\` is read where \`msg\` is missing. Files pass through as they are.
- Ids may be numbers: whatever is called \`id\`, \`…Id\`, \`ids\` or \`…Ids\` becomes text at the edge, and whole numbers beyond 2^53 are not rounded.
- Pages are 0-based, with \`content\` and \`totalElements\`. Amounts are text of yuan, or numbers. Instants are ISO 8601.
- A change carries \`Idempotency-Key\`; a server may ignore it, but then a retry can act twice.
- A refusal with \`data.approval\` is lifted by a second person's PIN (\`approval/grant\`); the call is then sent again with the id that it gave in the header \`Approval\`.

## Codes

A menu entry shows to who holds the code of its group and of its page; a button to who holds its own. Behind each page: its buttons.

${groups.map(([group, code]) => `### \`${code}\` (${group})\n\n${pagesOf(group)}\n`).join("\n")}`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.stdout.write(backendPage());
