/** A list as Refine's documentation writes it, with what its hooks and components offer: filter, sort, address, choices, export, menu, Markdown. */
import { DeleteButton, EditButton, ExportButton, getDefaultSortOrder, List, MarkdownField, useSelect, useTable } from "@refinedev/antd";
import { type HttpError, useExport, useMenu } from "@refinedev/core";
import { Button, Form, Input, Select, Space, Table } from "antd";
import { AntdScope } from "../../src/console/ui/AntdScope";

/** A type, not an interface: only so it is a `BaseRecord` whose keys are known. */
type Supplier = {
  readonly id: string;
  readonly name: string;
  readonly contact: string;
  readonly memo: string;
};

export function StockList() {
  return (
    <AntdScope>
      <Suppliers />
    </AntdScope>
  );
}

function Suppliers() {
  const { tableProps, searchFormProps, sorters } = useTable<Supplier, HttpError, { contact?: string }>({
    resource: "suppliers",
    syncWithLocation: true,
    onSearch: ({ contact }) => [{ field: "contact", operator: "contains", value: contact }],
  });
  const { selectProps } = useSelect<Supplier>({ resource: "suppliers", optionLabel: "name", optionValue: "id" });
  const { triggerExport, isLoading } = useExport<Supplier>({
    resource: "suppliers",
    mapData: ({ name, contact }) => ({ name, contact }),
  });
  const { menuItems } = useMenu();
  const labels = menuItems.flatMap(({ children, label }) => [label, ...children.map((child) => child.label)]);
  return (
    <List resource="suppliers" headerButtons={<ExportButton onClick={() => void triggerExport()} loading={isLoading} />}>
      <p data-testid="menu">{labels.join("、")}</p>
      <Select {...selectProps} aria-label="选择供应商" style={{ width: 240 }} />
      <Form {...searchFormProps} name="suppliers" layout="inline">
        <Form.Item name="contact" label="联系人">
          <Input />
        </Form.Item>
        <Button htmlType="submit">查询</Button>
      </Form>
      <Table {...tableProps} rowKey="id">
        <Table.Column dataIndex="name" key="name" title="名称" sorter defaultSortOrder={getDefaultSortOrder("name", sorters) ?? null} />
        <Table.Column dataIndex="contact" title="联系人" />
        <Table.Column dataIndex="memo" title="备注" render={(memo: string) => <MarkdownField value={memo} />} />
        <Table.Column<Supplier>
          title="操作"
          render={(_, { id }) => (
            <Space>
              <EditButton recordItemId={id} resource="suppliers" />
              <DeleteButton recordItemId={id} resource="suppliers" meta={{ code: "supplier_modify" }} />
            </Space>
          )}
        />
      </Table>
    </List>
  );
}
