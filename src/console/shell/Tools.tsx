/** The tools of the top bar, left to right, before the person. Each is a small component of its own that costs nothing until it is pressed. */
export function Tools() {
  return <></>;
}
