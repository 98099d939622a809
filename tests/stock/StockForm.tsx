/** A form as Refine's documentation writes it: adds, or edits the record of the address. */
import { Create, Edit, useForm } from "@refinedev/antd";
import { Form, Input, InputNumber } from "antd";
import { AntdScope } from "../../src/console/ui/AntdScope";

export function StockForm() {
  return (
    <AntdScope>
      <Fields />
    </AntdScope>
  );
}

function Fields() {
  const { formProps, saveButtonProps, id } = useForm({ queryOptions: { staleTime: Infinity }, liveMode: "off" });
  const Page = id === undefined ? Create : Edit;
  return (
    <Page saveButtonProps={saveButtonProps}>
      <Form {...formProps} name="supplier" layout="vertical" initialValues={{ termDays: 30, active: true, ...formProps.initialValues }}>
        <Form.Item name="name" label="名称" rules={[{ required: true, message: "请填写名称" }]}>
          <Input />
        </Form.Item>
        <Form.Item name="contact" label="联系人">
          <Input />
        </Form.Item>
        <Form.Item name="termDays" label="账期">
          <InputNumber />
        </Form.Item>
      </Form>
    </Page>
  );
}
