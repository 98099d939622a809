import type { Parts } from "../../resource/parts";
import { PhotoGrid } from "./PhotoGrid";

export const parts: Parts = { record: PhotoGrid };
