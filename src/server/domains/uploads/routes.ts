/** Calls of uploads → services. */
import { uploads } from "../../../contract/uploads/uploads";
import type { FileStore } from "../../files/store";
import { servePublicCalls, type Route } from "../../http/serve";
import { base64, upToken } from "./upload";

export const uploadRoutes = (store: FileStore): Route[] => servePublicCalls(uploads, { upToken, base64: base64(store) });
