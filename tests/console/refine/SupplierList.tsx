/** A list as Refine's own documentation writes it. */
import { DeleteButton, EditButton, List, useTable } from "@refinedev/antd";
import { Space, Table } from "antd";
import { AntdScope } from "../../../src/console/ui/AntdScope";

interface Supplier {
  readonly id: string;
  readonly name: string;
  readonly contact: string;
}

export function SupplierList() {
  const { tableProps } = useTable<Supplier & Record<string, unknown>>({ resource: "suppliers" });
  return (
    <AntdScope>
      <List title="供应商">
        <Table {...tableProps} rowKey="id">
          <Table.Column dataIndex="name" title="名称" sorter />
          <Table.Column dataIndex="contact" title="联系人" />
          <Table.Column<Supplier>
            title="操作"
            render={(_, { id }) => (
              <Space>
                <EditButton recordItemId={id}>修改</EditButton>
                <DeleteButton recordItemId={id} meta={{ code: "supplier_modify" }} confirmTitle="删除？" confirmOkText="确定删除">
                  删除
                </DeleteButton>
              </Space>
            )}
          />
        </Table>
      </List>
    </AntdScope>
  );
}
