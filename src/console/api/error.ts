/** A refusal of the venue API: the envelope with a code other than 200. `message` is its `msg`, made for the person. */
export class ApiError extends Error {
  readonly code: number;
  readonly data: unknown;
  /** Faults by the name of the input field. */
  readonly errors: Readonly<Record<string, string>>;

  constructor(code: number, msg: string, data: unknown) {
    super(msg);
    this.name = "ApiError";
    this.code = code;
    this.data = data;
    this.errors = fieldErrors(data);
  }

  get msg(): string {
    return this.message;
  }
}

function fieldErrors(data: unknown): Record<string, string> {
  if (typeof data !== "object" || data === null || !("errors" in data)) return {};
  const { errors } = data;
  if (typeof errors !== "object" || errors === null) return {};
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, String(text)]));
}

/** Returns what is wrong with single fields, as one text; without any, the message of the error. */
export function messageOf(error: unknown): string {
  const problems = error instanceof ApiError ? Object.values(error.errors) : [];
  if (problems.length > 0) return problems.join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** No envelope came: a status other than 2xx with its `body`, or nothing in time. */
export class HttpError extends Error {
  readonly body: string;
  constructor(message: string, body = "") {
    super(message);
    this.name = "HttpError";
    this.body = body;
  }
}
