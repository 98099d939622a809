/** Videos: their address as a link, the platforms beside the list. */
import { Link } from "react-router";
import { useT } from "../../i18n/use-t";
import type { Parts } from "../../resource/parts";
import { can } from "../../providers/access-control";

function Platforms() {
  const t = useT();
  if (!can("video_platform_form")) return null;
  return (
    <>
      <Link className="link" to="/cms2/video-platform-list">
        {t("cms.video.platforms")}
      </Link>
      <Link className="link" to="/cms2/video-competition-list">
        {t("cms.video.competitions")}
      </Link>
    </>
  );
}

/** Opens the platform's player with the video. */
function Play({ address, name }: { address: string; name: string }) {
  const t = useT();
  if (!address.startsWith("https://")) return <span className="zero">—</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("cms.video.play", { name })}
      onClick={(event) => event.stopPropagation()}
    >
      {t("cms.video.play2")}
    </a>
  );
}

export const parts: Parts = {
  aside: Platforms,
  cells: {
    playerUrl: (row) => <Play address={String(row["playerUrl"])} name={String(row["title"])} />,
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
