/** Words of the till that its sheet of keys tells. */
export const sale = {
  key: {
    member: "Choose the member",
    quick: "Quick keys; arrows choose, Enter puts one in",
    hang: "Hang the cart; with none, take the last one back",
    price: "Change a price",
    round: "Round down; again for the next unit or none",
    discount: "Discount",
    pay: "Take the money; once more to confirm",
    way: "While paying: choose the method",
    split: "While paying: add a method",
    search: "Find goods",
    back: "Back",
  },
} as const;
