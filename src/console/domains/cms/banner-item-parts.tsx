/** Link target of a banner's picture: a typed address, or a published article that is found by its title. */
import { AutoComplete } from "antd";
import { useState } from "react";
import { content } from "../../../contract/cms/content";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import type { ControlProps, Parts } from "../../resource/parts";
import { useSession } from "../../session/store";

function ArticleLink({ value, ...props }: ControlProps) {
  const { venueId = "" } = useSession();
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [q] = useSettled(typed, 200);
  const isAddress = q.startsWith("/") || q.startsWith("http");
  const { data } = useRead(content.articles, { venueId, q: isAddress ? "" : q.slice(0, 64), page: 0, size: 20 }, { enabled: opened });
  return (
    <AutoComplete
      {...props}
      value={value ?? ""}
      maxLength={300}
      onSearch={setTyped}
      onOpenChange={(open) => open && setOpened(true)}
      options={(data?.content ?? []).map(({ id, title }) => ({ value: `/cms/article-list/${id}`, label: title }))}
    />
  );
}

export const parts: Parts = { controls: { link: ArticleLink } };
