import { Form } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useRule } from "./rules";
import { Supply, type SupplyRead } from "./Supply";

interface Props {
  /** Name in the call's input. A dotted name is a path. */
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  /** A note under the field. */
  readonly hint?: ReactNode;
  /** What it is chosen from; as long as that is not there, the note under the field tells why. */
  readonly from?: SupplyRead;
  /** What to do where there is nothing to choose; left out where there is something. */
  readonly none?: string | undefined;
  /** Asks again while it is typed, not only when it is left. */
  readonly eager?: boolean;
  readonly valuePropName?: string;
  readonly children: ReactElement;
}

/** A labelled field whose rule and message come from the contract. */
export function Field({ name, label, required = false, hint, from, none, eager = false, valuePropName, children }: Props) {
  const rule = useRule(name, label);
  const lacking = from !== undefined && (from.data === undefined || none !== undefined);
  const note = lacking ? <Supply read={from} none={none} /> : hint;
  return (
    <Form.Item
      name={name.includes(".") ? name.split(".") : name}
      label={label}
      required={required}
      rules={[rule]}
      validateTrigger={eager ? ["onChange", "onBlur"] : ["onBlur"]}
      {...(note === undefined ? {} : { extra: note })}
      {...(valuePropName === undefined ? {} : { valuePropName })}
    >
      {children}
    </Form.Item>
  );
}

/** Fields that belong together, under a short title. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card form-group">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
