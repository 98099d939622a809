/** Calls of uploads → services. */
import { uploads } from "../../../contract/uploads";
import { forAnyone, type Route } from "../../http/serve";
import { base64, upToken } from "./upload";

export const uploadRoutes = (dataDir: string): Route[] => forAnyone(uploads, { upToken, base64: base64(dataDir) });
