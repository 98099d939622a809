/** Words of staff and their accounts. */
export const platform = {
  smsCodes: "Password codes",
  noCodes: "No code is waiting",
  noCodesHint:
    "When staff press “Forgot password” on the login page, or a customer signs in on the public page, the code shows here for you to pass on.",
  byGateway: "The SMS gateway sends the codes",
  byGatewayHint: "They go straight to the mobile of whoever asked; none is shown here.",
  passOn: "Make sure who asks, then tell them in person or by phone. A code goes away once it is used or too old.",
  until: "good until",
} as const;
