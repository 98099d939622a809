/** Chinese texts of the frame: shell, lists, forms, palette, payments. They define the key type: English must have the same keys. */
import { common } from "./common";
import { desk } from "./desk";
import { errors } from "./errors";
import { list } from "./list";
import { live } from "./live";
import { palette } from "./palette";
import { pay } from "./pay";
import { pictures } from "./pictures";
import { refine } from "./refine";
import { resource } from "./resource";
import { shell } from "./shell";
import { sites } from "./sites";
import { ui } from "./ui";

export const words = {
  common,
  desk,
  errors,
  list,
  live,
  palette,
  pay,
  pictures,
  refine,
  resource,
  shell,
  sites,
  ui,
} as const;
