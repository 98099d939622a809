import { Children, useRef } from "react";
import { useScreenCommands } from "../palette/use-screen-commands";
import { Button, type ButtonProps } from "./Button";

/** A button of a page that the palette offers as well, by its words, as long as it can be pressed. */
export function CommandButton({ ...props }: ButtonProps) {
  const { children, icon, busy = false, spent = false, why } = props;
  const button = useRef<HTMLButtonElement>(null);
  const words = Children.toArray(children).filter((child) => typeof child === "string");
  const title = words.join("").trim() || (props["aria-label"] ?? "");
  const run = (): void => button.current?.click();
  useScreenCommands(busy || spent || why !== undefined ? [] : [{ id: title, title, run, ...(icon === undefined ? {} : { icon }) }]);
  return <Button {...props} ref={button} />;
}
