/** A form as Refine's own documentation writes it: adds, or edits the record of the address. */
import { Create, Edit, SaveButton, useForm } from "@refinedev/antd";
import { Form, Input } from "antd";
import { AntdScope } from "../../../src/console/ui/AntdScope";

export function SupplierForm() {
  return (
    <AntdScope>
      <Fields />
    </AntdScope>
  );
}

function Fields() {
  // A refetch that brings something new would discard typed input.
  const { formProps, saveButtonProps, id } = useForm({ queryOptions: { staleTime: Infinity }, liveMode: "off" });
  const Page = id === undefined ? Create : Edit;
  return (
    <Page title="供应商" footerButtons={<SaveButton {...saveButtonProps}>保存</SaveButton>}>
      <Form {...formProps} name="supplier" layout="vertical">
        <Form.Item name="name" label="名称" rules={[{ required: true, message: "请填写名称" }]}>
          <Input />
        </Form.Item>
        <Form.Item name="contact" label="联系人">
          <Input />
        </Form.Item>
      </Form>
    </Page>
  );
}
