/** The page on which a draw is made again from its recorded seed. */
import { type GameHead, gamePath } from "./competitions";
import { html } from "./html";
import { card, document, type Site, translate } from "./layout";

export interface RepeatView {
  readonly game: GameHead;
  readonly eventId: string;
  readonly title: string;
  readonly seed: string;
  readonly at: string;
  /** True if this release draws like the one that made the draw. */
  readonly isRepeatable: boolean;
  readonly isSame: boolean;
  /** Changes by the referee since, each with its reason. */
  readonly changes: readonly string[];
  readonly groups: readonly {
    readonly title: string;
    /** `isChanged` is by entry: two people may have the same initials. */ readonly lines: readonly {
      readonly drawn: string;
      readonly repeated: string;
      readonly isChanged: boolean;
    }[];
  }[];
}

/** Returns the page on which a draw is made again from its recorded seed. */
export function repeatPage(site: Site, view: RepeatView): string {
  const t = (zh: string, en: string, values: Readonly<Record<string, string | number>> = {}): string => translate(site, { zh, en }, values);
  const verdict = !view.isRepeatable
    ? t(
        "这次抽签用的是早先的方法，本版本不能重现；种子和名单仍在记录中。",
        "An earlier release made this draw by another method; this one can’t repeat it. Seed and entries are still on record.",
      )
    : view.isSame
      ? t("重现的结果与公布的抽签完全一致。", "The repeated draw is the same as the published one, line by line.")
      : t("重现的结果与现在的对阵不同，差异见下。", "The repeated draw differs from the present one; the differences are marked below.");
  return document(
    site,
    {
      title: `${t("重现抽签", "Repeat the draw")} · ${view.title}`,
      venue: view.game.venue,
      back: gamePath(view.game, `/events/${encodeURIComponent(view.eventId)}`),
    },
    html`<section class="card">
        <h1>${t("重现抽签", "Repeat the draw")} · ${view.title}</h1>
        <p>
          ${t("抽签由一个公开的随机种子和抽签时的名单决定：相同的种子和名单，任何人任何时候都得到相同的结果。", "A published random seed and the entries at that time decide the draw: the same seed and entries give the same draw to anybody, at any time.")}
        </p>
        <dl class="hours">
          <div>
            <dt>${t("种子", "Seed")}</dt>
            <dd><code>${view.seed}</code></dd>
          </div>
          <div>
            <dt>${t("抽签时间", "Drawn")}</dt>
            <dd>${view.at}</dd>
          </div>
        </dl>
        <p><span class="tag ${view.isRepeatable && view.isSame ? "success" : "waiting"}">${verdict}</span></p>
        ${
          view.changes.length === 0
            ? null
            : html`<p>${t("抽签后由裁判长更改：", "Changed by the referee since:")}</p>
                <ul>
                  ${view.changes.map((change) => html`<li>${change}</li>`)}
                </ul>`
        }
      </section>
      ${view.groups.map(({ title, lines }) =>
        card(
          title,
          html`<div class="scroll" tabindex="0" role="group" aria-label="${title}">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">${t("位置", "Line")}</th>
                  <th scope="col">${t("现在的对阵", "Present draw")}</th>
                  ${view.isRepeatable ? html`<th scope="col">${t("重现的结果", "Repeated")}</th>` : null}
                </tr>
              </thead>
              <tbody>
                ${lines.map(
                  ({ drawn, repeated, isChanged }, i) =>
                    html`<tr class="${view.isRepeatable && isChanged ? "differs" : ""}">
                      <td>${i + 1}</td>
                      <th scope="row">${drawn}</th>
                      ${view.isRepeatable ? html`<td>${repeated}</td>` : null}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`,
        ),
      )}`,
  );
}
