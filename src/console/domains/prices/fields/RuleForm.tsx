import type { FormInstance } from "antd";
import type { ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import type { z } from "zod";
import type { Call } from "../../../../contract/call";
import type { PriceChange } from "../../../../contract/priceEffect";
import { useFresh } from "../../../api/useFresh";
import { useT } from "../../../i18n/useT";
import { ErrorState } from "../../../ui/ErrorState";
import { FormPage, type Values } from "../../../ui/form/FormPage";
import { SkeletonText } from "../../../ui/Skeleton";
import { useSubject } from "../../../ui/tab";
import { RemoveRule } from "../effect/RemoveRule";
import { usePriceEffect } from "../effect/usePriceEffect";
import { Remove } from "./Remove";

type Takes<I> = Call<z.ZodType<unknown, I>>;

/**
 * The form that adds a rule, or changes or deletes the one of the address. Rules have names; `D` is a draft, `R` what stands.
 * @param blank what the fields show of a new one
 * @param shown what they show of one that stands; left out, all of it
 */
export function RuleForm<D extends object, R extends { readonly name: string }>({
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
  /** Name of the forms. */
  name: string;
  /** Of the form that adds one. */
  title: string;
  /** Where to go when it is done. */
  list: string;
  calls: {
    readonly view: Call<z.ZodType<unknown, { id: string }>, z.ZodType<R>>;
    readonly create: Takes<D>;
    readonly modify: Takes<D & { id: string }>;
    readonly delete: Takes<{ id: string }>;
  };
  blank: Values;
  /** False while something else that the fields stand on is read; the rule is read meanwhile. */
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
  const rule = useFresh(id === undefined ? undefined : calls.view, { id: id ?? "" });
  useSubject(rule.data?.name);
  const { ask, dialog } = usePriceEffect();
  const confirm = async <I extends D>(draft: I): Promise<I | undefined> => {
    if (!changes) return draft;
    const unpaid = await ask(changes(id, draft));
    return unpaid && { ...draft, unpaid };
  };
  const leave = (): void => void navigate(list);
  const waiting = <SkeletonText lines={8} label={t("ui.loading")} />;
  if (id === undefined && !ready) return waiting;
  if (id === undefined)
    return (
      <FormPage
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
  if (rule.error) return <ErrorState what={rule.error.message} onRetry={rule.refetch} retrying={rule.isFetching} />;
  const found = rule.data;
  if (!found || !ready) return waiting;
  return (
    <FormPage
      name={`${name}-${id}`}
      title={found.name}
      call={calls.modify}
      initial={shown(found)}
      toInput={(values) => ({ ...toInput(values), id })}
      confirm={confirm}
      onSaved={leave}
    >
      {(form) => (
        <>
          {children(form, id)}
          {mayDelete &&
            (changes ? (
              <RemoveRule change={changes(id)} call={calls.delete} id={id} name={found.name} list={list} />
            ) : (
              <Remove call={calls.delete} id={id} name={found.name} list={list} />
            ))}
          {dialog}
        </>
      )}
    </FormPage>
  );
}
