/** Codes of the envelope (wire). */
export const AnswerCode = {
  done: 200,
  badInput: 400,
  signedOut: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  bodyTooBig: 413,
  bodyType: 415,
  keyReused: 422,
  locked: 423,
  /** The password is right, and one more step is needed; `data.step` names it. */
  stepNeeded: 428,
  slowDown: 429,
  notServed: 501,
  busy: 503,
} as const;
