/** Products and classes as they are sold, and warehouse movements. */
import { z } from "#zod";
import { ById, get, Id, PageQuery, pageOf, resource, SearchText, Words } from "../core/call";
import { Yuan } from "../core/money";

/** A class of products: the tabs of the checkout. */
export const ProductClass = z.object({
  id: Id,
  name: z.string(),
  /** The class above it. */
  parentId: Id.nullable(),
  sequence: z.number().int(),
  products: z.number().int(),
});
export type ProductClass = z.infer<typeof ProductClass>;

/** A product as a row of the list and a tile of the checkout. */
export const Product = z.object({
  id: Id,
  classId: Id,
  className: z.string(),
  name: z.string(),
  /** Distinguishes products with the same name: size, colour. */
  spec: z.string(),
  barcode: z.string(),
  unit: z.string(),
  /** Unit of a whole pack and its pieces: "箱" of 24. */
  packUnit: z.string(),
  packSize: z.number().int(),
  /** Address of its first picture. */
  picture: z.string().nullable(),
  price: Yuan,
  /** False for services: they carry no stock. */
  stocked: z.boolean(),
  /** Pieces in the shop and in the main warehouse: sums of movements. */
  onHand: z.number().int(),
  onHandMain: z.number().int(),
  /** At or below this many pieces in the shop the product counts as low. */
  lowLimit: z.number().int(),
  onShelf: z.boolean(),
  /** Lent for a deposit; given away with something else. */
  rental: z.boolean(),
  deposit: Yuan,
  gift: z.boolean(),
});
export type Product = z.infer<typeof Product>;

export const ProductFilter = z.object({
  q: SearchText.optional().describe("name, specification, barcode, pinyin or its initials"),
  classId: Words.optional(),
  ids: Words.optional(),
  shelf: z.enum(["on", "off"]).optional(),
  stock: z.enum(["low", "none"]).optional().describe("at or below its limit, or none left in the shop"),
});

export const stock = resource({
  classes: get("/api/manage/venue/product-class/sold", {
    summary: "Classes of products, in their order: tabs of what is sold",
    code: ["product_class_list", "product_list", "sale_from2", "stock_count", "vip_discount_set_form", "card_type_modify"],
    output: z.object({ content: z.array(ProductClass) }),
  }),
  products: get("/api/manage/venue/product/sold", {
    summary: "Products with price and stock, as they are sold, a page",
    code: ["product_list", "sale_from2"],
    input: ProductFilter.extend(PageQuery.shape),
    output: pageOf(Product),
  }),
  product: get("/api/manage/venue/product/sold-view", {
    summary: "One product",
    code: ["product_list", "sale_from2"],
    input: ById,
    output: Product,
  }),
});
