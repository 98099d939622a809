/** Additions to a staff member's record: the roles at the reader's other venues. */
import { Select } from "antd";
import { platform } from "../../../contract/platform/platform";
import { staffAddresses } from "../../../contract/platform/staff-addresses";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";
import { can } from "../../providers/access-control";
import { AntdScope } from "../../ui/AntdScope";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { StaffAccess } from "./staff-access";
import "./platform.css";

const NONE = "";

function OtherVenues({ row, again }: { row: AnyRow; again: () => void }) {
  const t = useT();
  const read = useRead(platform.staffVenues, { id: row.id }, { staleTime: 0 });
  const { run, pending } = useCall(platform.staffVenueRole);
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={2} label={t("ui.loading")} />;
  if (read.data.content.length === 0) return null;
  const give = (venueId: string, roleId: string): void => {
    run({ id: row.id, venueId, roleId: roleId === NONE ? null : roleId })
      .then(() => {
        notify.success(t("common.saved"));
        void read.refetch();
        again();
      })
      .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
  };
  return (
    <AntdScope>
      <section>
        <h3 className="record-group">{t("platform.staff.rolesOtherVenues")}</h3>
        <ul className="venue-roles">
          {read.data.content.map(({ venueId, name, roleId, roleName, mayChange, roles }) => (
            <li key={venueId}>
              <span>{name}</span>
              {mayChange && can("staff_modify") ? (
                <Select
                  aria-label={t("platform.staff.role", { name })}
                  value={roleId ?? NONE}
                  disabled={pending}
                  onChange={(next) => give(venueId, next)}
                  options={[
                    { value: NONE, label: t("platform.staff.noRole") },
                    ...(roleId !== null && !roles.some(({ id }) => id === roleId) ? [{ value: roleId, label: roleName ?? roleId }] : []),
                    ...roles.map((role) => ({ value: role.id, label: role.name })),
                  ]}
                />
              ) : (
                <span className="mut">{roleName ?? t("platform.staff.noRole")}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </AntdScope>
  );
}

function StaffRecord({ row, again }: { row: AnyRow; again: () => void }) {
  return (
    <>
      <OtherVenues row={row} again={again} />
      <StaffAccess row={row} />
      <Related
        by="staff"
        row={row}
        name={String(row["name"])}
        title={"platform.staff.addresses"}
        resource={staffAddresses}
        fields={["contact", "phone", "address"]}
        list="/venue/user-address-list"
        form="/venue/user-address-form"
      />
    </>
  );
}

export const parts: Parts = { record: StaffRecord };
