/** Display of changes in the operation log. */
import "./platform.css";
import type { AnyRow, Parts } from "../../resource/parts";

const FEW = 2;

const changesOf = (row: AnyRow): readonly string[] => (Array.isArray(row["changes"]) ? row["changes"].map(String) : []);

export const parts: Parts = {
  columns: (t) => [
    {
      key: "changes",
      title: t("platform.log.changesBeforeAfter"),
      width: 380,
      wide: true,
      render: (row) => {
        const all = changesOf(row);
        const text = all.slice(0, FEW).join(t("platform.log.text"));
        return (
          <span title={all.join("\n")}>
            {text}
            {all.length > FEW && <small className="mut"> +{all.length - FEW}</small>}
          </span>
        );
      },
    },
  ],
  record: ({ row }) => (
    <ul className="log-changes">
      {changesOf(row).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  ),
  cells: { changes: (row) => String(changesOf(row).length) },
};
