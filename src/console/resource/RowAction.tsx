import { useInvalidate } from "@refinedev/core";
import { actionCall } from "../../contract/core/resource/calls";
import type { Action, Resource } from "../../contract/core/resource/define";
import { ActionDialog } from "./ActionDialog";
import type { AnyRow, Parts } from "./parts";

const DELETE = { label: { zh: "删除", en: "Delete" }, danger: true } as const;

/** The dialog of an action on a row, its own where the screen has one; `delete` is one of them. */
export function RowAction({
  resource,
  parts,
  action,
  row,
  onClose,
  onDone,
}: {
  resource: Resource;
  parts: Parts;
  action: string;
  row: AnyRow;
  onClose: () => void;
  onDone: () => void;
}) {
  const invalidate = useInvalidate();
  const { call, named } = actionCall(resource, action);
  const spec: Action | undefined =
    action === "delete" ? { ...DELETE, code: resource.codes.delete ?? resource.codes.page } : resource.actions?.[action];
  const Own = parts.actions?.[action];
  if (Own)
    return (
      <Own
        row={row}
        onClose={onClose}
        onDone={() => {
          void invalidate({ resource: resource.name, invalidates: ["list", "detail"], id: row.id });
          onDone();
        }}
      />
    );
  if (!call || !spec) return null;
  return (
    <ActionDialog
      resource={resource.name}
      removes={action === "delete" || spec.removes === true}
      action={spec}
      preview={parts.previews?.[action]}
      call={call}
      named={named}
      parts={parts}
      row={row}
      name={String(row[resource.title])}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
