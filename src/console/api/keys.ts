import type { Call } from "../../contract/core/call";
import { session } from "../session/store";

/** Key of a reading call's answer in the query cache: venue, path, input. Seeds of the boot and `useRead` meet here. */
export const readKey = (call: Call, input: unknown): readonly unknown[] => ["read", session().venueId ?? "", call.path, input ?? {}];
