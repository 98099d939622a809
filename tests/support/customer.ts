/** A customer's browser without a script: cookies, forms, redirects. */
import { platform } from "../../src/contract/platform/platform";
import type { TestServer } from "./server";

export interface Page {
  readonly status: number;
  /** Path and query at which it was found, after redirects. */
  readonly at: string;
  readonly html: string;
  /** Visible text: no tags. */
  readonly text: string;
  readonly headers: Headers;
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const plain = (html: string): string => html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? "");

/** Opens a browser at a venue. @param headers sent with each request */
export class Customer {
  readonly cookies = new Map<string, string>();
  private readonly server: TestServer;
  readonly venueId: string;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(server: TestServer, venueId = "v-1", headers: Readonly<Record<string, string>> = {}) {
    this.server = server;
    this.venueId = venueId;
    this.headers = { "accept-language": "zh-CN", ...headers };
  }

  /** Path of a page of the venue. */
  path = (rest: string): string => `/mini/v/${this.venueId}${rest}`;

  get = (rest: string): Promise<Page> => this.follow(this.path(rest));

  /** Posts a form of our own page, or one that says it is from elsewhere. */
  post = (rest: string, fields: Readonly<Record<string, string>>, origin: string | null = this.server.origin): Promise<Page> =>
    this.follow(this.path(rest), {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: origin === null ? {} : { origin },
    });

  async follow(path: string, sent: RequestInit = {}): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(this.server.origin + path, {
      ...sent,
      redirect: "manual",
      headers: { ...this.headers, ...(cookie === "" ? {} : { cookie }), ...(sent.headers as Record<string, string> | undefined) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const to = answer.headers.get("location");
    if (to !== null) return this.follow(to);
    const html = await answer.text();
    const text = plain(html.replaceAll(/<script[\s\S]*?<\/script>|<[^>]+>/g, " ").replaceAll(/\s+/g, " "));
    return { status: answer.status, at: path, html, text, headers: answer.headers };
  }

  /** The session's token. */
  get token(): string {
    return [...this.cookies].find(([name]) => name.startsWith("customer_"))?.[1] ?? "";
  }

  /** Returns the newest code for a mobile, as the venue's administrator passes it on. */
  async code(mobile: string): Promise<string> {
    const admin = await this.server.as("admin");
    const { content } = await admin.ok(platform.sentCodes, {}, { venueId: this.venueId });
    return content.find(({ phone }) => phone === `${mobile.slice(0, 3)}****${mobile.slice(7)}`)?.code ?? "";
  }

  /** Signs in by mobile and code; a mobile that is nobody's signs up under the name. */
  async signIn(mobile: string, name = "新顾客", next = "/me"): Promise<Page> {
    const query = `?next=${encodeURIComponent(this.path(next))}`;
    await this.post(`/sign-in${query}`, { mobile });
    const page = await this.post(`/sign-in/code${query}`, { code: await this.code(mobile) });
    return page.at.includes("/sign-in/new") ? this.post(`/sign-in/new${query}`, { name, consent: "yes" }) : page;
  }
}
