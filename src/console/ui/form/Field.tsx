import { Form } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useRule } from "./rules";

interface Props {
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
export function Field({ name, label, required = false, hint, eager = false, valuePropName, children }: Props) {
  const rule = useRule(name, label);
  return (
    <Form.Item
      name={name.includes(".") ? name.split(".") : name}
      label={label}
      required={required}
      rules={[rule]}
      validateTrigger={eager ? ["onChange", "onBlur"] : ["onBlur"]}
      {...(hint === undefined ? {} : { extra: hint })}
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
