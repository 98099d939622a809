/** News: its text as a preview. */
import type { Parts } from "../../resource/parts";
import { Preview } from "./Preview";
import "./cms.css";

export const parts: Parts = { cells: { body: (row) => <Preview row={row} /> } };
