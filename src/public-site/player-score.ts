/** Page of a match for its players: PIN of a side, entry of a result, confirmation or dispute by the other side. */
import type { Match } from "../contract/competitions/match";
import { problem, postForm } from "./customer";
import { html, type Html } from "./html";
import { document, link, type Owner, type Site, translate, venuePath } from "./layout";

export interface PlayerStep {
  readonly venue: Owner;
  readonly match: Match;
  /** Maximum number of sets or periods. */
  readonly most: number;
  readonly side: "home" | "away" | null;
  readonly at: "pin" | "enter" | "waits" | "decide" | "disputed" | "over";
  /** The result that a side has entered. */
  readonly sets: readonly (readonly number[])[];
  /** Number of that entry. */
  readonly entries: number;
  readonly typed: ((name: string) => string) | undefined;
  readonly error: string | undefined;
}

const scores = (match: Match, sets: PlayerStep["sets"]): Html =>
  html`<table class="sets">
    <tbody>
      ${[match.home, match.away].map(
        ({ publicName }, side) =>
          html`<tr>
            <th scope="row">${publicName}</th>
            ${sets.map((set) => html`<td>${String(set[side] ?? 0)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;

function entryForm(site: Site, { match, most, sets, typed }: PlayerStep): Html {
  const label = (name: string, set: number): string => translate(site, { zh: `${name} 第 ${set} 局`, en: `${name}, set ${set}` });
  const value = (name: "h" | "a", set: number): string => typed?.(`${name}${set + 1}`) || String(sets[set]?.[name === "h" ? 0 : 1] ?? "");
  const input = (name: "h" | "a", side: Match["home"], set: number): Html =>
    html`<td>
      <input
        name="${name}${String(set + 1)}"
        aria-label="${label(side.publicName, set + 1)}"
        inputmode="numeric"
        maxlength="3"
        autocomplete="off"
        value="${value(name, set)}"
      />
    </td>`;
  const rows = Array.from({ length: most }, (_, i) => i);
  return postForm(
    site,
    html`<input type="hidden" name="act" value="enter" />
      <table class="sets">
        <thead>
          <tr>
            <td></td>
            ${rows.map((i) => html`<th scope="col">${String(i + 1)}</th>`)}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">${match.home.publicName}</th>
            ${rows.map((i) => input("h", match.home, i))}
          </tr>
          <tr>
            <th scope="row">${match.away.publicName}</th>
            ${rows.map((i) => input("a", match.away, i))}
          </tr>
        </tbody>
      </table>
      <button class="button">${translate(site, { zh: "提交赛果", en: "Submit the result" })}</button>`,
  );
}

const answerForm = (site: Site, act: "confirm" | "dispute", { entries }: PlayerStep, label: string, isMain: boolean): Html =>
  postForm(
    site,
    html`<input type="hidden" name="act" value="${act}" />
      <input type="hidden" name="entries" value="${String(entries)}" />
      <button class="${isMain ? "button" : "round"}">${label}</button>`,
  );

function body(site: Site, step: PlayerStep): Html {
  const { match, at, sets } = step;
  const other = step.side === "home" ? match.away.publicName : match.home.publicName;
  switch (at) {
    case "pin":
      return html`<p>
          ${translate(site, {
            zh: "输入记录台发给您这一方的 PIN。一方录入赛果，另一方确认后才算数。",
            en: "Enter the PIN that the desk gave to your side. One side enters the result, and it counts once the other has confirmed it.",
          })}
        </p>
        ${postForm(
          site,
          html`<input type="hidden" name="act" value="open" />
            <label for="pin">PIN</label>
            <input id="pin" name="pin" class="digits" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required />
            <button class="button">${translate(site, { zh: "打开对阵", en: "Open the match" })}</button>`,
        )}`;
    case "enter":
      return html`<p>${translate(site, { zh: "打完后填各局比分。", en: "Once the match is over, enter the points of each set." })}</p>
        ${entryForm(site, step)}`;
    case "waits":
      return html`<p class="note" role="status">
          ${translate(site, { zh: `已提交，等 ${other} 确认。`, en: `Submitted. ${other} still has to confirm it.` })}
        </p>
        <details>
          <summary>${translate(site, { zh: "填错了？改一下", en: "Mistyped? Change it" })}</summary>
          ${entryForm(site, step)}
        </details>
        ${scores(match, sets)}`;
    case "decide":
      return html`<p>${translate(site, { zh: `${other} 录入了这个赛果：`, en: `${other} entered this result:` })}</p>
        ${scores(match, sets)} ${answerForm(site, "confirm", step, translate(site, { zh: "确认赛果", en: "Confirm the result" }), true)}
        ${answerForm(site, "dispute", step, translate(site, { zh: "有异议，请记录台决定", en: "Dispute it: the desk decides" }), false)}`;
    case "disputed":
      return html`<p class="problem" role="status">
          ${translate(site, { zh: "双方意见不一，请到记录台决定。", en: "The sides disagree: go to the desk, which decides." })}
        </p>
        ${scores(match, sets)}`;
    case "over":
      return html`<p>${translate(site, { zh: "这场已结束。", en: "The match is over." })}</p>
        ${match.sets.length === 0 || step.side === null ? null : scores(match, match.sets)}`;
  }
}

/** Returns the page of a match for its players. */
export function playerPage(site: Site, step: PlayerStep): string {
  const { venue, match, side, error } = step;
  // Without a PIN this page shows nothing beyond the public page.
  const title = side === null ? "" : `${match.home.publicName} – ${match.away.publicName}`;
  const own = side === null ? "" : (side === "home" ? match.home : match.away).publicName;
  return document(
    site,
    {
      title: `${translate(site, { zh: "选手记分", en: "Players’ result" })} · ${venue.name}`,
      venue,
      isPrivate: true,
      back: venuePath(venue.id, `/matches/${encodeURIComponent(match.id)}`),
    },
    html`<section class="card players">
        <h1>${translate(site, { zh: "选手记分", en: "Players’ result" })}</h1>
        ${title === "" ? null : html`<p class="mut">${match.event} · ${title}</p>`}
        ${own === "" ? null : html`<p>${translate(site, { zh: `您是：${own}`, en: `You are: ${own}` })}</p>`} ${problem(error)}
        ${body(site, step)}
      </section>
      <p class="more">
        <a href="${link(site, venuePath(venue.id, `/matches/${encodeURIComponent(match.id)}`))}"
          >${translate(site, { zh: "看这场的公开页面", en: "The match’s public page" })}</a
        >
      </p>`,
  );
}
