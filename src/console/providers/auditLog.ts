import type { AuditLogProvider } from "@refinedev/core";
import { invoke } from "../api/invoke";

/**
 * The platform writes the audit log itself, in the transaction of each change, so that no screen can forget or forge an entry; the
 * console only reads it.
 */
export const auditLogProvider: AuditLogProvider = {
  create: async () => undefined,
  update: async () => undefined,
  get: async ({ resource }) => {
    const { platform } = await import("../../contract/platform");
    return (await invoke(platform.securityLog, { q: resource, page: 0, size: 20 })).content;
  },
};
