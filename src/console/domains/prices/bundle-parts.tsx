/** Additions of bundles to the screens of rules: places chosen hall by hall. */
import { bundles } from "../../../contract/prices/bundles";
import { callsOf } from "../../../contract/core/resource/calls";
import type { Parts } from "../../resource/parts";
import { Places, ruleParts } from "./rule-parts";
import { PlacePicker } from "./PlacePicker";

const calls = callsOf(bundles);
const rules = ruleParts({ of: "bundle", code: "place_set_modify", delete: calls.delete, turn: calls.turn });

export const parts: Parts = { ...rules, controls: { ...rules.controls, placeIds: Places(PlacePicker) } };
