/** Finds a first position for the address that is typed in the form; the fields below say it exactly. */
import type { FormInstance } from "antd";
import { useState } from "react";
import type { Output } from "../../../contract/core/call";
import { content } from "../../../contract/cms/content";
import { invoke } from "../../api/invoke";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import type { Values } from "../../ui/form/FormPage";

type Places = Output<typeof content.location>["content"];

export function Position({ form }: { form: FormInstance<Values> }) {
  const t = useT();
  const [places, setPlaces] = useState<Places>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const find = (): void => {
    const [province, city, area, address] = ["province", "city", "area", "address"].map((name) =>
      String(form.getFieldValue(name) ?? "").trim(),
    );
    const text = `${area ?? ""}${address ?? ""}`;
    if (`${city ?? ""}${text}` === "") return setPlaces([]);
    setBusy(true);
    setFailure(undefined);
    invoke(content.location, {
      address: text === "" ? (city ?? "") : text.slice(0, 120),
      city: `${province ?? ""}${city ?? ""}`.slice(0, 40),
    })
      .then(({ content: found }) => setPlaces(found))
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
    return undefined;
  };
  return (
    <div className="site-position">
      <Button icon="search" busy={busy} onClick={find}>
        {t("venue.position.findPositionAddress")}
      </Button>
      <div role="status">
        {failure !== undefined && <span className="bad">{failure}</span>}
        {places?.length === 0 && <span className="mut">{t("venue.position.noCityDistrictAddress")}</span>}
        {places?.map((place) => (
          <button
            key={`${place.longitude} ${place.latitude}`}
            type="button"
            className="chip"
            onClick={() => {
              form.setFieldsValue({ longitude: place.longitude, latitude: place.latitude });
              setPlaces(undefined);
            }}
          >
            {place.address}　{place.longitude.toFixed(2)}, {place.latitude.toFixed(2)}
          </button>
        ))}
      </div>
    </div>
  );
}
