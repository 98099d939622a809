import type { BaseRecord } from "@refinedev/core";
import type { FormInstance } from "antd";
import type { ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import type { z } from "zod";
import type { Call } from "../../../../contract/call";
import type { PriceChange } from "../../../../contract/priceEffect";
import { useT } from "../../../i18n/useT";
import { EditPage, FormPage, type Values } from "../../../ui/form/FormPage";
import { SkeletonText } from "../../../ui/Skeleton";
import { RemoveRule } from "../effect/RemoveRule";
import { usePriceEffect } from "../effect/usePriceEffect";
import { Remove } from "../../../ui/form/Remove";

type Takes<I> = Call<z.ZodType<unknown, I>>;

/**
 * The form that adds a rule, or changes or deletes the one of the address. Rules have names; `D` is a draft, `R` what stands.
 * @param blank what the fields show of a new one
 * @param shown what they show of one that stands; left out, all of it
 */
export function RuleForm<D extends object, R extends BaseRecord & { readonly name: string }>({
  resource,
  name,
  title,
  list,
  calls,
  blank,
  ready = true,
  shown = (rule) => ({ ...rule }),
  toInput,
  mayDelete = true,
  changes,
  children,
}: {
  /** Refine's resource of the rules. */
  resource: string;
  /** Name of the forms. */
  name: string;
  /** Of the form that adds one. */
  title: string;
  /** Where to go when it is done. */
  list: string;
  calls: {
    /** Its answers are what `shown` and the title read. */
    readonly view: Call<z.ZodType<unknown, { id: string }>, z.ZodType<R>>;
    readonly create: Takes<D>;
    readonly modify: Takes<D & { id: string }>;
    readonly delete: Takes<{ id: string }>;
  };
  blank: Values;
  /** False while something else that the fields need is read; the rule is read meanwhile. */
  ready?: boolean;
  shown?: (rule: R) => Values;
  toInput: (values: Values) => D;
  mayDelete?: boolean;
  /**
   * The change of prices that saving a draft is, or, without one, deleting: which unpaid bookings it touches is told before. Left out: none.
   */
  changes?: (id: string | undefined, draft?: D) => PriceChange;
  /** The fields; `id` of the rule that is changed. */
  children: (form: FormInstance<Values>, id?: string) => ReactNode;
}) {
  const t = useT();
  const navigate = useNavigate();
  const { id } = useParams();
  const { ask, dialog } = usePriceEffect();
  const confirm = async <I extends D>(draft: I): Promise<I | undefined> => {
    if (!changes) return draft;
    const unpaid = await ask(changes(id, draft));
    return unpaid && { ...draft, unpaid };
  };
  const leave = (): void => void navigate(list);
  if (id === undefined && !ready) return <SkeletonText lines={8} label={t("ui.loading")} />;
  if (id === undefined)
    return (
      <FormPage
        resource={resource}
        name={name}
        title={title}
        call={calls.create}
        repeats
        initial={blank}
        toInput={toInput}
        confirm={confirm}
        onSaved={(_, again) => {
          if (!again) leave();
        }}
      >
        {(form) => (
          <>
            {children(form)}
            {dialog}
          </>
        )}
      </FormPage>
    );
  const nameOf = (rule: R): string => rule.name;
  return (
    <EditPage
      key={id}
      resource={resource}
      id={id}
      name={`${name}-${id}`}
      title={nameOf}
      subject={nameOf}
      call={calls.modify}
      initial={shown}
      ready={ready}
      toInput={(values) => ({ ...toInput(values), id })}
      confirm={confirm}
      onSaved={leave}
    >
      {(form, rule) => (
        <>
          {children(form, id)}
          {mayDelete &&
            (changes ? (
              <RemoveRule change={changes(id)} call={calls.delete} id={id} name={rule.name} list={list} />
            ) : (
              <Remove call={calls.delete} id={id} name={rule.name} list={list} />
            ))}
          {dialog}
        </>
      )}
    </EditPage>
  );
}
