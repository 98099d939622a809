/** The Chinese words, one file a domain. They are the key type: English must say the same keys (`satisfies Words`). */
import { common } from "./common";
import { errors } from "./errors";
import { list } from "./list";
import { shell } from "./shell";
import { sites } from "./sites";
import { ui } from "./ui";

export const words = { common, errors, list, shell, sites, ui } as const;
