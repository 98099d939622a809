/** Videos: their address as a link, the platforms beside the list. */
import { Link } from "react-router";
import { useT } from "../../i18n/useT";
import type { Parts } from "../../resource/parts";
import { can } from "../../session/store";

function Platforms() {
  const t = useT();
  if (!can("video_platform_form")) return null;
  return (
    <>
      <Link className="link" to="/cms2/video-platform-list">
        {t({ zh: "视频平台", en: "Platforms" })}
      </Link>
      <Link className="link" to="/cms2/video-competition-list">
        {t({ zh: "赛事视频", en: "Competitions" })}
      </Link>
    </>
  );
}

export const parts: Parts = {
  aside: Platforms,
  cells: {
    videoUrl: (row) => {
      const address = String(row["videoUrl"]);
      return address.startsWith("https://") ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {address}
        </a>
      ) : (
        address
      );
    },
  },
};
