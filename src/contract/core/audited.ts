/** Declarations shared by all resources with an application and an audit: the reason of a refusal, and the moves of the audit. */
import type { Code } from "./permissions";
import { state, text } from "./resource/fields";
import type { Label } from "./resource/label";
import { audit } from "./states";
import { LABELS } from "./resource/labels";

/** State of the audit, and why it was refused or suspended. */
export const auditFields = {
  state: state({ ...LABELS.state, machine: audit, filter: true }),
  auditReason: text({ zh: "审核意见", en: "Reason", readonly: true, hidden: true }),
};

const reason = { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) };

/**
 * The moves of the audit.
 * @param codes who audits, and who may apply again
 * @param suspended what a suspension stops, asked before it
 */
export const auditActions = (codes: { readonly audit: Code; readonly modify: Code }, suspended: Label) => ({
  approve: { label: { zh: "通过", en: "Approve" }, code: codes.audit, bulk: true },
  refuse: { label: { zh: "不通过", en: "Refuse" }, code: codes.audit, danger: true, fields: reason },
  suspend: {
    label: { zh: "暂停", en: "Suspend" },
    code: codes.audit,
    danger: true,
    fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200, hint: suspended }) },
  },
  resume: { label: { zh: "恢复", en: "Resume" }, code: codes.audit },
  apply: { label: { zh: "重新提交", en: "Apply again" }, code: codes.modify },
});

/** The view of what waits for the audit. */
export const auditViews = {
  waiting: { label: { zh: "待审核", en: "To review" }, filters: { state: "applied" } },
};
