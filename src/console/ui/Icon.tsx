import { ICONS, SOLID_ICONS, type IconName } from "./icons";

/**
 * An icon in the colour of its text. Decoration unless `label` says otherwise: a control that shows only an icon carries its name itself.
 * @param size `s` 12 px beside notes and in tags, `m` 16 px, `l` 20 px
 */
export function Icon({ name, size = "m", label }: { name: IconName; size?: "s" | "m" | "l"; label?: string }) {
  const kind = `icon${size === "m" ? "" : ` icon-${size}`}${SOLID_ICONS.has(name) ? " icon-solid" : ""}`;
  return (
    <svg className={kind} viewBox="0 0 16 16" {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}>
      <path d={ICONS[name]} />
    </svg>
  );
}
