import { Segmented, type SegmentedProps } from "antd";

/** antd's Segmented under the name of its field: of itself it says an English word of its own, and stops Tab twice, at the frame and at the choice. */
export function Segments({ label, ...props }: Omit<SegmentedProps, "ref"> & { readonly label: string }) {
  return <Segmented {...props} aria-label={label} tabIndex={-1} />;
}
