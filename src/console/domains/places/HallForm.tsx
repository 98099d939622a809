import "../prices/prices.css";
import { Form, Input } from "antd";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type HallDetail, halls } from "../../../contract/places/places";
import type { ApiError } from "../../api/error";
import { useFresh } from "../../api/use-fresh";
import { useLive } from "../../live/use-live";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { removeDraft } from "../../ui/form/draft";
import { FormPage } from "../../ui/form/FormPage";
import { Icon } from "../../ui/Icon";
import { SkeletonText } from "../../ui/Skeleton";
import { useSubject } from "../../ui/tab";
import { Remove } from "../../ui/form/Remove";
import { numberOr } from "../../ui/form/read";
import { HallFields } from "./HallFields";
import { InTheWay } from "./InTheWay";
import { hallInput, hallValues } from "./input";

const LIST = "/venue-place/venue-form";
const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);

const inTheWay = (error: ApiError) => <InTheWay data={error.data} />;

/** Adds a hall, or changes one: what it is, when it is open, and the map of its places, in one save. */
export function HallForm() {
  const t = useT();
  const navigate = useNavigate();
  const { id } = useParams();
  const hall = useFresh(id === undefined ? undefined : halls.view, { id: id ?? "" });
  useSubject(hall.data?.name);
  if (id === undefined)
    return (
      <FormPage
        resource="halls"
        name="hall"
        title={t("places.create")}
        call={halls.create}
        initial={{
          sells: "places",
          maxRow: 2,
          maxColumn: 6,
          placeStart: 1,
          position: 0,
          ownHours: false,
          hours: { open: week(480), close: week(1320) },
          closed: [],
          placeIcon: "",
          places: [],
        }}
        toInput={hallInput}
        onSaved={() => void navigate(LIST)}
      >
        {(form) => <HallFields form={form} />}
      </FormPage>
    );
  if (hall.error) return <ErrorState what={hall.error.message} onRetry={hall.refetch} retrying={hall.isFetching} />;
  if (!hall.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  return <Edit newest={hall.data} onNewer={hall.refetch} />;
}

/** Changes the hall as it was when the form was opened; what others save meanwhile is announced, and loaded only on demand. */
function Edit({ newest, onNewer }: { newest: HallDetail; onNewer: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const mayModify = useCan("hall_modify");
  const [hall, setHall] = useState(newest);
  const name = `hall-${hall.id}`;
  useLive(["changed"], (message) => {
    if (message.resource === "halls") onNewer();
  });
  return (
    <FormPage
      key={hall.version}
      resource="halls"
      id={hall.id}
      name={name}
      title={hall.name}
      call={halls.modify}
      initial={hallValues(hall)}
      toInput={(values) => ({ ...hallInput(values), id: hall.id, version: numberOr(values["version"], hall.version) })}
      onSaved={() => void navigate(LIST)}
      refusal={inTheWay}
    >
      {(form) => (
        <>
          {/* Travels with a draft that outlives the page, so that an old draft cannot overwrite a newer hall. */}
          <Form.Item name="version" hidden>
            <Input type="hidden" />
          </Form.Item>
          {newest.version > hall.version && (
            <p className="notice notice-warning hall-newer" role="status">
              <Icon name="warning" />
              {t("places.newer", { by: newest.changedBy })}
              <Button
                onClick={() => {
                  removeDraft(name);
                  setHall(newest);
                }}
              >
                {t("places.loadNewest")}
              </Button>
            </p>
          )}
          <HallFields form={form} fixedSells={hall.map.length > 0} />
          {mayModify && <Remove call={halls.delete} id={hall.id} name={hall.name} list={LIST} />}
        </>
      )}
    </FormPage>
  );
}
