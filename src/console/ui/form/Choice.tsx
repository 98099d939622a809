import { Select, type SelectProps } from "antd";

/** antd's Select for a required field: the form marks it as required, and ARIA has no such mark for the frame that antd would put it on. */
export function Choice({ "aria-required": _required, ...props }: SelectProps) {
  return <Select {...props} />;
}
