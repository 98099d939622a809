import { Form } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useRule } from "./rules";
import { Supply, type SupplyOf } from "./Supply";

interface Props extends Partial<SupplyOf> {
  /** Name in the call's input. A dotted name is a path. */
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  /** A note under the field. */
  readonly hint?: ReactNode;
  /** Asks again while it is typed, not only when it is left. */
  readonly eager?: boolean;
  readonly valuePropName?: string;
  readonly children: ReactElement;
}

/** A labelled field whose rule and message come from the contract. */
export function Field({ name, label, required = false, hint, from, none, eager = false, valuePropName, children }: Props) {
  const rule = useRule(name, label);
  // As long as there is nothing to choose from, the note tells why.
  const lacking = from !== undefined && (from.data === undefined || none !== undefined);
  const note = lacking ? <Supply from={from} none={none} /> : hint;
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
