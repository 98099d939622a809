/** Uploads of pictures. */
import { z } from "#zod";
import { get, Id, postJson, resource } from "../core/call";

export const uploads = resource({
  upToken: get("/api/open/upload/uptoken", {
    summary: "A short-lived token for one upload",
    access: "public",
    input: z.object({ organizationId: Id.optional() }),
    output: z.object({ upToken: z.string() }),
  }),
  base64: postJson("/api/open/upload/base64", {
    summary: "Store a picture that travels as base64 text; needs an upload token",
    access: "public",
    effect: false,
    input: z.object({
      upToken: z.string().min(1).max(512),
      /** Base64, with or without the `data:image/png;base64,` in front; at most 8 MB as text. */
      image: z
        .string()
        .min(1)
        .max(8 * 1024 * 1024),
    }),
    output: z.object({ url: z.string() }),
  }),
});
