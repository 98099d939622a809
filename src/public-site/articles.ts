/** The page of an article. */
import { cleaned, html } from "./html";
import { document, type Owner, type Site, venuePath } from "./layout";

export interface ArticleView {
  readonly venue: Owner;
  readonly title: string;
  readonly byline: string;
  readonly summary: string;
  readonly cover: string | null;
  /** Cleaned HTML. */
  readonly body: string;
}

/** Returns the page of an article. */
export const articlePage = (site: Site, { venue, title, byline, summary, cover, body }: ArticleView): string =>
  document(
    site,
    { title: `${title} · ${venue.name}`, description: summary, venue, picture: cover ?? undefined, back: venuePath(venue.id) },
    html`<article class="card">
      <h1>${title}</h1>
      <p class="mut">${byline}</p>
      <div class="prose">${cleaned(body)}</div>
    </article>`,
  );
